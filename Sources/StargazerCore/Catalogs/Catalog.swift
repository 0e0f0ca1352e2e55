/// What a catalog is and can do, so that the screens offer no more.
public struct CatalogProfile: Sendable, Hashable {
    /// How its items are shown.
    public enum Shape: Sendable, Hashable {
        case rows
        case cells
    }

    public var kind: CatalogKind
    /// The host part of the `ItemID`s it makes.
    public var host: String
    /// What people call the service; the same in every language.
    public var service: String
    public var shape: Shape
    /// The orders of its results, best first. Never empty.
    public var sorts: [SortKey]
    /// What its favorites can be put in order by, beside when they were added and by name.
    public var favoriteSorts: [SortKey]
    /// The allowed range of results per batch.
    public var batchSizes: ClosedRange<Int>
    /// The most results one search ever gives; nil when there is no limit.
    public var resultLimit: Int?
    /// What it understands in the text of a search.
    public var query: QueryRules
    /// Whether it answers a search for nothing, by what many look at just now.
    public var hasTrending: Bool
    /// What its items may be rated at the most, the strictest first; empty where it does not rate them.
    public var ratings: [ContentRating]
    /// Whether its client heeds how urgent a question is (`RequestPriority`): then it is also asked for what nobody waits for yet,
    /// and for what it kept of an earlier answer.
    public var supportsRequestPriority: Bool

    public init(
        kind: CatalogKind, host: String, service: String, shape: Shape = .rows, sorts: [SortKey] = [.bestMatch],
        favoriteSorts: [SortKey] = [], batchSizes: ClosedRange<Int> = 1...100, resultLimit: Int? = nil,
        hasTrending: Bool = false, ratings: [ContentRating] = [],
        supportsRequestPriority: Bool = false, query: QueryRules = QueryRules()
    ) {
        self.kind = kind
        self.host = host
        self.service = service
        self.shape = shape
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

/// For whom something is fit. Each catalog names its own; the faces have the words.
public struct ContentRating: RawRepresentable, Sendable, Codable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A source of items that is searched page by page. The screens know catalogs only through it.
public protocol Catalog: Sendable {
    var profile: CatalogProfile { get }
    /// How its items are written; the same for every server of the catalog.
    var codec: any ItemCodec { get }
    /// What leads from one item to others; nil when nothing does.
    var relations: (any Relations)? { get }
    /// What is written about its items at length; nil when nothing is.
    var documents: (any Documents)? { get }
    /// What is nice to know of its items beside their details; nil when nothing is.
    var supplements: (any Supplements)? { get }
    /// What many look at just now, by a formula; nil where there is none, or where a search for nothing tells it.
    var trending: (any TrendingItems)? { get }
    /// Words that it offers to search for; nil where it offers none.
    var terms: (any TrendingSearches)? { get }
    /// The person's key, without which it answers nothing; nil where it needs none.
    var key: APIKey? { get }

    /// What is wrong with a text, or not understood, as far as is known without asking. One that is refused is not sent.
    func problems(in text: String) -> [QueryProblem]
    /// - Parameter cursor: nil for the first batch, else what the batch before gave.
    func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch
    func details(of item: Item) async throws(CatalogFailure) -> ItemDetails
    /// What an address names here; nil for addresses of anything else.
    func reference(by link: AppLink) -> ItemReference?
    func details(of reference: ItemReference) async throws(CatalogFailure) -> ItemDetails
    /// What a name that somebody typed names here; nil for what is no name.
    /// - Throws: `.badQuery` for what nothing can be called.
    func reference(named text: String) throws(CatalogFailure) -> ItemReference?
    /// An item of which a list told only a part, with the rest that its row has room for; asked for rows that show, as
    /// what is merely nice to know (`RequestPriority.background`). Nil when it is not to be had now.
    func completed(_ item: Item) async -> Item?
    /// Searches that the server will still answer now; nil when it has not said.
    func searchesLeft() async -> Int?
    /// Asks the service whether it takes this key; what is in use stays.
    /// - Throws: `.unauthorized` when it does not.
    func check(_ key: Secret) async throws(CatalogFailure)
}

extension Catalog {
    public var relations: (any Relations)? { nil }
    public var documents: (any Documents)? { nil }
    public var supplements: (any Supplements)? { nil }
    public var trending: (any TrendingItems)? { nil }
    public var terms: (any TrendingSearches)? { nil }
    public func reference(by link: AppLink) -> ItemReference? { nil }
    public func details(of reference: ItemReference) async throws(CatalogFailure) -> ItemDetails {
        throw .unexpected(code: "sought")
    }
    public func reference(named text: String) throws(CatalogFailure) -> ItemReference? { nil }
    public func problems(in text: String) -> [QueryProblem] { profile.query.problems(in: text) }
    public var key: APIKey? { nil }
    public func check(_ key: Secret) async throws(CatalogFailure) {}
    public func completed(_ item: Item) async -> Item? { nil }
    public func searchesLeft() async -> Int? { nil }
}

/// Lists that lead from an item to others: who follows a person, what an owner has.
public protocol Relations: Sendable {
    /// In the order they are offered for this item.
    func kinds(of item: Item) -> [RelationKind]
    /// - Parameter cursor: nil for the first batch, else what the batch before gave.
    func items(
        _ kind: RelationKind, of item: Item, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch
    /// How long a list is; nil when nobody can tell before it is asked for.
    func size(of kind: RelationKind, of item: Item) -> ListSize?
    /// The same, asked for where there is no other way to know.
    func loadSize(_ kind: RelationKind, of item: Item) async throws(CatalogFailure) -> ListSize?
    /// The lists of which two items may have something in common, in the order they are shown; empty for none.
    func comparableLists(of item: Item) -> [RelationKind]
    /// The list that leads the other way: who is in both is so in turn. Nil where there is none.
    func opposite(of kind: RelationKind) -> RelationKind?
    /// Requests for lists that the server will still answer now; nil when it has not said.
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

/// What is written about items at length, such as a README.
public protocol Documents: Sendable {
    /// Whether there may be one about this item, as far as can be told without asking.
    func mayHave(_ kind: DocumentKind, of item: Item) -> Bool
    /// Nil when nobody has written any.
    func document(_ kind: DocumentKind, of item: Item) async throws(CatalogFailure) -> Document?
}

/// Names what of all that is written about an item is meant; the faces have the words.
public struct DocumentKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// What it says of itself, which stands below its details.
    public static let readme = DocumentKind(rawValue: "itself")
}

/// Names one relation; the faces have the words.
public struct RelationKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}
