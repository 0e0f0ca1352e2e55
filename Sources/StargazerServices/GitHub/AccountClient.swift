import Foundation
public import StargazerCore
public import StargazerLibrary

/// The account of a personal access token, through GitHub's REST API.
public final class AccountClient: GitHubAccount {
    public var host: String { client.server.host }
    public let service = RepositoryCatalog.service

    let client: GitHubClient
    /// Nil for the session of each moment.
    private let fixedSession: GitHubSession?
    private var requester: GitHubCall.Requester { .account(fixedSession ?? client.session) }

    /// - Parameter client: shared with the catalogs of this server, which use the same credential.
    public convenience init(client: GitHubClient) { self.init(client: client, session: nil) }

    private init(client: GitHubClient, session: GitHubSession?) {
        self.client = client
        fixedSession = session
    }

    public func inCurrentSession() -> any GitHubAccount { AccountClient(client: client, session: client.session) }

    public func use(_ credential: Credential?) throws(CatalogFailure) { try client.use(credential) }

    public func identify(with credential: Credential) async throws(CatalogFailure) -> Account {
        let candidate = GitHubCall.Requester.candidate(try client.session(trying: credential))
        let response = try await client.send(try call(.user, as: candidate))
        let payload = try ResponseJSON.read(UserPayload.self, from: response.body, what: "user")
        let token = TokenHeaders(response)
        return Account(
            login: payload.login.text, number: payload.id, name: payload.name.flatMap { $0.isEmpty ? nil : $0 },
            avatarURL: WebLink.url(payload.avatarUrl), scopes: token.scopes,
            missingPermission: try await missingPermission(token, of: candidate), expiresAt: token.expiresAt,
            limits: try await limitsIfAvailable(to: candidate))
    }

    public func limits() async throws(CatalogFailure) -> [RateLimit] { try await limits(of: requester) }

    /// Emits each current credential that the server rejects, in any request. It must not be used again.
    public func refusals() -> AsyncStream<Credential> { client.refusals() }

    public func setStarred(_ isStarred: Bool, _ item: Item) async throws(CatalogFailure) {
        var call = try star(on: item)
        call.kind = .write(method: isStarred ? "PUT" : "DELETE")
        do throws(CatalogFailure) {
            try await write(call)
        } catch {
            // Writes never follow a redirect. If the repository was renamed, its ID gives the current name.
            guard error == .unreadable(code: "redirect"), let url = try await star(onRenamed: item, as: call.requester)
            else { throw error }
            call.url = url
            try await write(call)
        }
    }

    /// Only 204, and 304 for what is so already, confirm a write. Another success may be that of a proxy.
    private func write(_ call: GitHubCall) async throws(CatalogFailure) {
        let status = try await client.send(call).status
        guard status == 204 || status == 304 else { throw .server(status: status) }
    }

    public func isStarred(_ item: Item) async throws(CatalogFailure) -> Bool {
        var call = try star(on: item)
        call.allowsNotFound = true
        let status = try await client.send(call).status
        guard status == 204 || status == 404 else { throw .unreadable(code: "star-\(status)") }
        return status == 204
    }

