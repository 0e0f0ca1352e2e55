/// What a catalog's API offers, so that the screen offers no more.
public struct CatalogAbilities: Sendable, Hashable {
    public var sortKeys: [SortKey]
    /// The allowed range of results per batch.
    public var batchSizes: ClosedRange<Int>
    /// The most results one search ever gives; nil when there is no limit.
    public var ceiling: Int?

    public init(sortKeys: [SortKey], batchSizes: ClosedRange<Int>, ceiling: Int?) {
        self.sortKeys = sortKeys
        self.batchSizes = batchSizes
        self.ceiling = ceiling
    }
}

/// A source of items that is searched page by page. The screens know catalogs only through it.
public protocol Catalog: Sendable {
    var kind: CatalogKind { get }
    /// The host part of the `ItemID`s it makes.
    var host: String { get }
    var abilities: CatalogAbilities { get }

    /// - Parameter cursor: nil for the first batch, else what the batch before gave.
    func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch
    func details(of item: Item) async throws(CatalogFailure) -> ItemDetails
    /// Searches that the server will still answer now; nil when it has not said.
    func searchesLeft() async -> Int?
}
