import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct AccountIdentityTests {
    private let user = #"{"login":"octo","name":"Octo Pod","avatar_url":"https://avatars.example/u/1"}"#

    private func limits(core: Int = 4988, search: Int = 29, in seconds: TimeInterval = 40, at clock: SteppingClock)
        -> ScriptedTransport.Step
    {
        let reset = Int(clock.now.timeIntervalSince1970 + seconds)
        return .json(
            """
            {"resources":{"core":{"limit":5000,"used":12,"remaining":\(core),"reset":\(reset)},\
            "search":{"limit":30,"used":1,"remaining":\(search),"reset":\(reset)},\
            "graphql":{"limit":5000,"used":0,"remaining":5000,"reset":\(reset)}}}
            """)
    }

    private func identified(_ body: String, _ headers: [String: String] = [:]) async throws -> Account {
        let fixture = try AccountFixture(
            [.json(body, headers: headers), .json("[]"), .json(GitHubJSON.error("Not Found"), status: 404)], as: nil)
        return try await fixture.account.identify(with: .sample())
    }

    @Test func `reads the account and the token's permissions`() async throws {
        let clock = SteppingClock()
        let headers = [
            "X-OAuth-Scopes": "gist, public_repo", "GitHub-Authentication-Token-Expiration": "2024-04-07 21:59:15 UTC",
        ]
        let fixture = try AccountFixture([.json(user, headers: headers), limits(at: clock)], clock: clock, as: nil)
        let reset = clock.now.addingTimeInterval(40)
        #expect(
            try await fixture.account.identify(with: .sample())
                == Account(
                    login: "octo", name: "Octo Pod", avatarURL: URL(string: "https://avatars.example/u/1"),
                    scopes: ["gist", "public_repo"], expiresAt: Date(timeIntervalSince1970: 1_712_527_155),
                    limits: [
                        RateLimit.sample(bucket: "core", limit: 5000, remaining: 4988, resetsAt: reset),
                        RateLimit.sample(bucket: "search", limit: 30, remaining: 29, resetsAt: reset),
                    ]))
        #expect(fixture.lines == ["GET /user", "GET /rate_limit"])
    }

    @Test(arguments: [
        ("2024-04-07 21:59:15 UTC", 1_712_527_155), ("2023-06-14 15:09:46 -0700", 1_686_780_586),
        ("2023-06-14 15:09:46 +0530", 1_686_735_586), ("2024-04-07", nil), ("", nil), ("never", nil),
        ("2024-99-07 21:59:15 UTC", nil), ("2024-04-07 21:59:15 Mars", nil),
    ])
    func `reads when the token ends`(text: String, seconds: TimeInterval?) async throws {
        let account = try await identified(user, ["github-authentication-token-expiration": text])
        #expect(account.expiresAt == seconds.map { Date(timeIntervalSince1970: $0) })
    }

    @Test(
        arguments: [
            (nil, nil), ("", []), ("repo", ["repo"]), ("read:user,  gist ", ["read:user", "gist"]), (",", []),
        ] as [(String?, [String]?)])
    func `scopes are those of a classic token only`(field: String?, scopes: [String]?) async throws {
        #expect(try await identified(user, field.map { ["X-OAuth-Scopes": $0] } ?? [:]).scopes == scopes)
    }

    // MARK: Permission to star

    @Test(
        arguments: [
            ("public_repo", nil), ("gist, repo", nil), ("", .publicRepositories), ("gist, user", .publicRepositories),
        ] as [(String, TokenPermission?)])
    func `a classic token says whether it may star`(scopes: String, missingPermission: TokenPermission?) async throws {
        let fixture = try AccountFixture([.json(user, headers: ["X-OAuth-Scopes": scopes]), .json("{}")], as: nil)
        #expect(try await fixture.account.identify(with: .sample()).missingPermission == missingPermission)
        #expect(fixture.lines == ["GET /user", "GET /rate_limit"])
    }

    @Test(
        arguments: [
            (403, "starring=read", .starring), (403, "starring=write; metadata=read", .starring),
            (403, "contents=read,starring=read", .other("contents=read, starring=read")),
            (403, "metadata=read", nil), (403, nil, nil), (200, nil, nil), (404, nil, nil), (422, nil, nil),
        ] as [(Int, String?, TokenPermission?)])
    func `a fine-grained token is tried by reading`(status: Int, accepted: String?, missingPermission: TokenPermission?)
        async throws
    {
        let headers = accepted.map { ["X-Accepted-GitHub-Permissions": $0] } ?? [:]
        let fixture = try AccountFixture(
            [
                .json(user), .json(status == 200 ? "[]" : GitHubJSON.error("No"), status: status, headers: headers),
                .json("{}"),
            ], as: nil)
        #expect(try await fixture.account.identify(with: .sample()).missingPermission == missingPermission)
        #expect(
            fixture.lines == [
                "GET /user", "GET /user/starred?sort=created&direction=desc&per_page=1", "GET /rate_limit",
            ])
    }

    @Test func `a canceled request cancels the sign in`() async throws {
        let fixture = try AccountFixture([.json(user), .fail(.cancelled)], as: nil)
        await #expect(throws: CatalogFailure.cancelled) { try await fixture.account.identify(with: .sample()) }
    }

    @Test(arguments: [#""name":null,"avatar_url":null"#, #""name":"","avatar_url":"javascript:1""#, #""id":"one""#])
    func `an account needs only its login`(fields: String) async throws {
        #expect(try await identified("{\"login\":\"octo\",\(fields)}") == Account(login: "octo"))
    }

    @Test(arguments: [
        ("{}", "user-login"), (#"{"login":null}"#, "user-login"), ("<html>", "user-markup"), ("[]", "user-json"),
    ])
    func `a body without a login is unreadable`(body: String, code: String) async throws {
        await #expect(throws: CatalogFailure.unreadable(code: code)) { try await identified(body) }
    }

    @Test(
        arguments: [
            (.json(GitHubJSON.error("Bad credentials"), status: 401), .unauthorized),
            (.json(GitHubJSON.error("Forbidden"), status: 403), .notAllowed(needs: nil)),
            (.fail(.offline), .offline), (.fail(.timedOut), .timedOut),
            (.json(GitHubJSON.error("Not Found"), status: 404), .gone),
        ] as [(ScriptedTransport.Step, CatalogFailure)])
    func `a refused token says why`(step: ScriptedTransport.Step, expected: CatalogFailure) async throws {
        let fixture = try AccountFixture([step], as: nil)
        #expect(
            await failure { () async throws(CatalogFailure) in try await fixture.account.identify(with: .sample()) }
                == expected)
        #expect(fixture.lines == ["GET /user"])
    }

    @Test(arguments: [
        ScriptedTransport.Step.json(GitHubJSON.error("Not Found"), status: 404), .json("<html>"), .fail(.offline),
    ])
    func `the account is known without the limits`(step: ScriptedTransport.Step) async throws {
        let fixture = try AccountFixture([.json(user), .json("[]"), step], as: nil)
        #expect(try await fixture.account.identify(with: .sample()).limits.isEmpty)
        let cancelled = try AccountFixture([.json(user), .json("[]"), .fail(.cancelled)], as: nil)
        await #expect(throws: CatalogFailure.cancelled) { try await cancelled.account.identify(with: .sample()) }
    }

    // MARK: Limits

    @Test(arguments: ["", " ", "a\u{202E}b", "a\u{7}", "two\nlines", String(repeating: "x", count: 256)])
    func `a login that cannot name a person is unreadable`(login: String) async throws {
        let body = String(decoding: try JSONEncoder().encode(["login": login]), as: UTF8.self)
        let fixture = try AccountFixture([.json(body)], as: nil)
        let failure = await failure { () async throws(CatalogFailure) in
            try await fixture.account.identify(with: .sample())
        }
        #expect(failure == .unreadable(code: "user-login"))
    }

    @Test(arguments: [(-1, 29, ["search"]), (4_988, Int.min, ["core"]), (-1, -1, [])])
    func `less than none is no limit`(core: Int, search: Int, left: [String]) async throws {
        let clock = SteppingClock()
        let fixture = try AccountFixture([limits(core: core, search: search, at: clock)], clock: clock)
        #expect(try await fixture.account.limits().map(\.bucket) == left)
    }

    @Test func `limits can be requested when exhausted`() async throws {
        let clock = SteppingClock()
        let limitExhausted = GitHubJSON.rate(0, of: 5000, resource: "core", at: clock)
        let fixture = try AccountFixture(
            [.response(status: 204, headers: limitExhausted), limits(core: 0, at: clock)], clock: clock)
        try await fixture.account.setStarred(true, .listed())
        #expect(try await fixture.account.limits().map(\.remaining) == [0, 29])
    }

    @Test func `an enterprise server may have none`() async throws {
        let fixture = try AccountFixture([.json(GitHubJSON.error("Not Found"), status: 404)])
        #expect(try await fixture.account.limits() == [])
    }

    @Test func `a reset is read by the server's clock`() async throws {
        let clock = SteppingClock()
        let ahead = clock.now.addingTimeInterval(7 * 86_400)
        let reset = Int(ahead.timeIntervalSince1970 + 30)
        let body = #"{"resources":{"core":{"limit":60,"remaining":1,"reset":\#(reset)}}}"#
        let fixture = try AccountFixture(
            [.json(body, headers: ["Date": HTTPDate.text(ahead)]), .json(body)], clock: clock)
        #expect(try await fixture.account.limits().map(\.resetsAt) == [clock.now.addingTimeInterval(30)])
        // Without the server's time, the reset is a week off, which is not plausible.
        #expect(try await fixture.account.limits() == [])
    }

    @Test(arguments: ["{}", #"{"resources":{}}"#, #"{"resources":{"core":{"limit":"60"}}}"#])
    func `limits that cannot be read are a failure`(body: String) async throws {
        let fixture = try AccountFixture([.json(body)])
        let failure = await failure { () async throws(CatalogFailure) in try await fixture.account.limits() }
        guard case .unreadable = failure else {
            Issue.record("\(body) was read")
            return
        }
    }
}
