import Foundation
import StargazerCore

/// The builder's state.
extension DocumentBuilder {
    /// The kind of block that the text becomes.
    enum Role: Equatable {
        case paragraph
        case heading(Int)
        case summary
    }

    /// An open element that contains blocks.
    struct Scope {
        /// The HTML element; nil for a Markdown block.
        var tag: String?
        var frame: DocumentBlock.Frame?
        var alignment: RichText.Alignment?
        var role: Role?
        var list: ListState?
        /// A fold that has no summary yet.
        var fold: (id: Int, isOpen: Bool)?
        var isTable = false
        var isCell = false
        var isPreformatted = false
    }

    struct ListState {
        var id: Int
        /// The number of the next item; nil in a bullet list.
        var number: Int?
        var isTight: Bool
    }

    struct InlineScope {
        var tag: String?
        var style: TextSpan.Style
        var target: LinkTarget?
    }

    struct TableState {
        var rows: [[RichText]] = []
        var hasHeader = false
        var cells = 0
        /// The cost of the current row.
        var rowCost = 0
        var cell: [TextSpan] = []
        var isInCell = false
        var alignment = RichText.Alignment.start
    }
}
