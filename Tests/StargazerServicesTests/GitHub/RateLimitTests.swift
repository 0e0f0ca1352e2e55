import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct RateLimitTests {
    private let clock = SteppingClock()

    private func limitExhausted(status: Int = 403, resetsIn seconds: TimeInterval = 40) -> ScriptedTransport.Step {
        .json(
            GitHubJSON.error("API rate limit exceeded for 203.0.113.7."), status: status,
            headers: GitHubJSON.rate(0, resetsIn: seconds, at: clock))
    }

    private var slowDown: ScriptedTransport.Step {
        .json(
            GitHubJSON.error("You have exceeded a secondary rate limit. Please wait a few minutes."), status: 403,
            headers: GitHubJSON.rate(14, of: 30, at: clock))
    }

    @Test(arguments: [403, 429])
    func `an exhausted limit reports bucket count and reset`(status: Int) async {
        let fixture = GitHubFixture([limitExhausted(status: status)], clock: clock)
        let limit = RateLimit.sample(
            bucket: "search", limit: 10, remaining: 0, resetsAt: clock.now.addingTimeInterval(40))
        #expect(await fixture.searchFailure() == .rateLimited(limit))
    }

    @Test(arguments: [(403, "<html>Slow down</html>"), (429, ""), (429, #"{"message":"Too many requests"}"#)])
    func `headers alone signal an exhausted limit`(status: Int, body: String) async {
        let fixture = GitHubFixture([.json(body, status: status, headers: GitHubJSON.rate(0, at: clock))], clock: clock)
        let limit = RateLimit.sample(
            bucket: "search", limit: 10, remaining: 0, resetsAt: clock.now.addingTimeInterval(40))
        #expect(await fixture.searchFailure() == .rateLimited(limit))
    }

    @Test func `no request is sent before the reset`() async throws {
        let end = clock.now.addingTimeInterval(40)
        let limit = RateLimit.sample(bucket: "search", limit: 10, remaining: 0, resetsAt: end)
        let fixture = GitHubFixture(
            [.json(GitHubJSON.page(), headers: GitHubJSON.rate(0, at: clock)), .json(GitHubJSON.page())], clock: clock)
        #expect(await fixture.catalog.searchLimitEnd() == nil)
        _ = try await fixture.search()
        #expect(await fixture.catalog.searchLimitEnd() == end)
        #expect(await fixture.searchFailure() == .rateLimited(limit))
        clock.advance(by: 39.5)
        #expect(await fixture.searchFailure() == .rateLimited(limit))
        #expect(fixture.transport.requests.count == 1)
        clock.advance(by: 0.5)
        _ = try await fixture.search()
        #expect(fixture.transport.requests.count == 2)
    }

    @Test func `buckets have separate limits`() async throws {
        let fixture = GitHubFixture([limitExhausted(), .json(GitHubJSON.repository())], clock: clock)
        _ = await fixture.searchFailure()
        #expect(await fixture.detailsFailure() == nil)
    }

    @Test func `the server's bucket name is used`() async {
        let headers = GitHubJSON.rate(0, of: 60, resource: "rest", resetsIn: 900, at: clock)
        let fixture = GitHubFixture([.json(GitHubJSON.repository(), headers: headers)], clock: clock)
        #expect(await fixture.detailsFailure() == nil)
        let limit = RateLimit.sample(
            bucket: "rest", limit: 60, remaining: 0, resetsAt: clock.now.addingTimeInterval(900))
        #expect(await fixture.detailsFailure() == .rateLimited(limit))
    }

    @Test func `an answer without a reset is waited for a minute`() async {
        let fixture = GitHubFixture(
            [
                .json(
                    GitHubJSON.error("API Rate Limit Exceeded for 203.0.113.7"), status: 403,
                    headers: ["X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0"])
            ], clock: clock)
        let limit = RateLimit.sample(
            bucket: "core", limit: 60, remaining: 0, resetsAt: clock.now.addingTimeInterval(60))
        #expect(await fixture.detailsFailure() == .rateLimited(limit))
        #expect(await fixture.detailsFailure() == .rateLimited(limit))
        #expect(fixture.transport.requests.count == 1)
    }

    @Test func `searches left follow the headers`() async throws {
        let fixture = GitHubFixture(
            [
                .json(GitHubJSON.page(), headers: GitHubJSON.rate(7, at: clock)),
                .json(GitHubJSON.error("Not Found"), status: 404),
                .json(GitHubJSON.error("Not Found"), status: 404),
            ],
            clock: clock)
        #expect(await fixture.catalog.searchesLeft() == nil)
        _ = try await fixture.search()
        #expect(await fixture.catalog.searchesLeft() == 7)
        _ = await fixture.searchFailure()
        #expect(await fixture.catalog.searchesLeft() == 6)
        _ = await fixture.detailsFailure()
        #expect(await fixture.catalog.searchesLeft() == 6)
        clock.advance(by: 40)
        #expect(await fixture.catalog.searchesLeft() == 10)
    }

    @Test func `an estimated limit never blocks`() async throws {
        let fixture = GitHubFixture(
            [
                .json(GitHubJSON.page(), headers: GitHubJSON.rate(1, at: clock)), .json(GitHubJSON.page()),
                .json(GitHubJSON.page()),
            ], clock: clock
        )
        for _ in 1...3 { _ = try await fixture.search() }
        #expect(await fixture.catalog.searchesLeft() == 1)
    }

    // MARK: Clocks that disagree

    @Test(arguments: [-172_800, -30, 30, 172_800] as [TimeInterval])
    func `the server's own clock tells the wait`(serverAhead: TimeInterval) async {
        var headers = GitHubJSON.rate(0, resetsIn: 40 + serverAhead, at: clock)
        headers["Date"] = HTTPDate.text(clock.now.addingTimeInterval(serverAhead))
        let fixture = GitHubFixture(
            [.json(GitHubJSON.error("API rate limit exceeded"), status: 403, headers: headers)], clock: clock)
        let limit = RateLimit.sample(
            bucket: "search", limit: 10, remaining: 0, resetsAt: clock.now.addingTimeInterval(40))
        #expect(await fixture.searchFailure() == .rateLimited(limit))
        #expect(await fixture.searchFailure() == .rateLimited(limit))
        #expect(fixture.transport.requests.count == 1)
    }

    @Test(arguments: [172_800, 3601, -172_800] as [TimeInterval])
    func `an implausible reset is bounded`(seconds: TimeInterval) async throws {
        let fixture = GitHubFixture([limitExhausted(resetsIn: seconds), .json(GitHubJSON.page())], clock: clock)
        let minute = RateLimit.sample(
            bucket: "search", limit: 10, remaining: 0, resetsAt: clock.now.addingTimeInterval(60))
        #expect(await fixture.searchFailure() == .rateLimited(minute))
        #expect(await fixture.searchFailure() == .rateLimited(minute))
        #expect(fixture.transport.requests.count == 1)
        clock.advance(by: 60)
        _ = try await fixture.search()
    }

    @Test func `an hourly limit is believed for longer`() async {
        let headers = GitHubJSON.rate(0, of: 60, resource: "core", resetsIn: 3601, at: clock)
        let fixture = GitHubFixture(
            [.json(GitHubJSON.error("API rate limit exceeded"), status: 403, headers: headers)], clock: clock)
        let limit = RateLimit.sample(
            bucket: "core", limit: 60, remaining: 0, resetsAt: clock.now.addingTimeInterval(3601))
        #expect(await fixture.detailsFailure() == .rateLimited(limit))
    }

    @Test func `a clock set back ends the wait`() async throws {
        let fixture = GitHubFixture([limitExhausted(), .json(GitHubJSON.page())], clock: clock)
        _ = await fixture.searchFailure()
        clock.advance(by: -172_800)
        _ = try await fixture.search()
    }

    // MARK: Secondary limits

    @Test(arguments: [
        "You have exceeded a secondary rate limit. Please wait.",
        "You have triggered an abuse detection mechanism. Please wait.",
    ])
    func `a secondary limit is known by its message`(message: String) async {
        let body = GitHubJSON.error(message)
        let headers = GitHubJSON.rate(14, of: 30, at: clock)
        let fixture = GitHubFixture([.json(body, status: 403, headers: headers)], clock: clock)
        #expect(await fixture.searchFailure() == .throttled(until: clock.now.addingTimeInterval(60)))
    }

    @Test(arguments: [403, 429])
    func `it ends when the server says`(status: Int) async {
        let fixture = GitHubFixture([.json("", status: status, headers: ["Retry-After": "8"])], clock: clock)
        #expect(await fixture.searchFailure() == .throttled(until: clock.now.addingTimeInterval(8)))
    }

    @Test(arguments: [0, 172_800] as [TimeInterval])
    func `it ends when the server's clock says`(serverAhead: TimeInterval) async {
        let there = clock.now.addingTimeInterval(serverAhead)
        let headers = ["Retry-After": HTTPDate.text(there.addingTimeInterval(30)), "Date": HTTPDate.text(there)]
        let fixture = GitHubFixture([.json("", status: 403, headers: headers)], clock: clock)
        #expect(await fixture.searchFailure() == .throttled(until: clock.now.addingTimeInterval(30)))
    }

    @Test(arguments: ["Retry-After", "GH-Limited-By"])
    func `a header alone signals the limit`(name: String) async {
        let fixture = GitHubFixture(
            [.json(GitHubJSON.error("Must have push access"), status: 403, headers: [name: "something"])], clock: clock)
        #expect(await fixture.searchFailure() == .throttled(until: clock.now.addingTimeInterval(60)))
    }

    @Test func `it ends with the window when that is used up too`() async {
        let headers = GitHubJSON.rate(0, resetsIn: 90, at: clock)
        let fixture = GitHubFixture(
            [.json(GitHubJSON.error("secondary rate limit"), status: 429, headers: headers)], clock: clock)
        #expect(await fixture.searchFailure() == .throttled(until: clock.now.addingTimeInterval(90)))
    }

    @Test func `nothing is sent while it lasts and next time it lasts twice as long`() async throws {
        let fixture = GitHubFixture([slowDown, slowDown, slowDown, .json(GitHubJSON.page()), slowDown], clock: clock)
        for seconds in [60, 120, 240] as [TimeInterval] {
            let end = clock.now.addingTimeInterval(seconds)
            #expect(await fixture.searchFailure() == .throttled(until: end))
            #expect(await fixture.catalog.searchesLeft() == 0)
            clock.advance(by: seconds - 1)
            #expect(await fixture.searchFailure() == .throttled(until: end))
            #expect(await fixture.detailsFailure() == .throttled(until: end))
            clock.advance(by: 1)
        }
        #expect(fixture.transport.requests.count == 3)
        _ = try await fixture.search()
        #expect(await fixture.searchFailure() == .throttled(until: clock.now.addingTimeInterval(60)))
    }

    @Test func `the doubling has an end`() async {
        let fixture = GitHubFixture(Array(repeating: slowDown, count: 8), clock: clock)
        var waits: [TimeInterval] = []
        for _ in 1...8 {
            guard case .throttled(let end) = await fixture.searchFailure() else { break }
            waits.append(end.timeIntervalSince(clock.now))
            clock.advance(by: waits.last ?? 0)
        }
        #expect(waits == [60, 120, 240, 480, 960, 960, 960, 960])
    }

    @Test func `a zero retry after still waits`() async {
        let fixture = GitHubFixture([.json("", status: 429, headers: ["Retry-After": "0"])], clock: clock)
        #expect(await fixture.searchFailure() == .throttled(until: clock.now.addingTimeInterval(1)))
    }

    @Test func `a clock set back ends the pause but not the next`() async {
        let fixture = GitHubFixture([slowDown, slowDown], clock: clock)
        _ = await fixture.searchFailure()
        clock.advance(by: -172_800)
        let pause = CatalogFailure.throttled(until: clock.now.addingTimeInterval(120))
        #expect(await fixture.searchFailure() == pause)
        #expect(await fixture.searchFailure() == pause)
        #expect(fixture.transport.requests.count == 2)
    }

    @Test func `two requests that hit one limit count once`() async throws {
        let fixture = GitHubFixture([.hold, slowDown], clock: clock)
        let details = Task { await fixture.detailsFailure() }
        await eventually("the details are under way") { fixture.transport.heldCount == 1 }
        let pause = CatalogFailure.throttled(until: clock.now.addingTimeInterval(60))
        #expect(await fixture.searchFailure() == pause)
        fixture.transport.release(with: slowDown)
        #expect(await details.value == pause)
    }

    @Test func `a later, shorter pause does not end a longer one`() async {
        let pause = { (seconds: Int) in
            ScriptedTransport.Step.json("", status: 429, headers: ["Retry-After": "\(seconds)"])
        }
        let fixture = GitHubFixture([.hold, pause(600)], clock: clock)
        let details = Task { await fixture.detailsFailure() }
        await eventually("the details are under way") { fixture.transport.heldCount == 1 }
        let long = CatalogFailure.throttled(until: clock.now.addingTimeInterval(600))
        #expect(await fixture.searchFailure() == long)
        clock.advance(by: 1)
        fixture.transport.release(with: pause(5))
        #expect(await details.value == long)
        clock.advance(by: 10)
        #expect(await fixture.searchFailure() == long)
        #expect(fixture.transport.requests.count == 2)
    }

    @Test func `an absurd pause is bounded`() async {
        let fixture = GitHubFixture([.json("", status: 429, headers: ["Retry-After": "99999999"])], clock: clock)
        #expect(await fixture.searchFailure() == .throttled(until: clock.now.addingTimeInterval(7200)))
    }
}
