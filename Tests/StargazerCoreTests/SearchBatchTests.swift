import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct SearchBatchTests {
    @Test func `batches load up to the result limit, each requested once`() async {
        let fixture = await SearchFixture()
        fixture.catalog.reply { request in
            let page = request.cursor.flatMap { Int($0.opaque) } ?? 1
            let end = page == 10 ? BatchEnd.resultLimit(limit: 1_000) : .more(BatchCursor("\(page + 1)"))
            return .success(.sample((page * 100 - 99)...(page * 100), total: 48_211, end: end))
        }
        fixture.search("swift")
        await eventually { fixture.shown.count == 100 }
        for page in 2...10 {
            fixture.model.loadNextBatch()
            await eventually { fixture.shown.count == page * 100 }
        }
        #expect(fixture.footer == .resultLimit(limit: "1,000", total: "48,211"))
        #expect(fixture.model.phase.shownResults?.count.shownText == "1,000")
        fixture.model.loadNextBatch()
        await settle()
        #expect(fixture.catalog.requests.map { $0.cursor?.opaque } == [nil] + (2...10).map { "\($0)" })
    }

    @Test func `exactly one load runs at a time`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], total: 9, next: "2")))
        for _ in 0..<5 { fixture.model.loadNextBatch() }
        fixture.model.retryBatch()
        #expect(fixture.footer == .loading)
        await fixture.catalog.respond(1, .success(.sample([2], total: 9, next: "3")))
        await eventually { fixture.shown == ["1", "2"] }
        #expect(fixture.footer == .loadMore)
        #expect(fixture.catalog.requests.count == 2)
    }

    @Test func `only distinct rows show when batches repeat items`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample(1...10, total: 18, next: "2")))
        await fixture.loadNextBatch(response: .success(.sample(9...18, total: 18)))
        let distinct: [String] = (1...18).map { "\($0)" }
        #expect(fixture.shown == distinct)
        #expect(fixture.model.phase.shownResults?.count.shown == 18)
        #expect(fixture.footer == ListFooter.none)
    }

    @Test func `a batch of repetitions is followed automatically by one more only`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1, 2], total: 9, next: "2")))
        fixture.model.loadNextBatch()
        await fixture.catalog.respond(1, .success(.sample([1], total: 9, next: "3")))
        await fixture.catalog.respond(2, .success(.sample([2], total: 9, next: "4")))
        await eventually { fixture.footer == .loadMore }
        await settle()
        #expect(fixture.catalog.requests.map { $0.cursor?.opaque } == [nil, "2", "3"])
        await fixture.loadNextBatch(response: .success(.sample([3], total: 9)))
        #expect(fixture.shown == ["1", "2", "3"])
    }

    @Test func `nothing loads after the last batch`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], total: 1)))
        fixture.model.loadNextBatch()
        await settle()
        #expect(fixture.catalog.requests.count == 1)
        #expect(fixture.footer == ListFooter.none)
    }

    @Test func `no batch loads while a search runs`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], next: "2")))
        fixture.search("rust")
        fixture.model.loadNextBatch()
        await eventually { fixture.catalog.texts == ["swift", "rust"] }
        await settle()
        #expect(fixture.catalog.requests.count == 2)
    }

    @Test func `a new query drops the running batch`() async {
        let fixture = await SearchFixture(catalog: ScriptedCatalog(ignoresCancellation: true))
        await fixture.search("swift", response: .success(.sample([1], next: "2")))
        fixture.model.loadNextBatch()
        await eventually { fixture.catalog.requests.count == 2 }
        fixture.search("rust")
        #expect(fixture.footer == .loadMore)
        await fixture.catalog.respond(1, .success(.sample([2])))
        await settle()
        #expect(fixture.shown == ["1"])
        await fixture.catalog.respond(2, .success(.sample([3], next: "2")))
        await eventually { fixture.shown == ["3"] }
        fixture.model.loadNextBatch()
        await eventually { fixture.catalog.requests.count == 4 }
        #expect(fixture.catalog.requests.last?.query.text == "rust")
    }

    @Test func `a failed batch keeps the rows and waits for a retry`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], total: 2, next: "2")))
        await fixture.loadNextBatch(response: .failure(.server(status: 502)))
        #expect(
            fixture.footer == .failed(FailureContent(failure: .server(status: 502), query: "swift", service: "Test")))
        #expect(fixture.shown == ["1"])
        fixture.model.loadNextBatch()
        await settle()
        #expect(fixture.catalog.requests.count == 2)
        fixture.model.retryBatch()
        #expect(fixture.footer == .loading)
        await fixture.catalog.respond(2, .success(.sample([2], total: 2)))
        await eventually { fixture.shown == ["1", "2"] }
        #expect(fixture.catalog.requests.map { $0.cursor?.opaque } == [nil, "2", "2"])
    }

    @Test func `the general retry repeats a failed batch too`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], total: 2, next: "2")))
        await fixture.loadNextBatch(response: .failure(.timedOut))
        fixture.model.tryAgain()
        await fixture.catalog.respond(2, .success(.sample([2], total: 2)))
        await eventually { fixture.shown == ["1", "2"] }
    }

    @Test func `a rate limit in a batch is counted down and the batch retried once`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], total: 2, next: "2")))
        await fixture.loadNextBatch(response: .failure(fixture.limit(42)))
        #expect(fixture.footerFailure?.countdown == "0:42")
        #expect(fixture.footerFailure?.willRetry == true)
        await fixture.time.advance(by: .seconds(42))
        await fixture.catalog.respond(2, .failure(fixture.limit(60)))
        await eventually { fixture.footerFailure?.countdown == "1:00" }
        #expect(fixture.footerFailure?.willRetry == false)
        await fixture.time.advance(by: .seconds(60))
        await eventually { fixture.footerFailure?.countdown == nil }
        await settle()
        #expect(fixture.catalog.requests.count == 3)
        #expect(fixture.time.sleepers == 0)
    }
}
