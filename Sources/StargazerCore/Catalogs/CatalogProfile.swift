public import StargazerLibrary

/// What a catalog is and can do. The user interface offers nothing else.
public struct CatalogProfile: Sendable, Hashable {
    public enum Shape: Sendable, Hashable {
        case rows
        /// Pictures in a grid.
        case cells
        /// Avatars in a grid, with the names below.
        case avatars

        public var isGrid: Bool { self != .rows }
    }

    public var kind: CatalogKind
    /// The host in the `ItemID`s it makes.
    public var host: String
    /// The service's name; the same in every language.
    public var service: String
    public var shape: Shape
    /// How its items are shown in lists related to an item.
    public var relatedShape: Shape
    /// The sort orders of its results, best match first. Never empty.
    public var sorts: [SortKey]
    /// The sort keys of its favorites, besides the date added and the name.
    public var favoriteSorts: [SortKey]
    /// The allowed range of results per batch.
    public var batchSizes: ClosedRange<Int>
    /// The most results that one search returns in all; nil when there is no limit.
    public var resultLimit: Int?
    /// What it understands in a search text.
    public var query: QueryRules
    /// Whether it answers an empty search with trending items.
    public var hasTrending: Bool
    /// The content ratings to choose from, strictest first; empty when it has none.
    public var ratings: [ContentRating]
    /// Whether its client supports `RequestContext`. Only then is it asked to prefetch and to answer from its cache.
    public var supportsRequestPriority: Bool

    public init(
        kind: CatalogKind, host: String, service: String, shape: Shape = .rows, relatedShape: Shape? = nil,
        sorts: [SortKey] = [.bestMatch], favoriteSorts: [SortKey] = [], batchSizes: ClosedRange<Int> = 1...100,
        resultLimit: Int? = nil,
        hasTrending: Bool = false, ratings: [ContentRating] = [],
        supportsRequestPriority: Bool = false, query: QueryRules = QueryRules()
    ) {
        self.kind = kind
        self.host = host
        self.service = service
        self.shape = shape
        self.relatedShape = relatedShape ?? shape
        self.sorts = sorts
        self.favoriteSorts = favoriteSorts
        self.batchSizes = batchSizes
        self.resultLimit = resultLimit
        self.query = query
        self.hasTrending = hasTrending
        self.ratings = ratings
        self.supportsRequestPriority = supportsRequestPriority
    }
}

/// The audience that content is suitable for. Each catalog defines its own; its presentation names them.
public struct ContentRating: RawRepresentable, Sendable, Codable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}
