import Foundation
public import StargazerCore

/// Following people, and checking who follows whom.
extension AccountClient {
    public func setFollowed(_ isFollowed: Bool, _ item: Item) async throws(CatalogFailure) {
        var call = try call(.following(login: try login(of: item)))
        call.method = isFollowed ? "PUT" : "DELETE"
        call.subject = .follow
        do throws(CatalogFailure) {
            _ = try await client.send(call)
        } catch {
            // The login may have changed, and the old one is then gone. The ID remains valid.
            guard error == .gone, let login = try await currentLogin(of: item), let url = try address(of: login) else {
                throw error
            }
            call.url = url
            _ = try await client.send(call)
        }
    }

    public func isFollowed(_ item: Item) async throws(CatalogFailure) -> Bool {
        try await isNoContent(.following(login: try login(of: item)))
    }

    public func isFollowed(login: String, by item: Item) async throws(CatalogFailure) -> Bool {
        try await isNoContent(.follows(login: try self.login(of: item), other: login))
    }

    /// Reads 204 as yes and 404 as no.
    private func isNoContent(_ endpoint: GitHubEndpoint) async throws(CatalogFailure) -> Bool {
        var call = try call(endpoint)
        call.allowsNotFound = true
        let status = try await client.send(call).status
        guard status == 204 || status == 404 else { throw .unreadable(code: "follow-\(status)") }
        return status == 204
    }

    private func login(of item: Item) throws(CatalogFailure) -> String {
        guard let person = item.person, item.id.host == host else { throw .unexpected(code: "foreign-item") }
        return person.login
    }

    /// Returns the person's current login, or nil if it has not changed.
    private func currentLogin(of item: Item) async throws(CatalogFailure) -> String? {
        let response = try await client.send(try call(.accountByID(item.id.id)))
        let payload = try ResponseJSON.read(PersonPayload.self, from: response.body, what: "person")
        guard String(payload.account.id) == item.id.id, payload.account.login != item.person?.login else { return nil }
        return payload.account.login
    }

    private func address(of login: String) throws(CatalogFailure) -> URL? { try call(.following(login: login)).url }

    private func call(_ endpoint: GitHubEndpoint) throws(CatalogFailure) -> GitHubCall {
        try call(endpoint, as: .account(client.session))
    }
}
