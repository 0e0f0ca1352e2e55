import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct AccountStarTests {
    private func refusal(_ step: ScriptedTransport.Step, _ isStarred: Bool = true) async throws -> CatalogFailure? {
        let fixture = try AccountFixture([step, .done, .done])
        let failure = await failure { () async throws(CatalogFailure) in
            try await fixture.account.setStarred(isStarred, .listed())
        }
        #expect(fixture.transport.requests.count == 1)
        return failure
    }

    /// A library of an earlier version may have such names.
    @Test func `nothing is requested for a name that is a path`() async throws {
        for part in PathSpellings.all {
            for item in [Item.listed(owner: part), .listed(name: part)] {
                let fixture = try AccountFixture([.done])
                let failure = await failure { () async throws(CatalogFailure) in
                    try await fixture.account.setStarred(true, item)
                }
                #expect(failure == .unexpected(code: "name"), "\(part)")
                #expect(fixture.transport.requests.isEmpty)
            }
        }
    }

    @Test(arguments: [(true, "PUT"), (false, "DELETE")])
    func `a star is set and removed by name`(isStarred: Bool, method: String) async throws {
        let fixture = try AccountFixture([.done])
        try await fixture.account.setStarred(isStarred, .listed(owner: "a b", name: "c+d&é"))
        #expect(fixture.lines == ["\(method) /user/starred/a%20b/c%2Bd%26%C3%A9"])
        let request = try #require(fixture.transport.requests.first)
        #expect(request.body == Data())
        #expect(request.expects == HTTPBodyKind.none)
        #expect(
            request.headers == [
                "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
                "Authorization": "Bearer \(Credential.tokenText)",
            ])
    }

    @Test func `only 204 and 304 confirm a star`() async throws {
        let fixture = try AccountFixture([.json("", status: 304)])
        try await fixture.account.setStarred(true, .listed())
        for status in [200, 202] {
            #expect(try await refusal(.json("<html></html>", status: status)) == .server(status: status))
        }
    }

    @Test func `nothing is sent with the credential of another session`() async throws {
        let fixture = try AccountFixture([.done, .done])
        let session = fixture.account.inCurrentSession()
        try await session.setStarred(true, .listed())
        try fixture.account.use(nil)
        await #expect(throws: CatalogFailure.unauthorized) { try await session.setStarred(true, .listed()) }
        await #expect(throws: CatalogFailure.unauthorized) { try await session.isStarred(.listed()) }
        #expect(fixture.transport.requests.count == 1)
    }

    @Test func `the star state is requested and decoded`() async throws {
        let fixture = try AccountFixture([.done, .json(#"{"message":"Not Found"}"#, status: 404), .json("{}")])
        #expect(try await fixture.account.isStarred(.listed()))
        #expect(try await fixture.account.isStarred(.listed()) == false)
        #expect(
            await failure { () async throws(CatalogFailure) in try await fixture.account.isStarred(.listed()) }
                == .unreadable(code: "star-200"))
        #expect(fixture.lines == Array(repeating: "GET /user/starred/octo/pod", count: 3))
        #expect(fixture.transport.requests.map(\.body) == [nil, nil, nil])
    }

    @Test func `no request is sent for an item of another server`() async throws {
        let fixture = try AccountFixture([.done, .done])
        let foreign = Item.listed(host: "sample.invalid")
        await #expect(throws: CatalogFailure.unexpected(code: "foreign-item")) {
            try await fixture.account.setStarred(true, foreign)
        }
        await #expect(throws: CatalogFailure.unexpected(code: "foreign-item")) {
            try await fixture.account.isStarred(foreign)
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    // MARK: Serial writes

    @Test func `writes are one second apart`() async throws {
        let fixture = try AccountFixture([.done, .done, .done, .json(GitHubJSON.repository()), .done])
        let account = fixture.account
        try await account.setStarred(true, .listed())
        #expect(fixture.clock.sleeps.isEmpty)
        try await account.setStarred(false, .listed())
        #expect(fixture.clock.sleeps == [.seconds(1)])
        fixture.clock.advance(by: 0.75)
        try await account.setStarred(true, .listed())
        #expect(fixture.clock.sleeps == [.seconds(1), .milliseconds(250)])
        #expect(await fixture.fixture.detailsFailure() == nil)
        fixture.clock.advance(by: 1)
        try await account.setStarred(true, .listed())
        #expect(fixture.clock.sleeps.count == 2)
    }

    @Test func `a refused write is a write too`() async throws {
        let fixture = try AccountFixture([.json("", status: 500), .done])
        _ = await failure { () async throws(CatalogFailure) in try await fixture.account.setStarred(true, .listed()) }
        try await fixture.account.setStarred(true, .listed())
        #expect(fixture.clock.sleeps == [.seconds(1)])
    }

    @Test func `a clock set back prolongs no wait`() async throws {
        let fixture = try AccountFixture([.done, .done])
        try await fixture.account.setStarred(true, .listed())
        fixture.clock.advance(by: -86_400)
        try await fixture.account.setStarred(false, .listed())
        #expect(fixture.clock.sleeps == [.seconds(1)])
    }

    @Test func `writes run in the order requested`() async throws {
        let fixture = try AccountFixture([.hold, .hold, .hold])
        let (account, queue) = (fixture.account, fixture.fixture.client.writeQueue)
        var tasks: [Task<Void, any Error>] = []
        for (index, name) in ["a", "b", "c"].enumerated() {
            tasks.append(Task { try await account.setStarred(true, .listed(name: name)) })
            await eventually("\(name) is in line") { fixture.transport.heldCount == 1 && queue.waitingCount == index }
        }
        for (task, name) in zip(tasks, ["a", "b", "c"]) {
            await eventually("\(name) is sent") { fixture.lines.last == "PUT /user/starred/octo/\(name)" }
            #expect(fixture.transport.heldCount == 1)
            fixture.transport.release(with: .done)
            try await task.value
        }
        #expect(fixture.transport.maxConcurrent == 1)
        #expect(fixture.clock.sleeps == [.seconds(1), .seconds(1)])
    }

    @Test func `reads do not wait for the write interval`() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport([.done, .json(GitHubJSON.repository()), .done])
        let client = GitHubClient(server: .gitHub, transport: transport, time: time.source)
        try client.use(.sample())
        let account = AccountClient(client: client)
        try await account.setStarred(true, .listed())
        let second = Task { try await account.setStarred(false, .listed()) }
        await eventually("the second write waits") { time.sleepers == 1 }
        _ = try await RepositoryCatalog(client: client).details(of: .listed())
        #expect(transport.requests.map(\.method) == ["PUT", "GET"])
        await time.advance(by: .seconds(1))
        try await second.value
    }

    @Test func `a queued write that is canceled is not sent`() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport([.done, .done])
        let client = GitHubClient(server: .gitHub, transport: transport, time: time.source)
        try client.use(.sample())
        let account = AccountClient(client: client)
        try await account.setStarred(true, .listed())
        let second = Task { try await account.setStarred(false, .listed()) }
        await eventually("the second write waits") { time.sleepers == 1 }
        second.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await second.value }
        #expect(transport.requests.count == 1)
    }

    // MARK: Errors, one request each

    @Test(
        arguments: [
            (401, .unauthorized), (404, .notAllowed(needs: .publicRepositories)), (403, .notAllowed(needs: nil)),
            (451, .blocked(reason: nil, link: nil)), (500, .server(status: 500)), (502, .server(status: 502)),
            (503, .server(status: 503)), (504, .server(status: 504)), (422, .unreadable(code: "http-422")),
            (410, .unreadable(code: "http-410")), (411, .unreadable(code: "http-411")),
            (307, .unreadable(code: "http-307")),
        ] as [(Int, CatalogFailure)])
    func `an error status becomes the matching failure`(status: Int, failure: CatalogFailure) async throws {
        for isStarred in [true, false] {
            #expect(
                try await refusal(.json(GitHubJSON.error("Something"), status: status), isStarred) == failure)
            for body in ["<html>", ""] {
                let refused = try await refusal(.json(body, status: status), isStarred)
                #expect(refused == (status >= 500 ? failure : .unreadable(code: "http-\(status)")))
            }
        }
    }

    @Test(
        arguments: [(.offline, .offline), (.timedOut, .timedOut), (.insecure, .insecure), (.cancelled, .cancelled)]
            as [(HTTPFailure, CatalogFailure)])
    func `transport failures become catalog failures`(failure: HTTPFailure, expected: CatalogFailure) async throws {
        #expect(try await refusal(.fail(failure)) == expected)
    }

    @Test(
        arguments: [
            ([:], .publicRepositories), (["X-OAuth-Scopes": ""], .publicRepositories),
            (["X-OAuth-Scopes": "gist, user"], .publicRepositories),
            (["X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": "public_repo, repo"], .publicRepositories),
            (["X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": "repo"], .other("repo")),
            (["X-Accepted-GitHub-Permissions": "starring=write"], .starring),
            // The scope is present, so something else is missing that GitHub does not name.
            (["X-OAuth-Scopes": "gist, public_repo", "X-Accepted-OAuth-Scopes": "public_repo, repo"], nil),
            (["X-OAuth-Scopes": "repo", "X-Accepted-OAuth-Scopes": "public_repo, repo"], nil),
        ] as [([String: String], TokenPermission?)])
    func `not found means a missing scope`(headers: [String: String], needs: TokenPermission?) async throws {
        let step = ScriptedTransport.Step.json(GitHubJSON.error("Not Found"), status: 404, headers: headers)
        #expect(try await refusal(step) == .notAllowed(needs: needs))
        #expect(try await refusal(step, false) == .notAllowed(needs: needs))
    }

    @Test func `a missing permission is named`() async throws {
        let step = ScriptedTransport.Step.json(
            GitHubJSON.error("Resource not accessible by personal access token"), status: 403,
            headers: ["X-Accepted-GitHub-Permissions": "starring=write"])
        #expect(try await refusal(step) == .notAllowed(needs: .starring))
    }

    @Test(arguments: [403, 451])
    func `a blocked repository says why and where`(status: Int) async throws {
        let body =
            #"{"message":"Repository access blocked","block":{"reason":"dmca","html_url":"https://github.com/x"}}"#
        #expect(
            try await refusal(.json(body, status: status))
                == .blocked(reason: "dmca", link: URL(string: "https://github.com/x")))
    }

    @Test func `a secondary limit blocks the next writes`() async throws {
        let slowDown = ScriptedTransport.Step.json(
            GitHubJSON.error("You have exceeded a secondary rate limit."), status: 403, headers: ["Retry-After": "60"])
        let fixture = try AccountFixture([slowDown, .done])
        let end = fixture.clock.now.addingTimeInterval(60)
        for _ in 0..<2 {
            #expect(
                await failure { () async throws(CatalogFailure) in
                    try await fixture.account.setStarred(true, .listed())
                } == .throttled(until: end))
        }
        #expect(fixture.transport.requests.count == 1)
        fixture.clock.advance(by: 60)
        try await fixture.account.setStarred(true, .listed())
    }

    @Test func `an exhausted limit blocks the next writes`() async throws {
        let clock = SteppingClock()
        let headers = GitHubJSON.rate(0, of: 5000, resource: "core", resetsIn: 900, at: clock)
        let fixture = try AccountFixture([.response(status: 204, headers: headers), .done], clock: clock)
        let limit = RateLimit.sample(bucket: "core", limit: 5000, resetsAt: clock.now.addingTimeInterval(900))
        try await fixture.account.setStarred(true, .listed())
        #expect(
            await failure { () async throws(CatalogFailure) in try await fixture.account.setStarred(true, .listed()) }
                == .rateLimited(limit))
        #expect(fixture.transport.requests.count == 1)
    }
}
