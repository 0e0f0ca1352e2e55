import Foundation
public import StargazerCore
public import StargazerLibrary

/// The public lists of users' stars, through GitHub's REST API.
public final class StarListClient: StarLists {
    public var host: String { client.server.host }
    public let service = RepositoryCatalog.service

    private let client: GitHubClient

    /// - Parameter client: shared with the catalogs of this server. A token in use raises the limits.
    public init(client: GitHubClient) { self.client = client }

    /// The requests of an hour that a list leaves, for what the user opens meanwhile.
    static let reservedRequests = 10

    /// What the user asks for leaves nothing.
    private static var reservedInBackground: Int {
        RequestContext.current.priority == .userInitiated ? 0 : reservedRequests
    }

    /// Asks for the user, and for one star: the number of the last page of one star is the number of stars.
    public func owner(named login: String) async throws(CatalogFailure) -> StarListOwner {
        guard let name = GitHubUsername.parse(login).flatMap({ Login($0) }) else { throw .gone }
        var account = try call(.account(login: name))
        account.reservedRequests = Self.reservedInBackground
        let payload = try await user(account)
        var first = try call(.publicStars(login: payload.login, batchSize: 1))
        first.accept = GitHubCall.starMediaType
        first.reservedRequests = Self.reservedInBackground
        let response = try await client.send(first)
        let newest = try Self.batch(in: response, requested: first.url, host: host)
        let stars = Self.count(in: response, newest)
        let size = GitHubEndpoint.batchSizes.upperBound
        return StarListOwner(
            login: payload.login.text, number: payload.id, name: payload.name.flatMap { $0.isEmpty ? nil : $0 },
            avatarURL: WebLink.url(payload.avatarUrl), stars: stars,
            requests: stars.map { $0 / size + ($0 % size == 0 ? 0 : 1) } ?? 0, limit: client.limit(.core))
    }

    public func number(of login: String) async throws(CatalogFailure) -> Int64? {
        var account = try call(.account(login: try name(login)))
        account.reservedRequests = Self.reservedRequests
        return try await user(account).id
    }

    private func user(_ call: GitHubCall) async throws(CatalogFailure) -> UserPayload {
        let response = try await client.send(call)
        let payload = try ResponseJSON.read(UserPayload.self, from: response.body, what: "user")
        guard GitHubUsername.parse(payload.login.text) != nil else { throw .unreadable(code: "user-login") }
        return payload
    }

    /// Returns a list's length by its first page, of one star at most; nil where pages have no numbers.
    static func count(in response: HTTPResponse, _ first: StarredBatch) -> Int? {
        let links = LinkHeader(response.header("link"))
        let last = links.url("last", relativeTo: response.url).flatMap(LinkHeader.page)
        if last == nil, links.url("next", relativeTo: response.url) != nil { return nil }
        return max(last ?? 0, first.items.count + first.unreadable)
    }

    public func stars(of login: String, after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch {
        try await batch(.publicStars(login: try name(login)), after: cursor)
    }

    private func name(_ login: String) throws(CatalogFailure) -> Login {
        guard let name = Login(login) else { throw .unexpected(code: "name") }
        return name
    }

    public func item(_ id: ItemID) async throws(CatalogFailure) -> Item {
        guard id.catalog == .repositories, id.host == host else { throw .unexpected(code: "foreign-item") }
        var call = try call(.repositoryByID(id.id))
        call.reservedRequests = Self.reservedRequests
        let response = try await client.send(call)
        let payload = try ResponseJSON.read(FullRepositoryPayload.self, from: response.body, what: "repository")
        return Item(payload.repository, host: host)
    }

    private func batch(
        _ first: GitHubEndpoint, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> StarredBatch {
        var call = try call(first)
        if let cursor {
            guard let url = URL(string: cursor.opaque), client.server.owns(url) else {
                throw .unreadable(code: "starred-link")
            }
            call.url = url
        }
        call.accept = GitHubCall.starMediaType
        call.reservedRequests = Self.reservedRequests
        return try Self.batch(in: try await client.send(call), requested: call.url, host: host)
    }

    private func call(_ endpoint: GitHubEndpoint) throws(CatalogFailure) -> GitHubCall {
        guard let url = endpoint.url(on: client.server) else { throw .unexpected(code: "address") }
        return GitHubCall(url: url)
    }

    static func batch(
        in response: HTTPResponse, requested url: URL, host: String
    ) throws(CatalogFailure) -> StarredBatch {
        let payload = try ResponseJSON.read(
            [ReadableEntry<StarredPayload>].self, from: response.body, what: "starred")
        let size = GitHubEndpoint.batchSizes.upperBound
        // Reading part of the page would mean that the remaining repositories are not starred.
        guard payload.count <= size else { throw .unreadable(code: "starred-size") }
        var end = try SearchPages.end(of: response, requested: url)
        var isPartial = response.header("x-github-sso")?.hasPrefix("partial-results") == true
        // Such a list may never end.
        if payload.isEmpty, end != .complete { (end, isPartial) = (.complete, true) }
        let (number, isFirst) = (LinkHeader.page(url), !LinkHeader.isCursor(url))
        let page = max(number ?? 1, 1)
        let (before, isTooLarge) = (page - 1).multipliedReportingOverflow(by: size)
        let hasPosition = (number != nil || isFirst) && !isTooLarge && before <= .max - size
        let items = payload.compactMap(\.value).map { StarredItem($0, host: host) }
        return StarredBatch(
            items: items, end: end,
            position: hasPosition ? before + payload.count : nil, unreadable: payload.count - items.count,
            isPartial: isPartial)
    }
}
