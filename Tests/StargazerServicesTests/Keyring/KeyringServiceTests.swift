import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Several services on one server: each has its own secret in a real keyring.
@Suite(
    "Secrets of several services", .enabled(if: missingForKeyring.isEmpty, "not installed: \(missingForKeyring)"),
    .oneExitTestAtATime, .timeLimit(.minutes(25)))
struct KeyringServiceTests {
    private let session: PrivateSession

    init() throws {
        session = try PrivateSession()
        try session.startKeyStore()
    }

    /// Returns the secrets stored under a service, each once.
    private func kept(_ service: String) throws -> [String] {
        let found = try session.secretTool(
            "search", "--all", "xdg:schema", TokenSchema.name, "service", service)
        return found.split(separator: "\n").filter { $0.hasPrefix("secret = ") }.map { String($0.dropFirst(9)) }
    }

    /// Returns all secrets of any service.
    private func all() throws -> [String] {
        let found = try session.secretTool("search", "--all", "xdg:schema", TokenSchema.name)
        return found.split(separator: "\n").filter { $0.hasPrefix("secret = ") }.map { String($0.dropFirst(9)) }
            .sorted()
    }

    @Test func `each service keeps reads and removes its own`() async throws {
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let (gitHub, giphy, flickr) = stores(at: address)
            try await gitHub.store(Secret("token"), account: "octocat", for: "one")
            try await giphy.store(Secret("gif key"), account: "GIPHY", for: "one")
            try await flickr.store(Secret("photo key"), account: "Flickr", for: "one")
            #expect(try await gitHub.token(for: "one") == StoredToken(secret: Secret("token"), login: "octocat"))
            #expect(try await giphy.token(for: "one")?.secret == Secret("gif key"))
            #expect(try await flickr.token(for: "one")?.secret == Secret("photo key"))
            try await flickr.store(Secret("new photo key"), account: "Flickr", for: "one")
            try await giphy.remove(for: "one")
            #expect(try await giphy.token(for: "one") == nil)
            #expect(try await gitHub.token(for: "one")?.secret == Secret("token"))
            #expect(try await flickr.token(for: "one")?.secret == Secret("new photo key"))
        }
        #expect(try all() == ["new photo key", "token"])
        #expect(try ["github", "giphy", "flickr"].map(kept) == [["token"], [], ["new photo key"]])
    }

    @Test func `one account name at two services is two secrets`() async throws {
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let (gitHub, giphy, _) = stores(at: address)
            try await gitHub.store(Secret("token"), account: "GIPHY", for: "one")
            try await giphy.store(Secret("gif key"), account: "GIPHY", for: "one")
            #expect(try await gitHub.token(for: "one")?.secret == Secret("token"))
            #expect(try await giphy.token(for: "one")?.secret == Secret("gif key"))
        }
    }
}

/// All at one address.
private func stores(
    at address: String
) -> (gitHub: SecretServiceStore, giphy: SecretServiceStore, flickr: SecretServiceStore) {
    let gitHub = store(at: address)
    return (gitHub, gitHub.store(for: GiphyServer.keyringService), gitHub.store(for: FlickrServer.keyringService))
}
