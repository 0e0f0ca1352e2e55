import Foundation
public import StargazerCore

/// GitHub's repositories, searched and looked up through its REST API.
public final class GitHubCatalog: Catalog {
    /// What people call it, whichever server it is.
    static let service = "GitHub"

    public let profile: CatalogProfile
    public let codec: any ItemCodec = RepositoryCodec()
    public let documents: (any Documents)?
    private var host: String { profile.host }

    private let client: GitHubClient

    public init(client: GitHubClient) {
        self.client = client
        documents = GitHubDocuments(client: client)
        profile = CatalogProfile(
            kind: .repositories, host: client.server.host, service: GitHubCatalog.service,
            sorts: [.bestMatch, .stars, .forks, .helpWantedIssues, .updated], favoriteSorts: [.stars, .pushed],
            batchSizes: GitHubEndpoint.batchSizes, ceiling: GitHubEndpoint.ceiling, query: RepositoryQualifier.rules)
    }

    public convenience init(server: GitHubServer, transport: any HTTPTransport, time: TimeSource) {
        self.init(client: GitHubClient(server: server, transport: transport, time: time))
    }

    public func search(
        _ query: SearchQuery, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        if let flaw = flaws(in: query.text).first(where: \.isRefused) { throw .badQuery(flaw) }
        let url = try SearchPages.address(.repositorySearch(query), after: cursor?.opaque, on: client.server)
        do throws(CatalogFailure) {
            let response = try await client.get(url, bucket: .search)
            let payload = try AnswerJSON.read(RepositorySearchPayload.self, from: response.body, what: "search")
            return ResultBatch(
                // More than the largest page there is would become as many rows.
                items: payload.items.prefix(GitHubEndpoint.batchSizes.upperBound).map { Item($0, host: host) },
                total: payload.totalCount,
                isIncomplete: payload.incompleteResults ?? false,
                end: SearchPages.end(of: response, asked: url, total: payload.totalCount), kept: response.kept)
        } catch {
            return try SearchPages.batch(insteadOf: error, isFirst: cursor == nil)
        }
    }

    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == host else { throw .otherServer(host: item.id.host) }
        guard let repository = item.repository else { throw .unexpected(code: "foreign-item") }
        let named = try await details(.repository(owner: repository.owner, name: repository.name))
        // Another repository may have taken the name over; the number stays with the one that was meant.
        guard named.item.id != item.id else { return named }
        return try await details(.repositoryByID(item.id.id))
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
        return try await details(.repository(owner: sought.path[0], name: sought.path[1]))
    }

    public func searchesLeft() async -> Int? { client.remaining(.search) }

    private func details(_ endpoint: GitHubEndpoint) async throws(CatalogFailure) -> ItemDetails {
        let response = try await client.get(endpoint.url(on: client.server), bucket: .core)
        let payload = try AnswerJSON.read(FullRepositoryPayload.self, from: response.body, what: "repository")
        var details = ItemDetails(payload, host: host)
        details.kept = response.kept
        return details
    }
}
