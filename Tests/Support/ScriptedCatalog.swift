public import Foundation
public import StargazerCore
public import StargazerLibrary
import Synchronization

/// A catalog that answers as a test scripts it, and caches nothing.
///
/// A call waits until it is answered, or `reply` answers it at once. By default a cancelled search is answered
/// `.cancelled`, as by the network. With `ignoresCancellation` its answer comes late.
public final class ScriptedCatalog: Catalog {
    public struct Request: Sendable, Hashable {
        public var query: SearchQuery
        public var cursor: BatchCursor?
    }

    public typealias Response = Result<ResultBatch, CatalogFailure>
    public typealias DetailsResponse = Result<ItemDetails, CatalogFailure>

    private struct State {
        var requests: [Request] = []
        var reply: (@Sendable (Request) -> Response)?
        var items: [Item] = []
        var detailsReply: (@Sendable (Item) -> DetailsResponse)?
        var reference: [ItemReference] = []
        var searchesLeft: Int?
        var limitEnd: Date?
    }

    public let profile: CatalogProfile
    public let codec: any ItemCodec = RepositoryCodec()
    /// Nil unless a test sets relations.
    public let scriptedRelations: ScriptedRelations?
    public var relations: (any Relations)? { scriptedRelations }
    public let documents: (any Documents)?
    public let documentTexts: (any DocumentTexts)?
    public let lookups: (any ItemLookups)?
    public let supplements: (any Supplements)?
    public let trending: (any TrendingItems)?
    public let key: ServiceAPIKey?
    public let scriptedTerms: ScriptedSearchTerms?
    public var terms: (any SearchTerms)? { scriptedTerms }
    private let searches: PendingRequests<ResultBatch>
    private let detailed = PendingRequests<ItemDetails>("details")
    private let named = PendingRequests<ItemDetails>("reference")
    private let state = Mutex(State())

    public init(
        _ kind: CatalogKind = .repositories, host: String = "test", service: String = "Test",
        batchSizes: ClosedRange<Int> = 1...100,
        resultLimit: Int? = 1_000, ignoresCancellation: Bool = false, relations: ScriptedRelations? = nil,
        documents: ScriptedDocuments? = nil, documentTexts: ScriptedDocumentTexts? = nil,
        lookups: ScriptedLookups? = nil, supplements: ScriptedSupplements? = nil,
        trending: ScriptedTrending? = nil, terms: ScriptedSearchTerms? = nil, hasTrending: Bool = false,
        key: ServiceAPIKey? = nil,
        ratings: [ContentRating] = [], supportsRequestPriority: Bool = false, query: QueryRules = QueryRules()
    ) {
        self.trending = trending
        self.key = key
        scriptedTerms = terms
        self.documents = documents
        self.documentTexts = documentTexts
        self.lookups = lookups
        self.supplements = supplements
        scriptedRelations = relations
        profile = CatalogProfile(
            kind: kind, host: host, service: service,
            sorts: [.bestMatch, .stars, .forks, .helpWantedIssues, .updated], favoriteSorts: [.stars, .pushed],
            batchSizes: batchSizes, resultLimit: resultLimit, hasTrending: hasTrending, ratings: ratings,
            supportsRequestPriority: supportsRequestPriority,
            query: query)
        searches = PendingRequests("search", ignoresCancellation: ignoresCancellation)
    }

    /// The sent searches, in order.
    public var requests: [Request] { state.withLock { $0.requests } }
    /// The texts of the sent searches, in order.
    public var texts: [String] { requests.map(\.query.text) }
    /// The items whose details were requested, in order.
    public var requestedDetails: [Item] { state.withLock { $0.items } }
    /// The number of searches that were cancelled.
    public var cancelledCount: Int { searches.cancelledCount }

    /// Answers each search at once.
    public func reply(_ reply: @escaping @Sendable (Request) -> Response) { state.withLock { $0.reply = reply } }

    /// Answers each details request at once.
    public func replyDetails(_ reply: @escaping @Sendable (Item) -> DetailsResponse) {
        state.withLock { $0.detailsReply = reply }
    }

    /// - Parameter end: when all searches are allowed again.
    public func setSearchesLeft(_ count: Int?, until end: Date? = nil) {
        state.withLock { ($0.searchesLeft, $0.limitEnd) = (count, end) }
    }

    /// Answers the search number `index` as soon as it is sent.
    public func respond(_ index: Int, _ response: Response) async { await searches.respond(index, response) }

    /// Answers the details request number `index` as soon as it is sent.
    public func respondDetails(_ index: Int, _ response: DetailsResponse) async {
        await detailed.respond(index, response)
    }

    public func search(
        _ query: SearchQuery, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        if RequestContext.current.cachePolicy == .cacheOnly { throw .notCached }
        let request = Request(query: query, cursor: cursor)
        let (index, reply) = state.withLock { state in
            state.requests.append(request)
            return (state.requests.count - 1, state.reply)
        }
        if let reply { return try reply(request).get() }
        return try await searches.wait(index)
    }

    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        if RequestContext.current.cachePolicy == .cacheOnly { throw .notCached }
        let (index, reply) = state.withLock { state in
            state.items.append(item)
            return (state.items.count - 1, state.detailsReply)
        }
        if let reply { return try reply(item).get() }
        return try await detailed.wait(index)
    }

    /// Returns a reference for a single word that does not begin with a hyphen.
    public func reference(named text: String) throws(CatalogFailure) -> ItemReference? {
        if text.hasPrefix("-") { throw .badQuery(.nameHyphens) }
        return text.isEmpty || text.contains(" ") ? nil : ItemReference(catalog: profile.kind, path: [text])
    }

    public func details(of reference: ItemReference) async throws(CatalogFailure) -> ItemDetails {
        let index = state.withLock { state in
            state.reference.append(reference)
            return state.reference.count - 1
        }
        return try await named.wait(index)
    }

    /// Answers the lookup by name number `index` as soon as it is sent.
    public func respondReference(_ index: Int, _ response: DetailsResponse) async {
        await named.respond(index, response)
    }

    public func searchesLeft() async -> Int? { state.withLock { $0.searchesLeft } }
    public func searchLimitEnd() async -> Date? { state.withLock { $0.limitEnd } }
}
