import Foundation
public import StargazerCore

/// GitHub's repositories, searched and looked up through its REST API.
public final class GitHubCatalog: Catalog {
    /// What people call it, whichever server it is.
    static let service = "GitHub"

    public let profile: CatalogProfile
    public let codec: any ItemCodec = RepositoryCodec()
    public let documents: (any Documents)?
    public let supplements: (any Supplements)?
    public let trending: (any Trending)?
    private var host: String { profile.host }

    private let client: GitHubClient

    public init(client: GitHubClient) {
        self.client = client
        documents = GitHubDocuments(client: client)
        supplements = RepositorySupplements(client: client)
        trending = TrendingRepositories(client: client)
        profile = CatalogProfile(
            kind: .repositories, host: client.server.host, service: GitHubCatalog.service,
            sorts: [.bestMatch, .stars, .forks, .helpWantedIssues, .updated], favoriteSorts: [.stars, .pushed],
            batchSizes: GitHubEndpoint.batchSizes, ceiling: GitHubEndpoint.ceiling, heedsUrgency: true,
            query: RepositoryQualifier.rules)
    }

    public convenience init(server: GitHubServer, transport: any HTTPTransport, time: TimeSource) {
        self.init(client: GitHubClient(server: server, transport: transport, time: time))
    }

    public func search(
        _ query: SearchQuery, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        if let flaw = flaws(in: query.text).first(where: \.isRefused) { throw .badQuery(flaw) }
        if let cursor, let sliced = try SlicedSearch(cursor) { return try await batch(of: sliced, query) }
        do throws(CatalogFailure) {
            let (batch, _) = try await batch(of: query, after: cursor?.opaque)
            return batch
        } catch {
            return try SearchPages.batch(insteadOf: error, isFirst: cursor == nil)
        }
    }

    /// One page, and what the server said on it of how many there are.
    private func batch(
        of query: SearchQuery, after page: String?
    ) async throws(CatalogFailure) -> (ResultBatch, total: Int) {
        let url = try SearchPages.address(.repositorySearch(query), after: page, on: client.server)
        let response = try await client.get(url, bucket: .search)
        let payload = try AnswerJSON.read(RepositorySearchPayload.self, from: response.body, what: "search")
        var end = SearchPages.end(of: response, asked: url, total: payload.totalCount)
        if case .ceiling(let limit, _) = end {
            end = .ceiling(limit: limit, beyond: slices(of: query.text, total: payload.totalCount))
        }
        let batch = ResultBatch(
            // More than the largest page there is would become as many rows.
            items: payload.items.prefix(GitHubEndpoint.batchSizes.upperBound).map { Item($0, host: host) },
            total: payload.totalCount, isIncomplete: payload.incompleteResults ?? false, end: end, kept: response.kept)
        return (batch, payload.totalCount)
    }

    /// The way on where there are more than one search gives; nil where the text cannot be divided.
    private func slices(of text: String, total: Int) -> BatchCursor? {
        let slices = CreationSlices(
            of: text, total: total, ceiling: GitHubEndpoint.ceiling, rules: profile.query, now: client.now)
        return slices.flatMap { SlicedSearch($0).cursor }
    }

    private func batch(
        of sliced: SlicedSearch, _ query: SearchQuery
    ) async throws(CatalogFailure) -> ResultBatch {
        var (sliced, asked) = (sliced, query)
        guard let text = sliced.slices.query(rules: profile.query) else { throw .unexpected(code: "slice-cursor") }
        if let flaw = flaws(in: text).first(where: \.isRefused) { throw .badQuery(flaw) }
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
        // Another repository may have taken the name over; the number stays with the one that was meant.
        guard named.item.id != item.id else { return named }
        return try await details(.repositoryByID(item.id.id), asked: repository.fullName)
    }

    /// `stargazer://repo/OWNER/NAME`, and its page `https://github.com/OWNER/NAME`.
    public func sought(by link: AppLink) -> SoughtItem? {
        guard [.own("repo"), .web(host: client.server.site)].contains(link.place), link.path.count == 2,
            UserName.lone(in: link.path[0]) == link.path[0], UserName.flaw(of: link.path[0]) == nil,
            link.path[1].utf8.count <= Self.longestName
        else { return nil }
        return SoughtItem(catalog: .repositories, path: link.path)
    }

    /// GitHub allows no longer name of a repository.
    private static let longestName = 100

    public func details(of sought: SoughtItem) async throws(CatalogFailure) -> ItemDetails {
        guard sought.catalog == .repositories, sought.path.count == 2 else { throw .unexpected(code: "foreign-name") }
        return try await details(.repository(owner: sought.path[0], name: sought.path[1]), asked: sought.name)
    }

    public func searchesLeft() async -> Int? { client.remaining(.search) }

    /// - Parameter name: `owner/name` as it was known; names are compared without regard to case.
    private func details(
        _ endpoint: GitHubEndpoint, asked name: String
    ) async throws(CatalogFailure) -> ItemDetails {
        let response = try await client.get(endpoint.url(on: client.server), bucket: .core)
        let payload = try AnswerJSON.read(FullRepositoryPayload.self, from: response.body, what: "repository")
        let isMoved = payload.repository.fullName.lowercased() != name.lowercased()
        var details = ItemDetails(payload, movedFrom: isMoved ? name : nil, host: host)
        details.kept = response.kept
        return details
    }
}
