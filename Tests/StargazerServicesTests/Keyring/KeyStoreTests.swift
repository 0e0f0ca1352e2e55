import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

private let schema = "io.github.stargazer_app.Stargazer.Token"

/// GNOME Keyring on the test's own session bus, inspected with `secret-tool`.
@Suite(
    "Tokens in a real key store", .enabled(if: missingForKeyring.isEmpty, "not installed: \(missingForKeyring)"),
    .oneExitTestAtATime, .timeLimit(.minutes(25)))
struct KeyStoreTests {
    @Test func `a stored token is readable by other programs`() async throws {
        let session = try PrivateSession()
        try session.startKeyStore()
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let store = store(at: address)
            #expect(try await store.token(for: "api.github.com") == nil)
            try await store.store(Secret("ghp_grün"), account: "octocat", for: "api.github.com")
            #expect(
                try await store.token(for: "api.github.com")
                    == StoredToken(secret: Secret("ghp_grün"), login: "octocat"))
        }
        let seen = try session.secretTool("search", "--all", "xdg:schema", schema)
        #expect(seen.contains("label = Stargazer: octocat on api.github.com"), "\(seen)")
        #expect(seen.contains("secret = ghp_grün"), "\(seen)")
        #expect(try session.secretTool("lookup", "server", "api.github.com", "account", "octocat") == "ghp_grün")
    }

    @Test(arguments: ["octocat", "hubot"])
    func `a new token replaces the old one`(secondAccount: String) async throws {
        let session = try PrivateSession()
        try session.startKeyStore()
        await #expect(processExitsWith: .success) { [address = session.address as String, secondAccount] in
            let store = store(at: address)
            try await store.store(Secret("first"), account: "octocat", for: "a")
            try await store.store(Secret("other"), account: "octocat", for: "b")
            try await store.store(Secret("second"), account: secondAccount, for: "a")
            #expect(try await store.token(for: "a")?.secret == Secret("second"))
            #expect(try await store.token(for: "b")?.secret == Secret("other"))
        }
        let seen = try session.secretTool("search", "--all", "server", "a")
        #expect(seen.contains("secret = second") && !seen.contains("secret = first"), "\(seen)")
    }

    @Test func `a removed token is gone and others stay`() async throws {
        let session = try PrivateSession()
        try session.startKeyStore()
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let store = store(at: address)
            try await store.store(Secret("first"), account: "octocat", for: "a")
            try await store.store(Secret("other"), account: "octocat", for: "b")
            try await store.remove(for: "a")
            #expect(try await store.token(for: "a") == nil)
            #expect(try await store.token(for: "b")?.secret == Secret("other"))
            try await store.remove(for: "a")
        }
        let seen = try session.secretTool("search", "--all", "xdg:schema", schema)
        #expect(seen.contains("attribute.server = b") && !seen.contains("attribute.server = a"), "\(seen)")
    }

    @Test func `another program's secret for the same server is not ours`() async throws {
        let session = try PrivateSession()
        try session.startKeyStore()
        _ = try session.secretTool("store", "--label=theirs", "server", "a", "account", "octocat", input: "theirs")
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let store = store(at: address)
            let found = try await store.token(for: "a")
            #expect(found == nil)
            try await store.remove(for: "a")
        }
        #expect(try session.secretTool("lookup", "server", "a") == "theirs")
    }

    /// Like a login without a password: the keyring's file exists but is locked. There is no prompt here, which the
    /// keyring treats as dismissed.
    @Test func `a locked keyring reports locked and keeps its items`() async throws {
        let session = try PrivateSession()
        try session.startKeyStore()
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            try await store(at: address).store(Secret("first"), account: "octocat", for: "a")
        }
        try session.stopKeyStore()
        try session.startKeyStore(unlocked: false)
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let store = store(at: address)
            await #expect(throws: TokenStoreFailure.locked) { try await store.token(for: "a") }
            await #expect(throws: TokenStoreFailure.locked) {
                try await store.store(Secret("second"), account: "octocat", for: "a")
            }
            await #expect(throws: TokenStoreFailure.locked) { try await store.remove(for: "a") }
            let other = try await store.token(for: "never used")
            #expect(other == nil)
        }
        try session.stopKeyStore()
        try session.startKeyStore()
        #expect(try session.secretTool("lookup", "server", "a") == "first")
    }

    @Test func `a missing keyring is created only to store a token`() async throws {
        let session = try PrivateSession()
        try session.startKeyStore(unlocked: false)
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let store = store(at: address)
            #expect(try await store.token(for: "a") == nil)
            try await store.remove(for: "a")
            await #expect(throws: TokenStoreFailure.locked) {
                try await store.store(Secret("first"), account: "octocat", for: "a")
            }
        }
    }
}
