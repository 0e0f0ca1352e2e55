/// What a catalog is and can do. The user interface offers nothing else.
public struct CatalogProfile: Sendable, Hashable {
    /// How its items are shown.
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

/// A source of items that is searched page by page. The user interface knows catalogs only through this protocol.
public protocol Catalog: Sendable {
    var profile: CatalogProfile { get }
    /// How its items are encoded; the same for every server of the catalog.
    var codec: any ItemCodec { get }
    /// Lists related to an item; nil when there are none.
    var relations: (any Relations)? { get }
    /// Documents about its items, such as READMEs; nil when there are none.
    var documents: (any Documents)? { get }
    /// The texts of many items, for search; nil when there are none.
    var documentTexts: (any DocumentTexts)? { get }
    /// Optional facts about its items besides the details; nil when there are none.
    var supplements: (any Supplements)? { get }
    /// Trending items found by a formula; nil when there are none, or when an empty search returns them.
    var trending: (any TrendingItems)? { get }
    /// Suggested search terms; nil when it offers none.
    var terms: (any SearchTerms)? { get }
    /// The user's API key, which it requires; nil when it needs none.
    var key: ServiceAPIKey? { get }

    /// Returns the problems in a search text that are known without a request.
    /// A text with a problem that blocks searching is not sent.
    func problems(in text: String) -> [QueryProblem]
    /// - Parameter cursor: nil for the first batch, otherwise the cursor from the previous batch.
    func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch
    func details(of item: Item) async throws(CatalogFailure) -> ItemDetails
    /// Returns the item that an address names, or nil when it names something else.
    func reference(by link: AppLink) -> ItemReference?
    func details(of reference: ItemReference) async throws(CatalogFailure) -> ItemDetails
    /// Returns the item that a typed name refers to, or nil when the text is not a name.
    /// - Throws: `.badQuery` for a name that cannot exist.
    func reference(named text: String) throws(CatalogFailure) -> ItemReference?
    /// Returns a partial list item with the missing facts that its row shows, or nil when they are not available now.
    /// Called for visible rows, with the priority `RequestPriority.background`.
    func completed(_ item: Item) async -> Item?
    /// Returns the number of searches left in the rate limit; nil when the server has not said.
    func searchesLeft() async -> Int?
    /// Asks the service whether it accepts this key. Does not change the key in use.
    /// - Throws: `.unauthorized` when the service rejects it.
    func check(_ key: Secret) async throws(CatalogFailure)
}

extension Catalog {
    public var relations: (any Relations)? { nil }
    public var documents: (any Documents)? { nil }
    public var documentTexts: (any DocumentTexts)? { nil }
    public var supplements: (any Supplements)? { nil }
    public var trending: (any TrendingItems)? { nil }
    public var terms: (any SearchTerms)? { nil }
    public func reference(by link: AppLink) -> ItemReference? { nil }
    public func details(of reference: ItemReference) async throws(CatalogFailure) -> ItemDetails {
        throw .unexpected(code: "reference")
    }
    public func reference(named text: String) throws(CatalogFailure) -> ItemReference? { nil }
    public func problems(in text: String) -> [QueryProblem] { profile.query.problems(in: text) }
    public var key: ServiceAPIKey? { nil }
    public func check(_ key: Secret) async throws(CatalogFailure) {}
    public func completed(_ item: Item) async -> Item? { nil }
    public func searchesLeft() async -> Int? { nil }
}

/// Lists related to an item: a person's followers, an owner's repositories.
public protocol Relations: Sendable {
    /// Returns the lists offered for this item, in display order.
    func kinds(of item: Item) -> [RelationKind]
    /// - Parameter cursor: nil for the first batch, otherwise the cursor from the previous batch.
    func items(
        _ kind: RelationKind, of item: Item, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch
    /// Returns the length of a list; nil when it is unknown before the list is loaded.
    func size(of kind: RelationKind, of item: Item) -> ListSize?
    /// Loads the length of a list whose `size(of:of:)` is nil.
    func loadSize(_ kind: RelationKind, of item: Item) async throws(CatalogFailure) -> ListSize?
    /// Returns the lists in which two items can be compared, in display order; empty for none.
    func comparableLists(of item: Item) -> [RelationKind]
    /// Returns the inverse list: a person in both lists is a mutual follow. Nil when there is none.
    func opposite(of kind: RelationKind) -> RelationKind?
    /// Returns the number of list requests left in the rate limit; nil when the server has not said.
    func requestsLeft() async -> Int?
}

extension Relations {
    public func size(of kind: RelationKind, of item: Item) -> ListSize? { nil }
    public func opposite(of kind: RelationKind) -> RelationKind? { nil }
    public func comparableLists(of item: Item) -> [RelationKind] { [] }
    public func loadSize(_ kind: RelationKind, of item: Item) async throws(CatalogFailure) -> ListSize? {
        size(of: kind, of: item)
    }
    public func requestsLeft() async -> Int? { nil }
}

/// Documents about items, such as READMEs.
public protocol Documents: Sendable {
    /// Returns whether the item may have one, without a request.
    func mayHave(_ kind: DocumentKind, of item: Item) -> Bool
    /// Returns nil when there is no such document.
    func document(_ kind: DocumentKind, of item: Item) async throws(CatalogFailure) -> Document?
}

/// Names a kind of document about an item. The presentations name them for the user.
public struct DocumentKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The item's own description, shown below its details.
    public static let readme = DocumentKind(rawValue: "itself")
}

/// Names a kind of related list. The presentations name them for the user.
public struct RelationKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}
