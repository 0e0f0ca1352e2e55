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
        static let pictures = 300
        /// The contents of further folds are always visible.
        static let folds = 500
        static let anchors = 5_000
    }
}
