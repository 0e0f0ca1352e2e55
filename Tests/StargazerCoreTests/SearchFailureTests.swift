import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct SearchFailureTests {
    nonisolated static let passing: [CatalogFailure] = [
        .offline, .timedOut, .server(status: 502),
        .rateLimited(RateLimit(bucket: "search", limit: 10, resetsAt: Date(timeIntervalSince1970: 1_800_000_042))),
        .throttled(until: Date(timeIntervalSince1970: 1_800_000_042)),
    ]
    nonisolated static let lasting: [CatalogFailure] = [
        .invalidQuery(reason: "no"), .unauthorized, .unreadable(code: "R1"), .unexpected(code: "U1"), .insecure, .gone,
        .notAllowed(needs: nil), .blocked(reason: nil, link: nil),
    ]

    @Test(arguments: passing + lasting)
    func `a failure without results is a page`(failure: CatalogFailure) async {
        let fixture = await SearchFixture()
        await fixture.search(" swift ", response: .failure(failure))
        #expect(fixture.failure?.failure == failure)
        #expect(fixture.failure?.query == "swift")
        #expect(fixture.failure?.willRetry == (failure.retryDate != nil))
    }

    @Test(arguments: passing)
    func `a transient failure keeps older results under a notice`(failure: CatalogFailure) async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        await fixture.search("rust", response: .failure(failure))
        #expect(fixture.shown == ["1"])
        #expect(fixture.notice?.failure == failure)
        #expect(fixture.notice?.query == "rust")
    }

    @Test(arguments: lasting)
    func `a permanent failure replaces older results`(failure: CatalogFailure) async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        await fixture.search("rust", response: .failure(failure))
        #expect(fixture.failure?.failure == failure)
        #expect(fixture.model.item(for: .sample(1)) == nil)
    }

    @Test func `cached results show under a notice with their age`() async {
        let fixture = await SearchFixture()
        var cached = ResultBatch.sample([1, 2])
        cached.cached = CachedResponse(at: fixture.time.now.addingTimeInterval(-3 * 3600), insteadOf: .offline)
        await fixture.search("swift", response: .success(.sample([3])))
        await fixture.search("rust", response: .success(cached))
        #expect(fixture.shown == ["1", "2"])
        #expect(fixture.notice?.failure == .offline && fixture.notice?.cacheAge == "3 hours ago")
        fixture.model.tryAgain()
        await fixture.catalog.respond(2, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        #expect(fixture.notice == nil)
    }

    @Test func `trying again repeats the request, and the response clears the notice`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        await fixture.search("rust", response: .failure(.offline))
        fixture.model.tryAgain()
        #expect(fixture.shown == ["1"])
        await fixture.catalog.respond(2, .success(.sample([2])))
        await eventually { fixture.shown == ["2"] }
        #expect(fixture.notice == nil)
        #expect(fixture.catalog.texts == ["swift", "rust", "rust"])
    }

    @Test func `Enter on a failed search sends it again`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .failure(.offline))
        fixture.model.submit()
        await fixture.catalog.respond(1, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
    }

    @Test func `a rate limit is counted down by the clock, second by second`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .failure(fixture.limit(42)))
        #expect(fixture.failure?.countdown == "0:42")
        #expect(fixture.failure?.until?.isEmpty == false)
        for second in ["0:41", "0:40", "0:39"] {
            await fixture.time.advance(by: .seconds(1))
            await eventually { fixture.failure?.countdown == second }
        }
        // A suspend: the clock jumps, and the countdown follows.
        await fixture.time.advance(by: .seconds(30))
        await eventually { fixture.failure?.countdown == "0:09" }
        #expect(fixture.time.sleepers <= 1)
    }

    @Test func `a countdown from a fraction of a second ticks at whole seconds`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .failure(fixture.limit(41.5)))
        #expect(fixture.failure?.countdown == "0:42")
        await fixture.time.advance(by: .milliseconds(500))
        await eventually { fixture.failure?.countdown == "0:41" }
    }

    @Test func `at the end of the countdown the search is repeated once automatically`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        await fixture.search("rust", response: .failure(fixture.limit(42)))
        await fixture.time.advance(by: .seconds(42))
        await eventually { fixture.isSearching }
        #expect(fixture.shown == ["1"])
        await fixture.catalog.respond(2, .failure(fixture.limit(60)))
        await eventually { fixture.notice?.countdown == "1:00" }
        #expect(fixture.notice?.willRetry == false)
        await fixture.time.advance(by: .seconds(60))
        await eventually { fixture.notice?.countdown == nil }
        await settle()
        #expect(fixture.catalog.texts == ["swift", "rust", "rust"])
        #expect(fixture.time.sleepers == 0)
        fixture.model.tryAgain()
        await fixture.catalog.respond(3, .failure(fixture.limit(5)))
        await eventually { fixture.notice?.willRetry == true }
    }

    @Test func `a limit in the past is not retried immediately`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .failure(fixture.limit(-5)))
        #expect(fixture.failure?.countdown == "0:01")
        await settle()
        #expect(fixture.catalog.texts == ["swift"])
        await fixture.time.advance(by: .seconds(1))
        await eventually { fixture.catalog.texts == ["swift", "swift"] }
    }

    @Test func `a new search ends the countdown of the old`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .failure(fixture.limit(42)))
        await eventually { fixture.time.sleepers == 1 }
        await fixture.search("rust", response: .success(.sample([1])))
        await eventually { fixture.time.sleepers == 0 }
        #expect(fixture.catalog.texts == ["swift", "rust"])
        #expect(fixture.notice == nil)
    }

    @Test func `the text typed during a countdown is searched for at its end`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .failure(fixture.limit(42)))
        await eventually { fixture.time.sleepers == 1 }
        fixture.model.queryChanged("rust")
        await fixture.time.advance(by: .milliseconds(350), sleepers: 2)
        await settle()
        #expect(fixture.catalog.texts == ["swift"])
        await fixture.time.advance(by: .seconds(42))
        await eventually { fixture.catalog.texts == ["swift", "rust"] }
    }

    @Test func `no batch loads during a countdown`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], next: "2")))
        await fixture.search("rust", response: .failure(fixture.limit(42)))
        fixture.model.loadNextBatch()
        await settle()
        #expect(fixture.catalog.requests.count == 2)
        #expect(fixture.footer == .loadMore)
    }

    @Test func `a batch can load under a notice without a countdown`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], next: "2")))
        await fixture.search("rust", response: .failure(.offline))
        await fixture.loadNextBatch(response: .success(.sample([2])))
        #expect(fixture.shown == ["1", "2"])
        #expect(fixture.catalog.requests.last?.query.text == "swift")
        #expect(fixture.notice?.failure == .offline)
    }

    @Test func `clearing ends the countdown`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .failure(fixture.limit(42)))
        await eventually { fixture.time.sleepers == 1 }
        fixture.model.clear()
        await eventually { fixture.time.sleepers == 0 }
        #expect(fixture.model.phase == .start)
    }
}
