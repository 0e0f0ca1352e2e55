import Foundation
public import StargazerCore

/// GitHub's repositories, searched and looked up through its REST API.
public final class GitHubCatalog: Catalog {
    public let kind = CatalogKind.repositories
    public let abilities = CatalogAbilities(
        sortKeys: SortKey.allCases, batchSizes: GitHubEndpoint.batchSizes, ceiling: GitHubEndpoint.ceiling)
    public var host: String { client.server.host }

    private let client: GitHubClient

    public init(client: GitHubClient) { self.client = client }

    public convenience init(server: GitHubServer, transport: any HTTPTransport, time: TimeSource) {
        self.init(client: GitHubClient(server: server, transport: transport, time: time))
    }

    public func search(
        _ query: SearchQuery, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        guard let url = try address(of: query, after: cursor) else { throw .unexpected(code: "address") }
        do throws(CatalogFailure) {
            let response = try await client.get(url, bucket: .search)
            let payload = try GitHubJSON.read(RepositorySearchPayload.self, from: response.body, what: "search")
            return ResultBatch(
                items: payload.items.map { Item($0, host: host) }, total: payload.totalCount,
                isIncomplete: payload.incompleteResults ?? false,
                end: end(of: response, asked: url, total: payload.totalCount))
        } catch {
            // A search is not a thing that can go: the address is no API's.
            if error == .gone { throw .unexpected(code: "http-404") }
            guard cursor != nil, case .invalidQuery(let reason?) = error, Self.isCeiling(reason) else { throw error }
            return ResultBatch(items: [], total: nil, end: .ceiling(limit: GitHubEndpoint.ceiling))
        }
    }

    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == host else { throw .otherServer(host: item.id.host) }
        guard let repository = item.repository else { throw .unexpected(code: "foreign-item") }
        let named = try await details(.repository(owner: repository.owner, name: repository.name))
        // Another repository may have taken the name over; the number stays with the one that was meant.
        guard named.item.id != item.id else { return .repository(named) }
        return .repository(try await details(.repositoryByID(item.id.id)))
    }

    public func searchesLeft() async -> Int? { client.remaining(.search) }

    private func details(_ endpoint: GitHubEndpoint) async throws(CatalogFailure) -> RepositoryDetails {
        let response = try await client.get(endpoint.url(on: client.server), bucket: .core)
        let payload = try GitHubJSON.read(FullRepositoryPayload.self, from: response.body, what: "repository")
        return RepositoryDetails(payload, host: host)
    }

    /// The first page is asked for by hand, every other by the address that the server gave, if it is its own.
    private func address(of query: SearchQuery, after cursor: BatchCursor?) throws(CatalogFailure) -> URL? {
        guard let cursor else { return GitHubEndpoint.repositorySearch(query).url(on: client.server) }
        guard let url = URL(string: cursor.opaque), client.server.owns(url) else {
            throw .unreadable(code: "search-link")
        }
        return url
    }

    private func end(of response: HTTPResponse, asked url: URL, total: Int) -> BatchEnd {
        let next = LinkHeader(response.header("link")).url("next", relativeTo: response.url)
        // A page that names itself as the next would be loaded for ever.
        if let next, next != url { return .more(BatchCursor(next.absoluteString)) }
        return total > max(GitHubEndpoint.ceiling, Self.given(through: url))
            ? .ceiling(limit: GitHubEndpoint.ceiling) : .complete
    }

    /// How many results the pages up to this one hold: the last page of 30 ends at 1,020.
    private static func given(through url: URL) -> Int {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQueryItems ?? []
        let number = { (name: String) in items.first { $0.name == name }?.value.flatMap { Int($0) } }
        let (given, isTooLarge) = (number("page") ?? 1).multipliedReportingOverflow(by: number("per_page") ?? 30)
        return isTooLarge ? .max : given
    }

    /// The page that would begin beyond the ceiling is refused with a 422 of its own.
    private static func isCeiling(_ reason: String) -> Bool {
        reason.hasPrefix("Only the first") && reason.contains("search results are available")
    }
}
