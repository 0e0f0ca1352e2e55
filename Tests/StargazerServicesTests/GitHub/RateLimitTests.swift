import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct RateLimitTests {
    private let clock = SteppingClock()

    private func usedUp(status: Int = 403, resetsIn seconds: TimeInterval = 40) -> ScriptedTransport.Step {
        .json(
            Wire.error("API rate limit exceeded for 203.0.113.7."), status: status,
            headers: Wire.rate(0, resetsIn: seconds, at: clock))
    }

    private var slowDown: ScriptedTransport.Step {
        .json(
            Wire.error("You have exceeded a secondary rate limit. Please wait a few minutes."), status: 403,
            headers: Wire.rate(14, of: 30, at: clock))
    }

    @Test(arguments: [403, 429])
    func aUsedUpLimitSaysWhichHowManyAndTillWhen(status: Int) async {
        let scene = Scene([usedUp(status: status)], clock: clock)
        let limit = RateLimit.told(
            bucket: "search", limit: 10, remaining: 0, resetsAt: clock.now.addingTimeInterval(40))
        #expect(await scene.searchFailure() == .rateLimited(limit))
    }

    @Test(arguments: [(403, "<html>Slow down</html>"), (429, ""), (429, #"{"message":"Too many requests"}"#)])
    func headersAloneTellAUsedUpLimit(status: Int, body: String) async {
        let scene = Scene([.json(body, status: status, headers: Wire.rate(0, at: clock))], clock: clock)
        let limit = RateLimit.told(
            bucket: "search", limit: 10, remaining: 0, resetsAt: clock.now.addingTimeInterval(40))
        #expect(await scene.searchFailure() == .rateLimited(limit))
    }

    @Test func noRequestIsSentBeforeTheReset() async throws {
        let end = clock.now.addingTimeInterval(40)
        let limit = RateLimit.told(bucket: "search", limit: 10, remaining: 0, resetsAt: end)
        let scene = Scene([.json(Wire.page(), headers: Wire.rate(0, at: clock)), .json(Wire.page())], clock: clock)
        _ = try await scene.search()
        #expect(await scene.searchFailure() == .rateLimited(limit))
        clock.advance(by: 39.5)
        #expect(await scene.searchFailure() == .rateLimited(limit))
        #expect(scene.transport.requests.count == 1)
        clock.advance(by: 0.5)
        _ = try await scene.search()
        #expect(scene.transport.requests.count == 2)
    }

    @Test func bucketsAreCountedApart() async throws {
        let scene = Scene([usedUp(), .json(Wire.repository())], clock: clock)
        _ = await scene.searchFailure()
        #expect(await scene.detailsFailure() == nil)
    }

    @Test func theServersNameForTheBucketIsKept() async {
        let headers = Wire.rate(0, of: 60, resource: "rest", resetsIn: 900, at: clock)
        let scene = Scene([.json(Wire.repository(), headers: headers)], clock: clock)
        #expect(await scene.detailsFailure() == nil)
        let limit = RateLimit.told(bucket: "rest", limit: 60, remaining: 0, resetsAt: clock.now.addingTimeInterval(900))
        #expect(await scene.detailsFailure() == .rateLimited(limit))
    }

    @Test func anAnswerWithoutAResetIsWaitedForAMinute() async {
        let scene = Scene(
            [
                .json(
                    Wire.error("API Rate Limit Exceeded for 203.0.113.7"), status: 403,
                    headers: ["X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0"])
            ], clock: clock)
        let limit = RateLimit.told(bucket: "core", limit: 60, remaining: 0, resetsAt: clock.now.addingTimeInterval(60))
        #expect(await scene.detailsFailure() == .rateLimited(limit))
        #expect(await scene.detailsFailure() == .rateLimited(limit))
        #expect(scene.transport.requests.count == 1)
    }

    @Test func searchesLeftAreAsTheServerSaid() async throws {
        let scene = Scene(
            [.json(Wire.page(), headers: Wire.rate(7, at: clock)), .json("", status: 404), .json("", status: 404)],
            clock: clock)
        #expect(await scene.catalog.searchesLeft() == nil)
        _ = try await scene.search()
        #expect(await scene.catalog.searchesLeft() == 7)
        _ = await scene.searchFailure()
        #expect(await scene.catalog.searchesLeft() == 6)
        _ = await scene.detailsFailure()
        #expect(await scene.catalog.searchesLeft() == 6)
        clock.advance(by: 40)
        #expect(await scene.catalog.searchesLeft() == 10)
    }

    @Test func aGuessNeverBlocks() async throws {
        let scene = Scene(
            [.json(Wire.page(), headers: Wire.rate(1, at: clock)), .json(Wire.page()), .json(Wire.page())], clock: clock
        )
        for _ in 1...3 { _ = try await scene.search() }
        #expect(await scene.catalog.searchesLeft() == 1)
    }

    // MARK: Clocks that disagree

    @Test(arguments: [-172_800, -30, 30, 172_800] as [TimeInterval])
    func theServersOwnClockTellsTheWait(serverAhead: TimeInterval) async {
        var headers = Wire.rate(0, resetsIn: 40 + serverAhead, at: clock)
        headers["Date"] = HTTPDate.text(clock.now.addingTimeInterval(serverAhead))
        let scene = Scene([.json(Wire.error("API rate limit exceeded"), status: 403, headers: headers)], clock: clock)
        let limit = RateLimit.told(
            bucket: "search", limit: 10, remaining: 0, resetsAt: clock.now.addingTimeInterval(40))
        #expect(await scene.searchFailure() == .rateLimited(limit))
        #expect(await scene.searchFailure() == .rateLimited(limit))
        #expect(scene.transport.requests.count == 1)
    }

    @Test(arguments: [172_800, 3601, -172_800] as [TimeInterval])
    func aResetThatCannotBeIsNeitherWaitedForNorHammered(seconds: TimeInterval) async throws {
        let scene = Scene([usedUp(resetsIn: seconds), .json(Wire.page())], clock: clock)
        let minute = RateLimit.told(
            bucket: "search", limit: 10, remaining: 0, resetsAt: clock.now.addingTimeInterval(60))
        #expect(await scene.searchFailure() == .rateLimited(minute))
        #expect(await scene.searchFailure() == .rateLimited(minute))
        #expect(scene.transport.requests.count == 1)
        clock.advance(by: 60)
        _ = try await scene.search()
    }

    @Test func anHourlyLimitIsBelievedForLonger() async {
        let headers = Wire.rate(0, of: 60, resource: "core", resetsIn: 3601, at: clock)
        let scene = Scene([.json(Wire.error("API rate limit exceeded"), status: 403, headers: headers)], clock: clock)
        let limit = RateLimit.told(
            bucket: "core", limit: 60, remaining: 0, resetsAt: clock.now.addingTimeInterval(3601))
        #expect(await scene.detailsFailure() == .rateLimited(limit))
    }

    @Test func aClockSetBackEndsTheWait() async throws {
        let scene = Scene([usedUp(), .json(Wire.page())], clock: clock)
        _ = await scene.searchFailure()
        clock.advance(by: -172_800)
        _ = try await scene.search()
    }

    // MARK: Secondary limits

    @Test(arguments: [
        "You have exceeded a secondary rate limit. Please wait.",
        "You have triggered an abuse detection mechanism. Please wait.",
    ])
    func aSecondaryLimitIsKnownByItsMessage(message: String) async {
        let body = Wire.error(message)
        let headers = Wire.rate(14, of: 30, at: clock)
        let scene = Scene([.json(body, status: 403, headers: headers)], clock: clock)
        #expect(await scene.searchFailure() == .askedToSlowDown(until: clock.now.addingTimeInterval(60)))
    }

    @Test(arguments: [403, 429])
    func itEndsWhenTheServerSays(status: Int) async {
        let scene = Scene([.json("", status: status, headers: ["Retry-After": "8"])], clock: clock)
        #expect(await scene.searchFailure() == .askedToSlowDown(until: clock.now.addingTimeInterval(8)))
    }

    @Test(arguments: [0, 172_800] as [TimeInterval])
    func itEndsWhenTheServersClockSays(serverAhead: TimeInterval) async {
        let there = clock.now.addingTimeInterval(serverAhead)
        let headers = ["Retry-After": HTTPDate.text(there.addingTimeInterval(30)), "Date": HTTPDate.text(there)]
        let scene = Scene([.json("", status: 403, headers: headers)], clock: clock)
        #expect(await scene.searchFailure() == .askedToSlowDown(until: clock.now.addingTimeInterval(30)))
    }

    @Test(arguments: ["Retry-After", "GH-Limited-By"])
    func aHeaderAloneTellsIt(name: String) async {
        let scene = Scene(
            [.json(Wire.error("Must have push access"), status: 403, headers: [name: "something"])], clock: clock)
        #expect(await scene.searchFailure() == .askedToSlowDown(until: clock.now.addingTimeInterval(60)))
    }

    @Test func itEndsWithTheWindowWhenThatIsUsedUpToo() async {
        let headers = Wire.rate(0, resetsIn: 90, at: clock)
        let scene = Scene([.json(Wire.error("secondary rate limit"), status: 429, headers: headers)], clock: clock)
        #expect(await scene.searchFailure() == .askedToSlowDown(until: clock.now.addingTimeInterval(90)))
    }

    @Test func nothingIsSentWhileItLastsAndNextTimeItLastsTwiceAsLong() async throws {
        let scene = Scene([slowDown, slowDown, slowDown, .json(Wire.page()), slowDown], clock: clock)
        for seconds in [60, 120, 240] as [TimeInterval] {
            let end = clock.now.addingTimeInterval(seconds)
            #expect(await scene.searchFailure() == .askedToSlowDown(until: end))
            #expect(await scene.catalog.searchesLeft() == 0)
            clock.advance(by: seconds - 1)
            #expect(await scene.searchFailure() == .askedToSlowDown(until: end))
            #expect(await scene.detailsFailure() == .askedToSlowDown(until: end))
            clock.advance(by: 1)
        }
        #expect(scene.transport.requests.count == 3)
        _ = try await scene.search()
        #expect(await scene.searchFailure() == .askedToSlowDown(until: clock.now.addingTimeInterval(60)))
    }

    @Test func theDoublingHasAnEnd() async {
        let scene = Scene(Array(repeating: slowDown, count: 8), clock: clock)
        var waits: [TimeInterval] = []
        for _ in 1...8 {
            guard case .askedToSlowDown(let end) = await scene.searchFailure() else { break }
            waits.append(end.timeIntervalSince(clock.now))
            clock.advance(by: waits.last ?? 0)
        }
        #expect(waits == [60, 120, 240, 480, 960, 960, 960, 960])
    }

    @Test func aPauseOfNothingIsNoInvitationToHammer() async {
        let scene = Scene([.json("", status: 429, headers: ["Retry-After": "0"])], clock: clock)
        #expect(await scene.searchFailure() == .askedToSlowDown(until: clock.now.addingTimeInterval(1)))
    }

    @Test func aClockSetBackEndsThePauseButNotTheNext() async {
        let scene = Scene([slowDown, slowDown], clock: clock)
        _ = await scene.searchFailure()
        clock.advance(by: -172_800)
        let pause = CatalogFailure.askedToSlowDown(until: clock.now.addingTimeInterval(120))
        #expect(await scene.searchFailure() == pause)
        #expect(await scene.searchFailure() == pause)
        #expect(scene.transport.requests.count == 2)
    }

    @Test func twoRequestsThatMeetOneLimitAreOneStrike() async throws {
        let scene = Scene([.hold, slowDown], clock: clock)
        let details = Task { await scene.detailsFailure() }
        await eventually("the details are under way") { scene.transport.heldCount == 1 }
        let pause = CatalogFailure.askedToSlowDown(until: clock.now.addingTimeInterval(60))
        #expect(await scene.searchFailure() == pause)
        scene.transport.release(with: slowDown)
        #expect(await details.value == pause)
    }

    @Test func `a later, shorter pause does not end a longer one`() async {
        let pause = { (seconds: Int) in
            ScriptedTransport.Step.json("", status: 429, headers: ["Retry-After": "\(seconds)"])
        }
        let scene = Scene([.hold, pause(600)], clock: clock)
        let details = Task { await scene.detailsFailure() }
        await eventually("the details are under way") { scene.transport.heldCount == 1 }
        let long = CatalogFailure.askedToSlowDown(until: clock.now.addingTimeInterval(600))
        #expect(await scene.searchFailure() == long)
        clock.advance(by: 1)
        scene.transport.release(with: pause(5))
        #expect(await details.value == long)
        clock.advance(by: 10)
        #expect(await scene.searchFailure() == long)
        #expect(scene.transport.requests.count == 2)
    }

    @Test func anAbsurdPauseIsBounded() async {
        let scene = Scene([.json("", status: 429, headers: ["Retry-After": "99999999"])], clock: clock)
        #expect(await scene.searchFailure() == .askedToSlowDown(until: clock.now.addingTimeInterval(7200)))
    }
}
