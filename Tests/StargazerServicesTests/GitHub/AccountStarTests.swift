import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct AccountStarTests {
    private func refusal(_ step: ScriptedTransport.Step, _ isStarred: Bool = true) async throws -> CatalogFailure? {
        let scene = try AccountScene([step, .done, .done])
        let failure = await failure { () async throws(CatalogFailure) in
            try await scene.account.setStarred(isStarred, .listed())
        }
        #expect(scene.transport.requests.count == 1)
        return failure
    }

    @Test(arguments: [(true, "PUT"), (false, "DELETE")])
    func aStarIsSetAndTakenBackByName(isStarred: Bool, method: String) async throws {
        let scene = try AccountScene([.done])
        try await scene.account.setStarred(isStarred, .listed(owner: "a/b", name: "c?d#e"))
        #expect(scene.lines == ["\(method) /user/starred/a%2Fb/c%3Fd%23e"])
        let request = try #require(scene.transport.requests.first)
        #expect(request.body == Data())
        #expect(request.expects == HTTPBodyKind.none)
        #expect(
            request.headers == [
                "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
                "Authorization": "Bearer \(Credential.tokenText)",
            ])
    }

    @Test func whetherThereIsAStarIsAskedAndAnswered() async throws {
        let scene = try AccountScene([.done, .json(#"{"message":"Not Found"}"#, status: 404), .json("{}")])
        #expect(try await scene.account.isStarred(.listed()))
        #expect(try await scene.account.isStarred(.listed()) == false)
        #expect(
            await failure { () async throws(CatalogFailure) in try await scene.account.isStarred(.listed()) }
                == .unreadable(code: "star-200"))
        #expect(scene.lines == Array(repeating: "GET /user/starred/octo/pod", count: 3))
        #expect(scene.transport.requests.map(\.body) == [nil, nil, nil])
    }

    @Test func anItemOfAnotherServerIsNotAskedFor() async throws {
        let scene = try AccountScene([.done, .done])
        let foreign = Item.listed(host: "sample.invalid")
        await #expect(throws: CatalogFailure.unexpected(code: "foreign-item")) {
            try await scene.account.setStarred(true, foreign)
        }
        await #expect(throws: CatalogFailure.unexpected(code: "foreign-item")) {
            try await scene.account.isStarred(foreign)
        }
        #expect(scene.transport.requests.isEmpty)
    }

    // MARK: One by one

    @Test func writesAreASecondApart() async throws {
        let scene = try AccountScene([.done, .done, .done, .json(Wire.repository()), .done])
        let account = scene.account
        try await account.setStarred(true, .listed())
        #expect(scene.clock.sleeps.isEmpty)
        try await account.setStarred(false, .listed())
        #expect(scene.clock.sleeps == [.seconds(1)])
        scene.clock.advance(by: 0.75)
        try await account.setStarred(true, .listed())
        #expect(scene.clock.sleeps == [.seconds(1), .milliseconds(250)])
        #expect(await scene.scene.detailsFailure() == nil)
        scene.clock.advance(by: 1)
        try await account.setStarred(true, .listed())
        #expect(scene.clock.sleeps.count == 2)
    }

    @Test func aRefusedWriteIsAWriteToo() async throws {
        let scene = try AccountScene([.json("", status: 500), .done])
        _ = await failure { () async throws(CatalogFailure) in try await scene.account.setStarred(true, .listed()) }
        try await scene.account.setStarred(true, .listed())
        #expect(scene.clock.sleeps == [.seconds(1)])
    }

    @Test func aClockSetBackMakesNobodyWaitLonger() async throws {
        let scene = try AccountScene([.done, .done])
        try await scene.account.setStarred(true, .listed())
        scene.clock.advance(by: -86_400)
        try await scene.account.setStarred(false, .listed())
        #expect(scene.clock.sleeps == [.seconds(1)])
    }

    @Test func writesStandInLineInTheOrderTheyWereAsked() async throws {
        let scene = try AccountScene([.hold, .hold, .hold])
        let (account, line) = (scene.account, scene.scene.client.writeLine)
        var tasks: [Task<Void, any Error>] = []
        for (place, name) in ["a", "b", "c"].enumerated() {
            tasks.append(Task { try await account.setStarred(true, .listed(name: name)) })
            await eventually("\(name) is in line") { scene.transport.heldCount == 1 && line.waitingCount == place }
        }
        for (task, name) in zip(tasks, ["a", "b", "c"]) {
            await eventually("\(name) is sent") { scene.lines.last == "PUT /user/starred/octo/\(name)" }
            #expect(scene.transport.heldCount == 1)
            scene.transport.release(with: .done)
            try await task.value
        }
        #expect(scene.transport.mostAtOnce == 1)
        #expect(scene.clock.sleeps == [.seconds(1), .seconds(1)])
    }

    @Test func nobodyWaitsForTheSecondBetweenTwoWrites() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport([.done, .json(Wire.repository()), .done])
        let client = GitHubClient(server: .gitHub, transport: transport, time: time.source)
        try client.use(.sample())
        let account = AccountClient(client: client)
        try await account.setStarred(true, .listed())
        let second = Task { try await account.setStarred(false, .listed()) }
        await eventually("the second write waits") { time.sleepers == 1 }
        _ = try await GitHubCatalog(client: client).details(of: .listed())
        #expect(transport.requests.map(\.method) == ["PUT", "GET"])
        await time.advance(by: .seconds(1))
        try await second.value
    }

    @Test func aWriteThatIsGivenUpWhileItWaitsIsNotSent() async throws {
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

    // MARK: Refusals, each one request

    @Test(
        arguments: [
            (401, .unauthorized), (404, .notAllowed(needs: .publicRepositories)), (403, .notAllowed(needs: nil)),
            (451, .blocked(reason: nil, link: nil)), (500, .server(status: 500)), (502, .server(status: 502)),
            (503, .server(status: 503)), (504, .server(status: 504)), (422, .unexpected(code: "http-422")),
            (410, .unexpected(code: "http-410")), (411, .unexpected(code: "http-411")),
            (307, .unexpected(code: "http-307")),
        ] as [(Int, CatalogFailure)])
    func aRefusalKeepsItsKind(status: Int, failure: CatalogFailure) async throws {
        for isStarred in [true, false] {
            for body in [Wire.error("Something"), "<html>", ""] {
                #expect(try await refusal(.json(body, status: status), isStarred) == failure)
            }
        }
    }

    @Test(
        arguments: [(.offline, .offline), (.timedOut, .timedOut), (.insecure, .insecure), (.cancelled, .cancelled)]
            as [(HTTPFailure, CatalogFailure)])
    func aFailureOfTheWayKeepsItsKind(failure: HTTPFailure, expected: CatalogFailure) async throws {
        #expect(try await refusal(.fail(failure)) == expected)
    }

    @Test(
        arguments: [
            ([:], .publicRepositories), (["X-OAuth-Scopes": ""], .publicRepositories),
            (["X-OAuth-Scopes": "gist, user"], .publicRepositories),
            (["X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": "public_repo, repo"], .publicRepositories),
            (["X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": "repo"], .other("repo")),
            (["X-Accepted-GitHub-Permissions": "starring=write"], .starring),
            // With the scope it is something else, of which GitHub says nothing.
            (["X-OAuth-Scopes": "gist, public_repo", "X-Accepted-OAuth-Scopes": "public_repo, repo"], nil),
            (["X-OAuth-Scopes": "repo", "X-Accepted-OAuth-Scopes": "public_repo, repo"], nil),
        ] as [([String: String], TokenPermission?)])
    func notFoundMeansAMissingScopeAndNeverGone(headers: [String: String], needs: TokenPermission?) async throws {
        let step = ScriptedTransport.Step.json(Wire.error("Not Found"), status: 404, headers: headers)
        #expect(try await refusal(step) == .notAllowed(needs: needs))
        #expect(try await refusal(step, false) == .notAllowed(needs: needs))
    }

    @Test func aMissingPermissionIsNamed() async throws {
        let step = ScriptedTransport.Step.json(
            Wire.error("Resource not accessible by personal access token"), status: 403,
            headers: ["X-Accepted-GitHub-Permissions": "starring=write"])
        #expect(try await refusal(step) == .notAllowed(needs: .starring))
    }

    @Test(arguments: [403, 451])
    func aBlockedRepositorySaysWhyAndWhere(status: Int) async throws {
        let body =
            #"{"message":"Repository access blocked","block":{"reason":"dmca","html_url":"https://github.com/x"}}"#
        #expect(
            try await refusal(.json(body, status: status))
                == .blocked(reason: "dmca", link: URL(string: "https://github.com/x")))
    }

    @Test func aSecondaryLimitHoldsBackTheNextWrites() async throws {
        let slowDown = ScriptedTransport.Step.json(
            Wire.error("You have exceeded a secondary rate limit."), status: 403, headers: ["Retry-After": "60"])
        let scene = try AccountScene([slowDown, .done])
        let end = scene.clock.now.addingTimeInterval(60)
        for _ in 0..<2 {
            #expect(
                await failure { () async throws(CatalogFailure) in
                    try await scene.account.setStarred(true, .listed())
                } == .askedToSlowDown(until: end))
        }
        #expect(scene.transport.requests.count == 1)
        scene.clock.advance(by: 60)
        try await scene.account.setStarred(true, .listed())
    }

    @Test func aUsedUpLimitHoldsBackTheNextWrites() async throws {
        let clock = SteppingClock()
        let headers = Wire.rate(0, of: 5000, resource: "core", resetsIn: 900, at: clock)
        let scene = try AccountScene([.answer(status: 204, headers: headers), .done], clock: clock)
        let limit = RateLimit.told(bucket: "core", limit: 5000, resetsAt: clock.now.addingTimeInterval(900))
        try await scene.account.setStarred(true, .listed())
        #expect(
            await failure { () async throws(CatalogFailure) in try await scene.account.setStarred(true, .listed()) }
                == .rateLimited(limit))
        #expect(scene.transport.requests.count == 1)
    }
}
