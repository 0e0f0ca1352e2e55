import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct TokenKindTests {
    private let visitor = StandInClient()
    private let star = "/user/starred/swiftlang/swift"

    struct Kind: Sendable, CustomTestStringConvertible {
        var token: String
        var account: Int
        var list: Int
        var state: Int
        var write: Int
        var scopes: String?
        var testDescription: String { token }

        init(_ token: String, account: Int, list: Int, state: Int, write: Int, scopes: String?) {
            self.token = token
            self.account = account
            self.list = list
            self.state = state
            self.write = write
            self.scopes = scopes
        }
    }

    @Test(arguments: [
        Kind("anything", account: 200, list: 200, state: 404, write: 204, scopes: "public_repo"),
        Kind("following-1", account: 200, list: 200, state: 404, write: 204, scopes: "public_repo, user:follow"),
        Kind("expiring-1", account: 200, list: 200, state: 404, write: 204, scopes: "public_repo"),
        Kind("noscope-1", account: 200, list: 200, state: 404, write: 404, scopes: ""),
        Kind("noscope-stars-3", account: 200, list: 200, state: 204, write: 404, scopes: ""),
        Kind("finegrained-1", account: 200, list: 200, state: 404, write: 204, scopes: nil),
        Kind("finegrained-expiring-1", account: 200, list: 200, state: 404, write: 204, scopes: nil),
        Kind("finegrained-nostar-1", account: 200, list: 403, state: 403, write: 403, scopes: nil),
        Kind("bad-1", account: 401, list: 401, state: 401, write: 401, scopes: nil),
        Kind("expired-1", account: 401, list: 401, state: 401, write: 401, scopes: nil),
    ])
    func `the prefix of a token determines its permissions`(_ kind: Kind) {
        let account = visitor.ask("GET", "/user", token: kind.token)
        #expect(account.status == kind.account)
        #expect(account.header("x-oauth-scopes") == kind.scopes)
        #expect(account.header("x-accepted-oauth-scopes") == (kind.scopes == nil ? nil : ""))
        #expect(visitor.ask("GET", "/user/starred", token: kind.token).status == kind.list)
        #expect(visitor.ask("GET", star, token: kind.token).status == kind.state)
        for method in ["PUT", "DELETE"] {
            let response = visitor.ask(method, star, token: kind.token)
            #expect(response.status == kind.write)
            #expect(response.header("x-accepted-oauth-scopes") == (kind.scopes == nil ? nil : "public_repo, repo"))
        }
        #expect(visitor.ask("GET", "/rate_limit", token: kind.token).status == kind.account)
    }

    @Test func `a missing permission is named`() {
        let token = "finegrained-nostar-1"
        for (method, permission) in [("GET", "starring=read"), ("PUT", "starring=write"), ("DELETE", "starring=write")]
        {
            let response = visitor.ask(method, star, token: token)
            #expect(response.message == "Resource not accessible by personal access token")
            #expect(response.header("X-Accepted-GitHub-Permissions") == permission)
        }
    }

    @Test(arguments: [
        ("expiring-1", "2026-09-26 14:13:20 UTC"), ("finegrained-expiring-1", "2026-09-26 07:13:20 -0700"),
        ("finegrained-1", nil), ("anything", nil), ("noscope-1", nil), ("bad-expiring-", nil),
    ])
    func `an expiring token names its expiration, at any time`(token: String, moment: String?) {
        for _ in 1...2 {
            let response = visitor.ask("GET", "/user", token: token)
            #expect(response.header("GitHub-Authentication-Token-Expiration") == moment)
            visitor.wait(86_400)
        }
    }
}
