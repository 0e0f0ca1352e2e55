import Foundation
import StargazerCore

/// How much a document may hold, and what is open while one is put together.
extension DocumentBuilder {
    /// What may be in one document. Costs are those of `LayoutCost`: of the document as a whole, and of what is laid out
    /// in one piece.
    enum Limit {
        static let bytes = 1_000_000
        /// Of a text that is shown as it was written because it could not be parsed.
        static let unformattedBytes = 100_000
        static let blocks = 20_000
        static let documentCost = 4_000_000
        /// Of words that look alike, and of pictures; as they were written.
        static let spans = 100_000
        /// Of frames that show; what is deeper stands in the last of them.
        static let depth = 8
        /// Of things that stand in each other at all.
        static let scopes = 200
        /// In Unicode scalars, as all lengths of texts; more is laid out too slowly in one piece.
        static let prose = 3_000
        static let cost = 6_000
        static let heading = 1_000
        static let summary = 1_000
        static let cell = 3_000
        static let codeLines = 60
        static let codeLine = 1_000
        static let columns = 100
        static let cells = 2_000
        static let tableCost = 10_000
        static let pictures = 300
        /// What would be in more of them shows all the time.
        static let folds = 500
        static let anchors = 5_000
    }

    /// What text is put into.
    enum Role: Equatable {
        case paragraph
        case heading(Int)
        case summary
    }

    /// Something that blocks stand in, from where it begins to where it ends.
    struct Scope {
        /// The HTML element; nil for what Markdown began.
        var tag: String?
        var frame: DocumentBlock.Frame?
        var alignment: RichText.Alignment?
        var role: Role?
        var list: ListState?
        /// The fold that still has no summary.
        var fold: (id: Int, isOpen: Bool)?
        var isTable = false
        var isCell = false
        var isPreformatted = false
    }

    struct ListState {
        var id: Int
        /// The number of the next item; nil where items have none.
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
        /// What the row under way takes.
        var rowCost = 0
        var cell: [TextSpan] = []
        var isInCell = false
        var alignment = RichText.Alignment.start
    }
}
