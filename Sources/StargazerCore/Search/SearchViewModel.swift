public import Observation

@MainActor @Observable public final class SearchViewModel {
    /// As typed.
    public private(set) var text = ""
    public private(set) var sort = SortOrder.bestMatch
    public private(set) var phase = SearchPhase.start
    /// The question last sent; nil at the start.
    public private(set) var searchedQuery: SearchQuery?
    /// Newest first.
    public var recentQueries: [String] { history.queries }
    /// The orders the catalog offers.
    public var sortKeys: [SortKey] { catalog.abilities.sortKeys }

    private let catalog: any Catalog
    private let shelf: FavoritesShelf
    private let history: SearchHistory
    private let time: TimeSource
    private let formats: Formats
    private let batchSize: Int

    /// - Parameter batchSize: results asked for at once; brought into the catalog's range.
    public init(
        catalog: any Catalog, shelf: FavoritesShelf, history: SearchHistory, time: TimeSource, formats: Formats,
        batchSize: Int = 100
    ) {
        self.catalog = catalog
        self.shelf = shelf
        self.history = history
        self.time = time
        self.formats = formats
        self.batchSize = batchSize
    }

    /// Searches 350 ms after the last change, while at least 3 searches are left.
    public func queryChanged(_ text: String) {}

    /// Enter: searches at once.
    public func submit() {}

    public func sortChanged(_ sort: SortOrder) {}

    /// Loads the next batch when there is one and nothing is being loaded; called by scrolling and by the button.
    public func loadNextBatch() {}

    /// The retry row: asks again for a batch that failed.
    public func tryBatchAgain() {}

    /// Asks the same again; the results stay until the new ones are there.
    public func refresh() {}

    /// The button of a failed page or of a notice.
    public func tryAgain() {}

    public func clear() {}

    public func searchAgain(recent text: String) {}

    public func clearHistory() {}

    public func toggleFavorite(_ id: ItemID) {}

    /// A row was opened: its search was worth keeping in the history.
    public func itemOpened(_ id: ItemID) {}

    /// The item behind a row of the list.
    public func item(for id: ItemID) -> Item? { nil }
}
