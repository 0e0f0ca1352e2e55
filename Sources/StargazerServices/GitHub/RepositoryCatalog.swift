public import Foundation
public import StargazerCore
public import StargazerLibrary

public final class RepositoryCatalog: Catalog {
    /// The service's display name, for any server.
    static let service = "GitHub"

    public let profile: CatalogProfile
    public let codec: any ItemCodec = RepositoryCodec()
    public let documents: (any Documents)?
    public let documentTexts: (any DocumentTexts)?
    public let lookups: (any ItemLookups)?
    public let supplements: (any Supplements)?
    public let trending: (any TrendingItems)?
    private var host: String { profile.host }

    private let client: GitHubClient

    public init(client: GitHubClient) {
        self.client = client
        documents = GitHubDocuments(client: client)
        documentTexts = GitHubDocumentTexts(client: client)
        lookups = RepositoryLookups(client: client)
        supplements = RepositorySupplements(client: client)
        trending = TrendingRepositories(client: client)
        profile = CatalogProfile(
            kind: .repositories, host: client.server.host, service: RepositoryCatalog.service,
            sorts: [.bestMatch, .stars, .forks, .helpWantedIssues, .updated], favoriteSorts: [.stars, .pushed],
            batchSizes: GitHubEndpoint.batchSizes, resultLimit: GitHubEndpoint.resultLimit,
            supportsRequestPriority: true,
            query: RepositoryQualifier.rules)
    }

    public convenience init(server: GitHubServer, transport: any HTTPTransport, time: TimeSource) {
        self.init(client: GitHubClient(server: server, transport: transport, time: time))
    }

    public func search(
        _ query: SearchQuery, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        if let problem = problems(in: query.text).first(where: \.blocksSearch) { throw .badQuery(problem) }
        let query = query.inCatalogText(rules: profile.query, now: client.now)
        if let cursor, let sliced = try SlicedSearchCursor(cursor) { return try await batch(of: sliced, query) }
        do throws(CatalogFailure) {
            let (batch, _) = try await batch(of: query, after: cursor?.opaque)
            return batch
        } catch {
            return try SearchPages.batch(insteadOf: error, isFirst: cursor == nil)
        }
    }

    private func batch(
        of query: SearchQuery, after page: String?
    ) async throws(CatalogFailure) -> (ResultBatch, total: Int) {
        let url = try SearchPages.address(.repositorySearch(query), after: page, on: client.server)
        let response = try await client.get(url, bucket: .search)
        let payload = try ResponseJSON.read(RepositorySearchPayload.self, from: response.body, what: "search")
        var end = try SearchPages.end(of: response, requested: url, total: payload.totalCount)
        if case .resultLimit(let limit, _) = end {
            end = .resultLimit(limit: limit, beyond: slices(of: query.text, total: payload.totalCount))
        }
        let batch = ResultBatch(
            // A page larger than the maximum would create that many rows.
            items: payload.items.values.prefix(GitHubEndpoint.batchSizes.upperBound).map { Item($0, host: host) },
            total: payload.totalCount, isIncomplete: payload.incompleteResults ?? false,
            unreadable: payload.items.unreadable, end: end, cached: response.cached)
        return (batch, payload.totalCount)
    }

    /// Returns a cursor for the results beyond the search limit, or nil if the query cannot be split.
    private func slices(of text: String, total: Int) -> BatchCursor? {
        let slices = CreationDateSlices(
            of: text, total: total, resultLimit: GitHubEndpoint.resultLimit, rules: profile.query, now: client.now)
        return slices.flatMap { SlicedSearchCursor($0).cursor }
    }

