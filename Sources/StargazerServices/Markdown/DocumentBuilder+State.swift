import Foundation
import StargazerCore

/// How much a document may hold, and what is open while one is put together.
extension DocumentBuilder {
    /// What may be in one document.
    enum Bound {
        static let bytes = 1_000_000
        /// Of a text that is shown as it was written because it could not be parsed.
        static let unformattedBytes = 100_000
        static let blocks = 20_000
        /// Of frames that show; what is deeper stands in the last of them.
        static let depth = 8
        /// Of things that stand in each other at all.
        static let scopes = 200
        /// In Unicode scalars; more is laid out too slowly in one piece.
        static let prose = 3_000
        static let codeLines = 60
        static let codeLine = 1_000
        static let cells = 2_000
        static let pictures = 300
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
        var alignment: Prose.Alignment?
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
        var style: Span.Style
        var target: Target?
    }

    struct TableState {
        var rows: [[Prose]] = []
        var hasHeader = false
        var cells = 0
        var cell: [Span] = []
        var isInCell = false
        var alignment = Prose.Alignment.start
    }
}
