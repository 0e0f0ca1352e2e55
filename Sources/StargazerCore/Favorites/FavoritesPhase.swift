/// The favorites list as shown: `count.shown` of `count.total`.
public struct FavoritesContent: Equatable, Sendable {
    /// Identifies the query. The same while the result of one query is updated.
    public let question: Int
    /// In order. `FavoriteRowLoader` has their content.
    public let rows: [FavoriteRowID]
    public let count: CountContent
    /// The years that the rows were added in, in order; empty when there is only one, or in another order.
    public let years: [FavoritesYearContent]
    /// The number of rows at the end that have only most of the words that were searched for.
    public let partial: Int
    /// Those that are new in a saved search; nil when there are none.
    public let new: NewResultsContent?

    public init(
        question: Int, rows: [FavoriteRowID], count: CountContent, years: [FavoritesYearContent] = [],
        partial: Int = 0, new: NewResultsContent? = nil
    ) {
        self.partial = partial
        self.new = new
        self.question = question
        self.rows = rows
        self.count = count
        self.years = years
    }
}

/// A year, and the number of rows that were added in it.
public struct FavoritesYearContent: Equatable, Sendable {
    public let title: String
    public let count: Int
}

/// The number of favorites in one catalog.
public struct CatalogCount: Equatable, Sendable {
    public let kind: CatalogKind
    public let count: NumberContent
}

/// The state of the favorites screen.
public enum FavoritesPhase: Equatable, Sendable {
    /// The library has not answered yet.
    case loading
    /// There are no favorites at all.
    case none
    case rows(FavoritesContent)
    /// There are favorites, but none in the scope match the text, which may be empty.
    case noMatch(FavoritesScope, text: String)
}