    private func batch(
        of sliced: SlicedSearchCursor, _ query: SearchQuery
    ) async throws(CatalogFailure) -> ResultBatch {
        var (sliced, asked) = (sliced, query)
        guard let text = sliced.slices.query(rules: profile.query) else { throw .unexpected(code: "slice-cursor") }
        if let problem = problems(in: text).first(where: \.blocksSearch) { throw .badQuery(problem) }
        asked.text = text
        var (batch, total) = try await batch(of: asked, after: sliced.page)
        batch.end = try sliced.end(after: batch.end, total: total)
        batch.total = sliced.slices.total
        batch.slices = sliced.slices.count
        return batch
    }

    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == host else { throw .otherServer(host: item.id.host) }
        guard let repository = item.repository else { throw .unexpected(code: "foreign-item") }
        // Another repository may have taken over the name. The ID identifies the right one.
        if let path = repository.path {
            let named = try await details(.repository(path), requested: repository.fullName)
            if named.item.id == item.id { return named }
        }
        return try await details(
            .repositoryByID(item.id.id), requested: repository.fullName, of: repository.owner)
    }

    /// Parses `stargazer://repo/OWNER/NAME` and `https://github.com/OWNER/NAME`, also where another server is in use.
    public func reference(by link: AppLink) -> ItemReference? {
        let otherHost: String?
        switch link.origin {
        case .appScheme("repo"): otherHost = nil
        case .web(let host) where client.server.hasPages(on: host): otherHost = nil
        case .web(let host) where host == GitHubServer.gitHub.webHost: otherHost = host
        case .appScheme, .web: return nil
        }
        guard link.path.count == 2, GitHubUsername.mayExist(link.path[0]), !GitHubUsername.isReserved(link.path[0]),
            link.path[1].utf8.count <= Self.maxNameLength
        else { return nil }
        return ItemReference(catalog: .repositories, path: link.path, otherHost: otherHost)
    }

    /// GitHub's limit for repository names, in bytes.
    private static let maxNameLength = 100

    public func details(of reference: ItemReference) async throws(CatalogFailure) -> ItemDetails {
        guard reference.catalog == .repositories, let path = RepositoryPath(reference.name) else {
            throw .unexpected(code: "foreign-name")
        }
        if let other = reference.otherHost { throw .otherServer(host: other) }
        return try await details(
            .repository(path), requested: reference.name)
    }

    /// Returns the ID that a name leads to now; nil where there is none. Leaves the user half of the limit.
    public func id(of path: RepositoryPath, on host: String) async throws(CatalogFailure) -> ItemID? {
        guard host == self.host else { throw .otherServer(host: host) }
        let result = await RequestContext.$current.withValue(RequestContext(.preview)) {
            () async -> Result<ItemDetails, CatalogFailure> in
            do throws(CatalogFailure) {
                return .success(try await details(.repository(path), requested: path.description))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .failure(.gone), .failure(.blocked): return nil
        case .failure(let failure): throw failure
        case .success(let details):
            // What was cached earlier tells nothing about now.
            if let failure = details.cached?.failure { throw failure }
            return details.item.id
        }
    }

    public func searchesLeft() async -> Int? { client.remaining(.search) }
    public func searchLimitEnd() async -> Date? { client.limitEnd(.search) }

    /// - Parameter name: the known `owner/name`; the comparison ignores case.
    private func details(
        _ endpoint: GitHubEndpoint, requested name: String, of owner: String? = nil
    ) async throws(CatalogFailure) -> ItemDetails {
        let response = try await client.get(endpoint.url(on: client.server), bucket: .core, of: owner)
        let payload = try ResponseJSON.read(FullRepositoryPayload.self, from: response.body, what: "repository")
        let isMoved = payload.repository.fullName.lowercased() != name.lowercased()
        var details = ItemDetails(payload, movedFrom: isMoved ? name : nil, host: host)
        (details.cached, details.refusal) = (response.cached, response.refusal)
        return details
    }
}

/// The cursor beyond a search's limit: slices by creation date, searched page by page in the requested order.
struct SlicedSearchCursor: Codable {
    private(set) var slices: CreationDateSlices
    /// The next page of the slice; nil for the first.
    private(set) var page: String?

    private static let prefix = "slices "

    init(_ slices: CreationDateSlices) { self.slices = slices }

    /// Returns nil for a cursor of another kind.
    init?(_ cursor: BatchCursor) throws(CatalogFailure) {
        guard cursor.opaque.hasPrefix(Self.prefix) else { return nil }
        let body = Data(cursor.opaque.dropFirst(Self.prefix.count).utf8)
        do { self = try JSONDecoder().decode(Self.self, from: body) } catch { throw .unreadable(code: "slice-cursor") }
    }

