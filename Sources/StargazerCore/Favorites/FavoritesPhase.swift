/// The favorites as they are shown: `count.shown` of `count.total`.
public struct FavoritesContent: Equatable, Sendable {
    /// Another one for each question: the same as long as what shows is what was asked for before, brought up to date.
    public let question: Int
    /// In order; what each shows is asked of `FavoriteRowLoader`.
    public let rows: [FavoriteRowID]
    public let count: CountContent

    public init(question: Int, rows: [FavoriteRowID], count: CountContent) {
        self.question = question
        self.rows = rows
        self.count = count
    }
}

/// How many favorites there are of one catalog.
public struct CatalogCount: Equatable, Sendable {
    public let kind: CatalogKind
    public let count: NumberContent
}

/// The one state of the favorites screen.
public enum FavoritesPhase: Equatable, Sendable {
    /// The library has not answered yet.
    case loading
    /// There are no favorites at all.
    case none
    case rows(FavoritesContent)
    /// There are favorites, but none that the filter lets through.
    case noMatch(filter: String)
    /// There are favorites, but none in the place that was chosen; `filter` is what was typed besides, or empty.
    case nothingIn(FavoritesPlace, filter: String)
}
