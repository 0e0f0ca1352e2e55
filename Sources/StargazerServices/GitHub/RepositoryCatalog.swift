import Foundation
public import StargazerCore

/// A catalog of GitHub repositories, through its REST API.
public final class RepositoryCatalog: Catalog {
    /// The service's display name, for any server.
    static let service = "GitHub"

    public let profile: CatalogProfile
    public let codec: any ItemCodec = RepositoryCodec()
    public let documents: (any Documents)?
    public let documentTexts: (any DocumentTexts)?
    public let supplements: (any Supplements)?
    public let trending: (any TrendingItems)?
    private var host: String { profile.host }

    private let client: GitHubClient

    public init(client: GitHubClient) {
        self.client = client
        documents = GitHubDocuments(client: client)
        documentTexts = GitHubDocumentTexts(client: client)
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
        if let cursor, let sliced = try SlicedSearchCursor(cursor) { return try await batch(of: sliced, query) }
        do throws(CatalogFailure) {
            let (batch, _) = try await batch(of: query, after: cursor?.opaque)
            return batch
        } catch {
            return try SearchPages.batch(insteadOf: error, isFirst: cursor == nil)
        }
    }

    /// Returns one page and the server's total.
    private func batch(
        of query: SearchQuery, after page: String?
    ) async throws(CatalogFailure) -> (ResultBatch, total: Int) {
        let url = try SearchPages.address(.repositorySearch(query), after: page, on: client.server)
        let response = try await client.get(url, bucket: .search)
        let payload = try ResponseJSON.read(RepositorySearchPayload.self, from: response.body, what: "search")
        var end = SearchPages.end(of: response, asked: url, total: payload.totalCount)
        if case .resultLimit(let limit, _) = end {
            end = .resultLimit(limit: limit, beyond: slices(of: query.text, total: payload.totalCount))
        }
        let batch = ResultBatch(
            // A page larger than the maximum would create that many rows.
            items: payload.items.prefix(GitHubEndpoint.batchSizes.upperBound).map { Item($0, host: host) },
            total: payload.totalCount, isIncomplete: payload.incompleteResults ?? false, end: end,
            cached: response.cached)
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
        let named = try await details(
            .repository(owner: repository.owner, name: repository.name), asked: repository.fullName)
        // Another repository may have taken over the name. The ID identifies the right one.
        guard named.item.id != item.id else { return named }
        return try await details(.repositoryByID(item.id.id), asked: repository.fullName)
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
        guard link.path.count == 2, GitHubUsername.parse(link.path[0]) == link.path[0],
            GitHubUsername.problem(of: link.path[0]) == nil, !GitHubUsername.isReserved(link.path[0]),
            link.path[1].utf8.count <= Self.maxNameLength
        else { return nil }
        return ItemReference(catalog: .repositories, path: link.path, otherHost: otherHost)
    }

    /// GitHub's limit for repository names, in bytes.
    private static let maxNameLength = 100

    public func details(of reference: ItemReference) async throws(CatalogFailure) -> ItemDetails {
        guard reference.catalog == .repositories, reference.path.count == 2 else {
            throw .unexpected(code: "foreign-name")
        }
        if let other = reference.otherHost { throw .otherServer(host: other) }
        return try await details(.repository(owner: reference.path[0], name: reference.path[1]), asked: reference.name)
    }

    public func searchesLeft() async -> Int? { client.remaining(.search) }

    /// - Parameter name: the known `owner/name`; the comparison ignores case.
    private func details(
        _ endpoint: GitHubEndpoint, asked name: String
    ) async throws(CatalogFailure) -> ItemDetails {
        let response = try await client.get(endpoint.url(on: client.server), bucket: .core)
        let payload = try ResponseJSON.read(FullRepositoryPayload.self, from: response.body, what: "repository")
        let isMoved = payload.repository.fullName.lowercased() != name.lowercased()
        var details = ItemDetails(payload, movedFrom: isMoved ? name : nil, host: host)
        details.cached = response.cached
        return details
    }
}
