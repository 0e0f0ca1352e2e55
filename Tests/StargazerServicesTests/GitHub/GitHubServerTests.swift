import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

@Suite struct GitHubServerTests {
    @Test(arguments: [
        ("https://api.github.com", "api.github.com", "https://api.github.com/repos/a/b"),
        ("https://API.GitHub.com/", "api.github.com", "https://api.github.com/repos/a/b"),
        (" https://ghe.example/api/v3/ ", "ghe.example", "https://ghe.example/api/v3/repos/a/b"),
        ("https://ghe.example:443/api/v3", "ghe.example", "https://ghe.example/api/v3/repos/a/b"),
        ("https://ghe.example:8443", "ghe.example:8443", "https://ghe.example:8443/repos/a/b"),
        ("http://127.0.0.1:8080", "127.0.0.1:8080", "http://127.0.0.1:8080/repos/a/b"),
        ("http://127.254.1.2", "127.254.1.2", "http://127.254.1.2/repos/a/b"),
        ("http://localhost:80/api/v3", "localhost", "http://localhost/api/v3/repos/a/b"),
        ("http://[::1]:9/", "[::1]:9", "http://[::1]:9/repos/a/b"),
    ])
    func `joins its prefix and names its host`(text: String, host: String, joined: String) throws {
        let server = try GitHubServer(apiURL: text)
        #expect(server.host == host)
        #expect(server.url(["repos", "a", "b"])?.absoluteString == joined)
    }

    @Test(
        arguments: [
            ("", .empty), ("  \n", .empty), ("api.github.com", .schemeNotAllowed("")),
            ("ftp://api.github.com", .schemeNotAllowed("ftp")), ("file:///etc/passwd", .schemeNotAllowed("file")),
            ("https://", .noHost), ("https:///api/v3", .noHost), ("https:api.github.com", .noHost),
            ("http://api.github.com", .notEncrypted(host: "api.github.com")),
            ("http://127.0.0.1.evil.example", .notEncrypted(host: "127.0.0.1.evil.example")),
            ("http://128.0.0.1", .notEncrypted(host: "128.0.0.1")),
            ("http://127.0.0.256", .notEncrypted(host: "127.0.0.256")),
            ("http://127.0.1", .notEncrypted(host: "127.0.1")),
            ("http://localhost.evil.example", .notEncrypted(host: "localhost.evil.example")),
            ("https://me@ghe.example", .hasUserInfo), ("https://me:word@ghe.example", .hasUserInfo),
            ("https://ghe.example?", .hasQuery), ("https://ghe.example/?a=b", .hasQuery),
            ("https://ghe.example/#top", .hasFragment), ("https://ghe.example:99999", .malformed),
            ("https://a b", .malformed),
        ] as [(String, ServerAddressFailure)])
    func `refuses with the reason`(text: String, failure: ServerAddressFailure) {
        #expect(throws: failure) { try GitHubServer(apiURL: text) }
    }

    @Test func `GitHub's own is the default`() throws {
        #expect(try GitHubServer(apiURL: "https://api.github.com") == .gitHub)
    }

    @Test func `encodes every part wholly`() throws {
        let url = try #require(
            GitHubServer.gitHub.url(["repos", "a/b?", "c d"], query: [("q", "c++ & \"a=b\" #1 100%&page=9 ü")]))
        #expect(
            url.absoluteString
                == "https://api.github.com/repos/a%2Fb%3F/c%20d?q=c%2B%2B%20%26%20%22a%3Db%22%20%231%20100%25%26page%3D9%20%C3%BC"
        )
    }

    @Test(arguments: [
        ("https://ghe.example/api/v3/search?page=2", true), ("https://GHE.example:443/api/v3/x", true),
        ("http://ghe.example/api/v3/x", false), ("https://ghe.example:8443/api/v3/x", false),
        ("https://evil.example/api/v3/x", false), ("https://ghe.example.evil.example/api/v3/x", false),
        ("https://ghe.example/api/v33/x", false), ("https://ghe.example/x", false),
        ("https://ghe.example@evil.example/api/v3/x", false), ("https://me@ghe.example/api/v3/x", false),
        ("/api/v3/x", false),
    ])
    func `owns only what is below it`(text: String, owned: Bool) throws {
        let server = try GitHubServer(apiURL: "https://ghe.example/api/v3")
        #expect(server.owns(try #require(URL(string: text))) == owned)
    }
}