    public func starred(after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch {
        try await batch(.starred(), after: cursor)
    }

    public func starCount() async throws(CatalogFailure) -> Int? {
        var call = try call(.starred(batchSize: 1), as: requester)
        call.accept = GitHubCall.starMediaType
        let response = try await client.send(call)
        return StarListClient.count(
            in: response, try StarListClient.batch(in: response, requested: call.url, host: host))
    }

    private func batch(
        _ first: GitHubEndpoint, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> StarredBatch {
        var call = try call(first, as: requester)
        if let cursor {
            guard let url = URL(string: cursor.opaque), client.server.owns(url) else {
                throw .unreadable(code: "starred-link")
            }
            call.url = url
        }
        call.accept = GitHubCall.starMediaType
        // The last page is always read again: its address stays confirmed when a page follows it.
        let response = try await client.confirmed(call) {
            LinkHeader($0.header("link")).url("next", relativeTo: $0.url) != nil
        }
        return try StarListClient.batch(in: response, requested: call.url, host: host)
    }

    /// A classic token lists its scopes. For a fine-grained token, only one thing can be found out without writing:
    /// whether it may read the stars. Other errors prove nothing.
    private func missingPermission(
        _ token: TokenHeaders, of requester: GitHubCall.Requester
    ) async throws(CatalogFailure) -> TokenPermission? {
        if let scopes = token.scopes { return TokenPermission.mayStar(scopes) ? nil : .publicRepositories }
        do throws(CatalogFailure) {
            _ = try await client.send(try call(.starred(batchSize: 1), as: requester))
            return nil
        } catch {
            switch error {
            case .cancelled: throw error
            case .notAllowed(let needs): return needs
            default: return nil
            }
        }
    }

    /// Returns the rate limits; empty for a server without limits, which answers 404.
    private func limits(of requester: GitHubCall.Requester) async throws(CatalogFailure) -> [RateLimit] {
        var call = try call(.rateLimits, as: requester)
        call.countsAgainstLimit = false
        call.allowsNotFound = true
        let response = try await client.send(call)
        guard response.status != 404 else { return [] }
        let payload = try ResponseJSON.read(RateLimitsPayload.self, from: response.body, what: "limits")
        return payload.limits(response, now: client.now)
    }

    /// Returns the rate limits, or none if the request fails: signing in does not depend on them.
    private func limitsIfAvailable(to requester: GitHubCall.Requester) async throws(CatalogFailure) -> [RateLimit] {
        do throws(CatalogFailure) {
            return try await limits(of: requester)
        } catch {
            if case .cancelled = error { throw error }
            return []
        }
    }

    private func star(on item: Item) throws(CatalogFailure) -> GitHubCall {
        guard item.id.host == host else { throw .unexpected(code: "foreign-item") }
        return try call(.star(try item.repositoryPath()), as: requester)
    }

    /// Returns the star's URL under the repository's current name, or nil if the name has not changed.
    private func star(onRenamed item: Item, as requester: GitHubCall.Requester) async throws(CatalogFailure) -> URL? {
        let response = try await client.send(try call(.repositoryByID(item.id.id), as: requester))
        let payload = try ResponseJSON.read(FullRepositoryPayload.self, from: response.body, what: "repository")
        let renamed = Item(payload.repository, host: host)
        guard renamed.id == item.id, renamed.title != item.title else { return nil }
        return try call(.star(try renamed.repositoryPath()), as: requester).url
    }

    func call(_ endpoint: GitHubEndpoint, as requester: GitHubCall.Requester) throws(CatalogFailure) -> GitHubCall {
        guard let url = endpoint.url(on: client.server) else { throw .unexpected(code: "address") }
        return GitHubCall(url: url, requester: requester)
    }
}

extension AccountClient {
    public func setFollowed(_ isFollowed: Bool, _ item: Item) async throws(CatalogFailure) {
        var call = try call(.following(login: try login(of: item)))
        call.kind = .write(method: isFollowed ? "PUT" : "DELETE")
        call.subject = .follow
        do throws(CatalogFailure) {
            try await write(call)
        } catch {
            // The login may have changed, and the old one is then gone. The ID remains valid.
            guard error == .gone, let login = try await currentLogin(of: item), let url = try address(of: login) else {
                throw error
            }
            call.url = url
            try await write(call)
        }
    }

    public func isFollowed(_ item: Item) async throws(CatalogFailure) -> Bool {
        try await isNoContent(.following(login: try login(of: item)))
    }

    public func isFollowed(login: String, by item: Item) async throws(CatalogFailure) -> Bool {
        guard let login = Login(login) else { throw .unexpected(code: "name") }
        return try await isNoContent(.follows(login: try self.login(of: item), other: login))
    }

    /// Reads 204 as yes and 404 as no.
    private func isNoContent(_ endpoint: GitHubEndpoint) async throws(CatalogFailure) -> Bool {
        var call = try call(endpoint)
        call.allowsNotFound = true
        let status = try await client.send(call).status
        guard status == 204 || status == 404 else { throw .unreadable(code: "follow-\(status)") }
        return status == 204
    }

    private func login(of item: Item) throws(CatalogFailure) -> Login {
        guard item.id.host == host else { throw .unexpected(code: "foreign-item") }
        return try item.login()
    }

    /// Returns the person's current login, or nil if it has not changed.
    private func currentLogin(of item: Item) async throws(CatalogFailure) -> Login? {
        let response = try await client.send(try call(.accountByID(item.id.id)))
        let payload = try ResponseJSON.read(PersonPayload.self, from: response.body, what: "person")
        let account = payload.account
        return String(account.id) == item.id.id && account.login.text != item.person?.login ? account.login : nil
    }

    private func address(of login: Login) throws(CatalogFailure) -> URL? { try call(.following(login: login)).url }

    private func call(_ endpoint: GitHubEndpoint) throws(CatalogFailure) -> GitHubCall {
        try call(endpoint, as: requester)
    }
}

/// GitHub's names for token permissions.
extension TokenPermission {
    /// Reads fine-grained permissions such as `starring=write`. Every token may read public metadata.
    init?(permissions field: String) {
        let names = Self.names(in: field, separators: ",;").filter { $0 != "metadata=read" }
        guard !names.isEmpty else { return nil }
        if names.allSatisfy({ $0.hasPrefix("starring=") }) {
            self = .starring
        } else if names.allSatisfy({ $0.hasPrefix("followers=") }) {
            self = .followers
        } else {
            self = .other(names.joined(separator: ", "))
        }
    }

    /// Reads classic scopes, each of which is sufficient.
    init?(scopes field: String) {
        let names = Self.names(in: field, separators: ",")
        guard !names.isEmpty else { return nil }
        if names.contains("public_repo") {
            self = .publicRepositories
        } else {
            self = names.contains("user:follow") ? .userFollow : .other(names.joined(separator: ", "))
        }
    }

    static func mayStar(_ scopes: [String]) -> Bool { scopes.contains("public_repo") || scopes.contains("repo") }

    static func mayFollow(_ scopes: [String]) -> Bool { scopes.contains("user:follow") || scopes.contains("user") }

    private static func names(in field: String, separators: String) -> [String] {
        field.split { separators.contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
