import StargazerCore

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
        /// A fold whose summary is not yet a block.
        var fold: UnnamedFold?
        var isTable = false
        var isCell = false
        var isPreformatted = false
        /// That of preformatted code; empty if it states none.
        var language = ""
        var cellAlignment: RichText.Alignment?
    }

    struct UnnamedFold {
        var id: Int
        var isOpen: Bool
        /// What its summary has so far.
        var name: [TextSpan] = []
    }

    struct ListState {
        var id: Int
        /// The number of the next item; nil in a bullet list.
        var number: Int?
        var isTight: Bool
        var numbering = ListNumbering.decimal
    }

    struct InlineScope {
        var tag: String?
        var style: TextSpan.Style
        var target: LinkTarget?
        /// The number of scopes around an element that goes on after its paragraph, until it is closed or these end;
        /// nil for one that ends with its paragraph.
        var depth: Int?
    }

    struct TableState {
        var rows: [[RichText]] = []
        var spans: [DocumentTable.Cell: DocumentTable.Span] = [:]
        /// The cells of the current group of rows that span several.
        var openSpans: [DocumentTable.Cell] = []
        /// For each column, the number of rows that a cell above still spans.
        var spannedRows: [Int] = []
        /// Whether the next row is the first of a group of rows, such as a body.
        var beginsGroup = false
        /// The columns of the current row that a cell above spans.
        var spannedColumns: Set<Int> = []
        /// The columns in which cells begin.
        var beginnings: Set<Int> = []
        /// The further columns that the last cell spans.
        var pendingColumns = 0
        var columnSpan = 1
        var rowSpan = 1
        var hasHeader = false
        var cells = 0
        var rowCost = 0
        var cell: [TextSpan] = []
        var isInCell = false
        var alignment = RichText.Alignment.start
    }
}

extension DocumentBuilder {
    /// The limits of a document. Costs are those of `LayoutCost`, of the whole document or of a part that is laid out
    /// at once.
    enum Limit {
        static let bytes = 1_000_000
        /// For text that is shown unformatted because parsing failed.
        static let unformattedBytes = 100_000
        static let blocks = 20_000
        static let documentCost = 4_000_000
        /// Runs of text in the same style, and pictures, as written.
        static let spans = 100_000
        /// Visible frames; deeper content goes into the last one.
        static let depth = 8
        /// Nested scopes.
        static let scopes = 200
        /// In Unicode scalars, as all text lengths; longer text is laid out too slowly at once.
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
        /// The contents of further folds are always visible.
        static let folds = 500
        static let anchors = 5_000
    }
}
