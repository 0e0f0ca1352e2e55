import Foundation
import StargazerCore
import TestSupport
import Testing

/// Going on where the API gives no more of one search.
@MainActor struct SearchBeyondTests {
    private func bench() async -> SearchBench {
        let bench = await SearchBench()
        await bench.search(
            "swift",
            answer: .success(
                .sample(1...10, total: 25, end: .ceiling(limit: 10, beyond: BatchCursor("slice")))))
        return bench
    }

    private nonisolated func batch(_ numbers: ClosedRange<Int>, slices: Int, next: String? = nil) -> ResultBatch {
        var batch = ResultBatch.sample(numbers, total: 25, next: next)
        batch.slices = slices
        return batch
    }

    @Test func `nothing goes on by itself, and the button does`() async {
        let bench = await bench()
        #expect(bench.tail == .ceiling(limit: "10", total: "25", mayGoOn: true))
        bench.model.loadNextBatch()
        await settle()
        #expect(bench.catalog.questions.count == 1)
        bench.model.goBeyondCeiling()
        #expect(bench.tail == .loading)
        await bench.catalog.answer(1, .success(batch(8...20, slices: 1, next: "2")))
        await eventually { bench.shown.count == 20 }
        #expect(bench.model.phase.shownResults?.count.slices?.number == 1)
        // From there on it is a list like any other.
        await bench.loadNextBatch(answer: .success(batch(18...25, slices: 2)))
        #expect(bench.shown == (1...25).map(String.init))
        #expect(bench.model.phase.shownResults?.count.slices?.number == 2)
        #expect(bench.tail == ListTail.none)
        #expect(bench.catalog.questions.map { $0.cursor?.opaque } == [nil, "slice", "2"])
    }

    @Test func `what was shown already is gone through without asking each time`() async {
        let bench = await bench()
        bench.catalog.reply { question in
            let page = question.cursor.flatMap { Int($0.opaque) } ?? 1
            return .success(page < 5 ? batch(1...10, slices: 1, next: "\(page + 1)") : batch(11...12, slices: 2))
        }
        bench.model.goBeyondCeiling()
        await eventually { bench.shown.count == 12 }
        #expect(bench.catalog.questions.count == 6)
    }

    @Test func `a failure stands at the end, and trying again goes on from there`() async {
        let bench = await bench()
        bench.model.goBeyondCeiling()
        await bench.catalog.answer(1, .failure(.offline))
        await eventually { bench.tailFailure?.failure == .offline }
        bench.model.tryBatchAgain()
        await bench.catalog.answer(2, .success(batch(11...25, slices: 1)))
        await eventually { bench.shown.count == 25 }
        #expect(bench.catalog.questions.map { $0.cursor?.opaque } == [nil, "slice", "slice"])
    }

    @Test func `a limit is counted down and asked once more`() async {
        let bench = await bench()
        bench.model.goBeyondCeiling()
        await bench.catalog.answer(1, .failure(bench.limit(30)))
        await eventually { bench.tailFailure != nil }
        await bench.time.advance(by: .seconds(31))
        await bench.catalog.answer(2, .success(batch(11...25, slices: 1)))
        await eventually { bench.shown.count == 25 }
    }

    @Test func `another search begins within the ceiling`() async {
        let bench = await bench()
        bench.model.goBeyondCeiling()
        await eventually { bench.catalog.questions.count == 2 }
        await bench.search(
            "other",
            answer: .success(.sample(1...3, total: 25, end: .ceiling(limit: 3, beyond: BatchCursor("x")))))
        #expect(bench.tail == .ceiling(limit: "3", total: "25", mayGoOn: true))
        bench.model.loadNextBatch()
        await settle()
        #expect(bench.catalog.questions.last?.cursor == nil)
    }
}
