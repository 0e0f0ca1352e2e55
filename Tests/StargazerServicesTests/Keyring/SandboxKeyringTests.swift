import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// libsecret's own file, as in a Flatpak sandbox. Its environment variables replace what the desktop's portal gives
/// there: the place of the file and its key.
@Suite("Secrets in a sandbox", .oneExitTestAtATime, .timeLimit(.minutes(25)))
struct SandboxKeyringTests {
    private static func store(in file: String, for service: KeyringService = GitHubServer.gitHubKeyring)
        -> SecretServiceStore
    {
        setenv("SECRET_BACKEND", "file", 1)
        setenv("SECRET_FILE_TEST_PATH", file, 1)
        setenv("SECRET_FILE_TEST_PASSWORD", "key of the sandbox", 1)
        setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
        return SecretServiceStore(service, SandboxKeyring(), .system)
    }

    @Test func `a token is kept in an encrypted file, by service and server`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.location.appending(path: "keyring").path
        await #expect(processExitsWith: .success) { [file = file as String] in
            let store = Self.store(in: file)
            #expect(try await store.token(for: "api.github.com") == nil)
            try await store.store(Secret("ghp_grün"), account: "octocat", for: "api.github.com")
            try await store.store(for: GiphyServer.keyringService).store(
                Secret("giphy_1"), account: "key", for: "api.github.com")
            try await store.store(Secret("other"), account: "octocat", for: "b")
        }
        await #expect(processExitsWith: .success) { [file = file as String] in
            let store = Self.store(in: file)
            #expect(
                try await store.token(for: "api.github.com")
                    == StoredToken(secret: Secret("ghp_grün"), login: "octocat"))
            #expect(try await store.token(for: "b")?.secret == Secret("other"))
            try await store.remove(for: "api.github.com")
            #expect(try await store.token(for: "api.github.com") == nil)
            #expect(
                try await store.store(for: GiphyServer.keyringService).token(for: "api.github.com")?.secret
                    == Secret("giphy_1"))
        }
        let bytes = try Data(contentsOf: URL(filePath: file))
        #expect(bytes.range(of: Data("other".utf8)) == nil && bytes.range(of: Data("giphy_1".utf8)) == nil)
    }

    @Test(arguments: ["octocat", "hubot"])
    func `a new token replaces the old one, of whichever account`(account: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.location.appending(path: "keyring").path
        await #expect(processExitsWith: .success) { [file = file as String, account] in
            let store = Self.store(in: file)
            try await store.store(Secret("first"), account: "octocat", for: "a")
            try await store.store(Secret("second"), account: account, for: "a")
            #expect(try await store.token(for: "a") == StoredToken(secret: Secret("second"), login: account))
            try await store.remove(for: "a")
            #expect(try await store.token(for: "a") == nil)
        }
    }
}
