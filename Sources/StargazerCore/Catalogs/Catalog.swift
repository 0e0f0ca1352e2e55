public import Foundation
public import StargazerLibrary

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
    /// Finds items that files name; nil when it cannot.
    var lookups: (any ItemLookups)? { get }
    /// Optional facts about its items besides the details; nil when there are none.
    var supplements: (any Supplements)? { get }
    /// Trending items found by a formula; nil when there are none, or when an empty search returns them.
    var trending: (any TrendingItems)? { get }
    /// Suggested search terms; nil when it offers none.
    var terms: (any SearchTerms)? { get }
    /// The user's API key, which it requires; nil when it needs none.
    var key: ServiceAPIKey? { get }

    /// Returns the problems that are known without a request. A text with one that blocks searching is not sent.
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
    /// Returns when all searches of the rate limit are allowed again; nil when the server has not said.
    func searchLimitEnd() async -> Date?
    /// Asks the service whether it accepts this key. Does not change the key in use.
    /// - Throws: `.unauthorized` when the service rejects it.
    func check(_ key: Secret) async throws(CatalogFailure)
}

extension Catalog {
    public var relations: (any Relations)? { nil }
    public var documents: (any Documents)? { nil }
    public var documentTexts: (any DocumentTexts)? { nil }
    public var lookups: (any ItemLookups)? { nil }
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
    public func searchLimitEnd() async -> Date? { nil }
}

public protocol Documents: Sendable {
    /// Returns whether the item may have one, without a request.
    func mayHave(_ kind: DocumentKind, of item: Item) -> Bool
    /// Returns nil when there is no such document.
    func document(_ kind: DocumentKind, of item: Item) async throws(CatalogFailure) -> Document?
    /// Reads a text that was stored earlier, without a request. Returns nil if the task was cancelled.
    func document(from stored: StoredDocument, of item: Item) async -> Document?
    /// Returns a document with the colors of the code that it has none for yet (`Document.firstUncolored`). Returns nil
    /// if the task was cancelled.
    func colored(_ document: Document) async -> Document?
}

extension Documents {
    public func colored(_ document: Document) async -> Document? { nil }
}

/// Names a kind of document about an item. The presentations name them for the user.
public struct DocumentKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The item's own description, shown below its details.
    public static let readme = DocumentKind(rawValue: "itself")
}

/// Search terms that a service suggests. They are optional: after a failure, none are shown.
public protocol SearchTerms: Sendable {
    /// Returns the current trending searches, most popular first.
    func trending() async throws(CatalogFailure) -> [String]
    func matching(_ typed: String) async throws(CatalogFailure) -> [String]
}

/// Optional facts about an item, each with its own request. Facts that cannot be loaded are omitted.
public protocol Supplements: Sendable {
    /// Returns the supplements of this item, in the order to load them.
    func kinds(of item: Item) -> [SupplementKind]
    /// Loads one supplement, with the priority `RequestPriority.background`; nil when the item has none.
    func supplement(_ kind: SupplementKind, of item: Item) async throws(CatalogFailure) -> (any SupplementFacts)?
}

/// Names one supplement. Its catalog's presentation shows it.
public struct SupplementKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

public protocol SupplementFacts: Sendable, Hashable {
    func content(formats: Formats, now: Date) -> any CatalogContent
}

/// Everything that a catalog knows about an item.
public struct ItemDetails: Sendable, Hashable {
    public var item: Item
    public var facts: any DetailFacts
    /// Nil for a fresh response.
    public var cached: CachedResponse?
    /// Why they were read without the account's token, as public data; nil if they were not.
    public var refusal: TokenRefusal?

    public init(item: Item, facts: any DetailFacts, cached: CachedResponse? = nil, refusal: TokenRefusal? = nil) {
        self.item = item
        self.facts = facts
        self.cached = cached
        self.refusal = refusal
    }

    public static func == (one: ItemDetails, other: ItemDetails) -> Bool {
        one.item == other.item && one.cached == other.cached && one.refusal == other.refusal
            && one.facts.isEqual(to: other.facts)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(item) }
}
