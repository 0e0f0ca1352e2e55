import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct SearchBatchTests {
    @Test func `batches follow one another to the ceiling, each asked once`() async {
        let bench = await SearchBench()
        bench.catalog.reply { question in
            let page = question.cursor.flatMap { Int($0.opaque) } ?? 1
            let end = page == 10 ? BatchEnd.ceiling(limit: 1_000) : .more(BatchCursor("\(page + 1)"))
            return .success(.sample((page * 100 - 99)...(page * 100), total: 48_211, end: end))
        }
        bench.search("swift")
        await eventually { bench.shown.count == 100 }
        for page in 2...10 {
            bench.model.loadNextBatch()
            await eventually { bench.shown.count == page * 100 }
        }
        #expect(bench.tail == .ceiling(limit: "1,000", total: "48,211"))
        #expect(bench.model.phase.shownResults?.count.shownText == "1,000")
        bench.model.loadNextBatch()
        await settle()
        #expect(bench.catalog.questions.map { $0.cursor?.opaque } == [nil] + (2...10).map { "\($0)" })
    }

    @Test func `exactly one load runs at a time`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], total: 9, next: "2")))
        for _ in 0..<5 { bench.model.loadNextBatch() }
        bench.model.tryBatchAgain()
        #expect(bench.tail == .loading)
        await bench.catalog.answer(1, .success(.sample([2], total: 9, next: "3")))
        await eventually { bench.shown == ["1", "2"] }
        #expect(bench.tail == .loadMore)
        #expect(bench.catalog.questions.count == 2)
    }

    @Test func `rows shown are the distinct ones though batches repeat`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample(1...10, total: 18, next: "2")))
        await bench.loadNextBatch(answer: .success(.sample(9...18, total: 18)))
        #expect(bench.shown == (1...18).map(String.init))
        #expect(bench.model.phase.shownResults?.count.shown == 18)
        #expect(bench.tail == ListTail.none)
    }

    @Test func `a batch of repetitions is followed by one more by itself, and no further`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1, 2], total: 9, next: "2")))
        bench.model.loadNextBatch()
        await bench.catalog.answer(1, .success(.sample([1], total: 9, next: "3")))
        await bench.catalog.answer(2, .success(.sample([2], total: 9, next: "4")))
        await eventually { bench.tail == .loadMore }
        await settle()
        #expect(bench.catalog.questions.map { $0.cursor?.opaque } == [nil, "2", "3"])
        await bench.loadNextBatch(answer: .success(.sample([3], total: 9)))
        #expect(bench.shown == ["1", "2", "3"])
    }

    @Test func `nothing is loaded when everything is shown`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], total: 1)))
        bench.model.loadNextBatch()
        await settle()
        #expect(bench.catalog.questions.count == 1)
        #expect(bench.tail == ListTail.none)
    }

    @Test func `no batch is loaded while a search runs`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], next: "2")))
        bench.search("rust")
        bench.model.loadNextBatch()
        await eventually { bench.catalog.texts == ["swift", "rust"] }
        await settle()
        #expect(bench.catalog.questions.count == 2)
    }

    @Test func `a new query drops the batch under way`() async {
        let bench = await SearchBench(catalog: ScriptedCatalog(ignoresCancellation: true))
        await bench.search("swift", answer: .success(.sample([1], next: "2")))
        bench.model.loadNextBatch()
        await eventually { bench.catalog.questions.count == 2 }
        bench.search("rust")
        #expect(bench.tail == .loadMore)
        await bench.catalog.answer(1, .success(.sample([2])))
        await settle()
        #expect(bench.shown == ["1"])
        await bench.catalog.answer(2, .success(.sample([3], next: "2")))
        await eventually { bench.shown == ["3"] }
        bench.model.loadNextBatch()
        await eventually { bench.catalog.questions.count == 4 }
        #expect(bench.catalog.questions.last?.query.text == "rust")
    }

    @Test func `a failed batch keeps the rows and waits for a retry`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], total: 2, next: "2")))
        await bench.loadNextBatch(answer: .failure(.server(status: 502)))
        #expect(bench.tail == .failed(FailureContent(failure: .server(status: 502), query: "swift", service: "Test")))
        #expect(bench.shown == ["1"])
        bench.model.loadNextBatch()
        await settle()
        #expect(bench.catalog.questions.count == 2)
        bench.model.tryBatchAgain()
        #expect(bench.tail == .loading)
        await bench.catalog.answer(2, .success(.sample([2], total: 2)))
        await eventually { bench.shown == ["1", "2"] }
        #expect(bench.catalog.questions.map { $0.cursor?.opaque } == [nil, "2", "2"])
    }

    @Test func `the general retry serves a failed batch too`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], total: 2, next: "2")))
        await bench.loadNextBatch(answer: .failure(.timedOut))
        bench.model.tryAgain()
        await bench.catalog.answer(2, .success(.sample([2], total: 2)))
        await eventually { bench.shown == ["1", "2"] }
    }

    @Test func `a limit met in a batch is counted down and tried once`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], total: 2, next: "2")))
        await bench.loadNextBatch(answer: .failure(bench.limit(42)))
        #expect(bench.tailFailure?.countdown == "0:42")
        #expect(bench.tailFailure?.willRetry == true)
        await bench.time.advance(by: .seconds(42))
        await bench.catalog.answer(2, .failure(bench.limit(60)))
        await eventually { bench.tailFailure?.countdown == "1:00" }
        #expect(bench.tailFailure?.willRetry == false)
        await bench.time.advance(by: .seconds(60))
        await eventually { bench.tailFailure?.countdown == nil }
        await settle()
        #expect(bench.catalog.questions.count == 3)
        #expect(bench.time.sleepers == 0)
    }
}
