import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct SearchFailureTests {
    nonisolated static let passing: [CatalogFailure] = [
        .offline, .timedOut, .server(status: 502),
        .rateLimited(RateLimit(bucket: "search", limit: 10, resetsAt: Date(timeIntervalSince1970: 1_800_000_042))),
        .askedToSlowDown(until: Date(timeIntervalSince1970: 1_800_000_042)),
    ]
    nonisolated static let lasting: [CatalogFailure] = [
        .invalidQuery(reason: "no"), .unauthorized, .unreadable(code: "R1"), .unexpected(code: "U1"), .insecure, .gone,
        .notAllowed(needs: nil), .blocked(reason: nil, link: nil),
    ]

    @Test(arguments: passing + lasting)
    func `a failure with nothing to show is a page`(failure: CatalogFailure) async {
        let bench = await SearchBench()
        await bench.search(" swift ", answer: .failure(failure))
        #expect(bench.failure?.failure == failure)
        #expect(bench.failure?.query == "swift")
        #expect(bench.failure?.willRetry == (failure.retryDate != nil))
    }

    @Test(arguments: passing)
    func `a failure that may pass leaves older results under a notice`(failure: CatalogFailure) async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1])))
        await bench.search("rust", answer: .failure(failure))
        #expect(bench.shown == ["1"])
        #expect(bench.notice?.failure == failure)
        #expect(bench.notice?.query == "rust")
    }

    @Test(arguments: lasting)
    func `a failure that lasts takes the place of older results`(failure: CatalogFailure) async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1])))
        await bench.search("rust", answer: .failure(failure))
        #expect(bench.failure?.failure == failure)
        #expect(bench.model.item(for: .sample(1)) == nil)
    }

    @Test func `what was kept of an answer shows under a notice that says how old it is`() async {
        let bench = await SearchBench()
        var kept = ResultBatch.sample([1, 2])
        kept.kept = KeptAnswer(at: bench.time.now.addingTimeInterval(-3 * 3600), insteadOf: .offline)
        await bench.search("swift", answer: .success(.sample([3])))
        await bench.search("rust", answer: .success(kept))
        #expect(bench.shown == ["1", "2"])
        #expect(bench.notice?.failure == .offline && bench.notice?.keptAge == "3 hours ago")
        bench.model.tryAgain()
        await bench.catalog.answer(2, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
        #expect(bench.notice == nil)
    }

    @Test func `trying again asks the same and clears the notice with the answer`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1])))
        await bench.search("rust", answer: .failure(.offline))
        bench.model.tryAgain()
        #expect(bench.shown == ["1"])
        await bench.catalog.answer(2, .success(.sample([2])))
        await eventually { bench.shown == ["2"] }
        #expect(bench.notice == nil)
        #expect(bench.catalog.texts == ["swift", "rust", "rust"])
    }

    @Test func `Enter on a failed search sends it again`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .failure(.offline))
        bench.model.submit()
        await bench.catalog.answer(1, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
    }

    @Test func `a limit is counted down by the clock, second by second`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .failure(bench.limit(42)))
        #expect(bench.failure?.countdown == "0:42")
        #expect(bench.failure?.until?.isEmpty == false)
        for second in ["0:41", "0:40", "0:39"] {
            await bench.time.advance(by: .seconds(1))
            await eventually { bench.failure?.countdown == second }
        }
        // A suspend: the clock leaps, the countdown follows.
        await bench.time.advance(by: .seconds(30))
        await eventually { bench.failure?.countdown == "0:09" }
        #expect(bench.time.sleepers <= 1)
    }

    @Test func `a countdown over part of a second ticks at whole seconds`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .failure(bench.limit(41.5)))
        #expect(bench.failure?.countdown == "0:42")
        await bench.time.advance(by: .milliseconds(500))
        await eventually { bench.failure?.countdown == "0:41" }
    }

    @Test func `when the limit is over the search is repeated once, by itself`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1])))
        await bench.search("rust", answer: .failure(bench.limit(42)))
        await bench.time.advance(by: .seconds(42))
        await eventually { bench.isSearching }
        #expect(bench.shown == ["1"])
        await bench.catalog.answer(2, .failure(bench.limit(60)))
        await eventually { bench.notice?.countdown == "1:00" }
        #expect(bench.notice?.willRetry == false)
        await bench.time.advance(by: .seconds(60))
        await eventually { bench.notice?.countdown == nil }
        await settle()
        #expect(bench.catalog.texts == ["swift", "rust", "rust"])
        #expect(bench.time.sleepers == 0)
        bench.model.tryAgain()
        await bench.catalog.answer(3, .failure(bench.limit(5)))
        await eventually { bench.notice?.willRetry == true }
    }

    @Test func `a limit that is over already is not answered by asking on the spot`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .failure(bench.limit(-5)))
        #expect(bench.failure?.countdown == "0:01")
        await settle()
        #expect(bench.catalog.texts == ["swift"])
        await bench.time.advance(by: .seconds(1))
        await eventually { bench.catalog.texts == ["swift", "swift"] }
    }

    @Test func `a new search ends the countdown of the old`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .failure(bench.limit(42)))
        await eventually { bench.time.sleepers == 1 }
        await bench.search("rust", answer: .success(.sample([1])))
        await eventually { bench.time.sleepers == 0 }
        #expect(bench.catalog.texts == ["swift", "rust"])
        #expect(bench.notice == nil)
    }

    @Test func `what is typed during a countdown is what is asked at its end`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .failure(bench.limit(42)))
        await eventually { bench.time.sleepers == 1 }
        bench.model.queryChanged("rust")
        await bench.time.advance(by: .milliseconds(350), sleepers: 2)
        await settle()
        #expect(bench.catalog.texts == ["swift"])
        await bench.time.advance(by: .seconds(42))
        await eventually { bench.catalog.texts == ["swift", "rust"] }
    }

    @Test func `no batch is asked for while a limit is counted down`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], next: "2")))
        await bench.search("rust", answer: .failure(bench.limit(42)))
        bench.model.loadNextBatch()
        await settle()
        #expect(bench.catalog.questions.count == 2)
        #expect(bench.tail == .loadMore)
    }

    @Test func `a batch may be loaded under a notice without a limit`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], next: "2")))
        await bench.search("rust", answer: .failure(.offline))
        await bench.loadNextBatch(answer: .success(.sample([2])))
        #expect(bench.shown == ["1", "2"])
        #expect(bench.catalog.questions.last?.query.text == "swift")
        #expect(bench.notice?.failure == .offline)
    }

    @Test func `clearing ends the countdown`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .failure(bench.limit(42)))
        await eventually { bench.time.sleepers == 1 }
        bench.model.clear()
        await eventually { bench.time.sleepers == 0 }
        #expect(bench.model.phase == .start)
    }
}
