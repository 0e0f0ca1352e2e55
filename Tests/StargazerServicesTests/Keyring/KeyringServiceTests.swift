import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Several services on one server: each has its own secret in a real keyring, including those of earlier versions.
@Suite(
    "Secrets of several services", .enabled(if: missingForKeyring.isEmpty, "not installed: \(missingForKeyring)"),
    .oneExitTestAtATime, .timeLimit(.minutes(25)))
struct KeyringServiceTests {
    private let session: PrivateSession

    init() throws {
        session = try PrivateSession()
        try session.startKeyStore()
    }

    /// Stores an item like an earlier version, without a service.
    private func storeLegacyItem(_ secret: String, account: String, server: String = "one") throws {
        _ = try session.secretTool(
            "store", "--label=Stargazer: \(account) on \(server)", "xdg:schema", TokenSchema.name, "server", server,
            "account", account, input: secret)
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

    @Test func `legacy items are read and migrated`() async throws {
        try storeLegacyItem("token", account: "octocat", server: "api.github.com")
        try storeLegacyItem("gif key", account: "GIPHY", server: "api.giphy.com")
        try storeLegacyItem("photo key", account: "Flickr", server: "api.flickr.com")
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let (gitHub, giphy, flickr) = stores(at: address)
            for _ in 0..<2 {
                let token = try await gitHub.token(for: "api.github.com")
                #expect(token == StoredToken(secret: Secret("token"), login: "octocat"))
                #expect(try await giphy.token(for: "api.giphy.com")?.secret == Secret("gif key"))
                #expect(try await flickr.token(for: "api.flickr.com")?.secret == Secret("photo key"))
            }
        }
        #expect(try ["github", "giphy", "flickr"].map(kept) == [["token"], ["gif key"], ["photo key"]])
        #expect(try all() == ["gif key", "photo key", "token"])
        let seen = try session.secretTool("search", "--all", "service", "github")
        #expect(seen.contains("label = Stargazer: octocat on api.github.com"), "\(seen)")
    }

    /// The secret was the one saved last, since earlier versions replaced it.
    @Test(arguments: [("octocat", "github"), ("GIPHY", "giphy"), ("Flickr", "flickr")])
    func `legacy items go to their own service only`(account: String, service: String) async throws {
        try storeLegacyItem("secret", account: account)
        await #expect(processExitsWith: .success) { [address = session.address as String, service] in
            let (gitHub, giphy, flickr) = stores(at: address)
            for (name, store) in [("github", gitHub), ("giphy", giphy), ("flickr", flickr)] where name != service {
                #expect(try await store.token(for: "one") == nil)
                try await store.store(Secret("other"), account: "somebody", for: "one")
                try await store.remove(for: "one")
            }
            for (name, store) in [("github", gitHub), ("giphy", giphy), ("flickr", flickr)] where name == service {
                #expect(try await store.token(for: "one")?.secret == Secret("secret"))
            }
        }
        #expect(try kept(service) == ["secret"])
        #expect(try all() == ["secret"])
    }

    /// If no other service uses the server, an account may have the name of a service.
    @Test func `an account that is called like a service is read where that service is not`() async throws {
        try storeLegacyItem("token", account: "Flickr", server: "api.github.com")
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let gitHub = store(at: address, for: GitHubServer.gitHubKeyring())
            let token = try await gitHub.token(for: "api.github.com")
            #expect(token?.secret == Secret("token"))
        }
    }

    /// The old item was copied but not yet removed.
    @Test func `an interrupted migration of items is completed`() async throws {
        try storeLegacyItem("token", account: "octocat")
        _ = try session.secretTool(
            "store", "--label=copy", "xdg:schema", TokenSchema.name, "server", "one", "account", "octocat", "service",
            "github", input: "token")
        #expect(try all() == ["token", "token"])
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let token = try await stores(at: address).gitHub.token(for: "one")
            #expect(token?.secret == Secret("token"))
        }
        #expect(try all() == ["token"])
        #expect(try kept("github") == ["token"])
    }

    @Test func `storing and removing deletes legacy items`() async throws {
        try storeLegacyItem("old token", account: "octocat")
        try storeLegacyItem("old gif key", account: "GIPHY")
        try storeLegacyItem("photo key", account: "Flickr")
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let (gitHub, giphy, _) = stores(at: address)
            try await gitHub.store(Secret("token"), account: "octocat", for: "one")
            try await giphy.remove(for: "one")
        }
        #expect(try all() == ["photo key", "token"])
    }

    @Test func `a locked keyring reports locked for legacy items`() async throws {
        try storeLegacyItem("token", account: "octocat")
        try session.stopKeyStore()
        try session.startKeyStore(unlocked: false)
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let gitHub = stores(at: address).gitHub
            await #expect(throws: TokenStoreFailure.locked) { try await gitHub.token(for: "one") }
        }
        try session.stopKeyStore()
        try session.startKeyStore()
        #expect(try all() == ["token"])
    }
}

/// All at one address.
private func stores(
    at address: String
) -> (gitHub: SecretServiceStore, giphy: SecretServiceStore, flickr: SecretServiceStore) {
    let (giphy, flickr) = (GiphyServer.keyringService, FlickrServer.keyringService)
    let gitHub = store(at: address, for: GitHubServer.gitHubKeyring(excluding: [giphy, flickr]))
    return (gitHub, gitHub.store(for: giphy), gitHub.store(for: flickr))
}