    var cursor: BatchCursor? {
        (try? JSONEncoder().encode(self)).map { BatchCursor(Self.prefix + String(decoding: $0, as: UTF8.self)) }
    }

    /// Records a response and returns what follows. A slice with too many results shows its first page, and again in
    /// parts.
    mutating func end(after end: BatchEnd, total: Int) throws(CatalogFailure) -> BatchEnd {
        let isRead = page != nil || slices.record(total: total)
        page = nil
        if isRead {
            if case .more(let next) = end { page = next.opaque } else { slices.next() }
        }
        if slices.isOver { return slices.hasGap ? .resultLimit(limit: GitHubEndpoint.resultLimit) : .complete }
        guard let cursor else { throw .unexpected(code: "slice-cursor") }
        return .more(cursor)
    }
}

/// GitHub's API has no such list. This is a public search instead: repositories created since a date, most stars first.
final class TrendingRepositories: TrendingItems {
    let periods = TrendingPeriod.allCases
    let filterQualifier: QualifierName? = .language

    private let client: GitHubClient

    init(client: GitHubClient) { self.client = client }

    /// Number of trending repositories, which are also the source of the trending topics.
    private static let batchSize = 100
    /// A topic of a single repository is not a trend.
    private static let minimumTopicCount = 2

    func query(_ choice: TrendingChoice, now: Date) -> SearchQuery {
        let day = Self.since(choice.period, now: now).formatted(.iso8601.year().month().day())
        let language = choice.filterValue.flatMap(RepositoryQualifier.language).map { " \($0)" } ?? ""
        return SearchQuery(text: "created:>=\(day)\(language)", sort: ItemOrder(.stars), batchSize: Self.batchSize)
    }

    func cached(_ choice: TrendingChoice) async -> TrendingBatch? {
        await RequestContext.$current.withValue(RequestContext(cachePolicy: .cacheOnly)) { try? await ask(choice) }
    }

    func ask(_ choice: TrendingChoice) async throws(CatalogFailure) -> TrendingBatch {
        let now = client.now
        let url = GitHubEndpoint.repositorySearch(query(choice, now: now)).url(on: client.server)
        let response = try await client.get(url, bucket: .search, cachedAs: name(choice))
        return try batch(response, choice, at: response.cached?.at ?? now)
    }

    /// Returns the cache key. The URL contains a date and changes every day.
    private func name(_ choice: TrendingChoice) -> String {
        "trending \(client.server.host) \(choice.period) \(choice.filterValue ?? "")"
    }

    private func batch(
        _ response: HTTPResponse, _ choice: TrendingChoice, at: Date
    ) throws(CatalogFailure) -> TrendingBatch {
        let payload = try ResponseJSON.read(RepositorySearchPayload.self, from: response.body, what: "trending")
        let items = payload.items.values.prefix(Self.batchSize).map { Item($0, host: client.server.host) }
        return TrendingBatch(
            items: items, terms: Self.terms(of: items), since: Self.since(choice.period, now: at), at: at,
            failure: response.cached?.failure)
    }

    /// Returns the topics of two or more repositories, most frequent first.
    private static func terms(of items: [Item]) -> [TrendingTerm] {
        var counts: [String: Int] = [:]
        for item in items { for topic in Set(item.repository?.topics ?? []) { counts[topic, default: 0] += 1 } }
        return counts.filter { $0.value >= minimumTopicCount }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .compactMap { topic, _ in RepositoryQualifier.topic(topic).map { TrendingTerm(topic, query: $0) } }
    }

    /// Returns the start of the day in UTC, as GitHub reads a date without a time.
    private static func since(_ period: TrendingPeriod, now: Date) -> Date {
        let day: TimeInterval = 24 * 3600
        let today = (now.timeIntervalSince1970 / day).rounded(.down)
        return Date(timeIntervalSince1970: (today - Double(period.days)) * day)
    }
}
