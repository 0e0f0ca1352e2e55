import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// Loading more results than the API returns for one search.
@MainActor struct SearchBeyondLimitTests {
    private func fixture() async -> SearchFixture {
        let fixture = await SearchFixture()
        await fixture.search(
            "swift",
            response: .success(
                .sample(1...10, total: 25, end: .resultLimit(limit: 10, beyond: BatchCursor("slice")))))
        return fixture
    }

    private nonisolated func batch(_ numbers: ClosedRange<Int>, slices: Int, next: String? = nil) -> ResultBatch {
        var batch = ResultBatch.sample(numbers, total: 25, next: next)
        batch.slices = slices
        return batch
    }

    @Test func `loading beyond the limit starts only with the button`() async {
        let fixture = await fixture()
        #expect(fixture.footer == .resultLimit(limit: "10", total: "25", mayGoOn: true))
        fixture.model.loadNextBatch()
        await settle()
        #expect(fixture.catalog.requests.count == 1)
        fixture.model.loadBeyondResultLimit()
        #expect(fixture.footer == .loading)
        await fixture.catalog.respond(1, .success(batch(8...20, slices: 1, next: "2")))
        await eventually { fixture.shown.count == 20 }
        #expect(fixture.model.phase.shownResults?.count.slices?.number == 1)
        // From there on it behaves like any list.
        await fixture.loadNextBatch(response: .success(batch(18...25, slices: 2)))
        let everything: [String] = (1...25).map { "\($0)" }
        #expect(fixture.shown == everything)
        #expect(fixture.model.phase.shownResults?.count.slices?.number == 2)
        #expect(fixture.footer == ListFooter.none)
        #expect(fixture.catalog.requests.map { $0.cursor?.opaque } == [nil, "slice", "2"])
    }

    @Test func `the row at the limit can be pressed, and says how many searches that takes at most`() async {
        let fixture = await fixture()
        guard case .loadBeyondLimit(let most)? = fixture.footer?.action else {
            Issue.record("no action")
            return
        }
        fixture.catalog.reply { _ in .success(batch(1...10, slices: 1, next: "2")) }
        fixture.model.loadBeyondResultLimit()
        await eventually { fixture.footer == .loadMore }
        #expect(fixture.catalog.requests.count == 1 + most)
        #expect(ListFooter.loadMore.action == .loadMore && ListFooter.loading.action == nil)
        #expect(ListFooter.resultLimit(limit: "10", total: nil).action == nil)
    }

    @Test func `batches of known items are skipped automatically`() async {
        let fixture = await fixture()
        fixture.catalog.reply { request in
            let page = request.cursor.flatMap { Int($0.opaque) } ?? 1
            return .success(page < 5 ? batch(1...10, slices: 1, next: "\(page + 1)") : batch(11...12, slices: 2))
        }
        fixture.model.loadBeyondResultLimit()
        await eventually { fixture.shown.count == 12 }
        #expect(fixture.catalog.requests.count == 6)
    }

    @Test func `a failure shows at the end, and a retry continues there`() async {
        let fixture = await fixture()
        fixture.model.loadBeyondResultLimit()
        await fixture.catalog.respond(1, .failure(.offline))
        await eventually { fixture.footerFailure?.failure == .offline }
        fixture.model.retryBatch()
        await fixture.catalog.respond(2, .success(batch(11...25, slices: 1)))
        await eventually { fixture.shown.count == 25 }
        #expect(fixture.catalog.requests.map { $0.cursor?.opaque } == [nil, "slice", "slice"])
    }

    @Test func `a rate limit is counted down and the request repeated once`() async {
        let fixture = await fixture()
        fixture.model.loadBeyondResultLimit()
        await fixture.catalog.respond(1, .failure(fixture.limit(30)))
        await eventually { fixture.footerFailure != nil }
        await fixture.time.advance(by: .seconds(31))
        await fixture.catalog.respond(2, .success(batch(11...25, slices: 1)))
        await eventually { fixture.shown.count == 25 }
    }

    @Test func `another search starts within the result limit`() async {
        let fixture = await fixture()
        fixture.model.loadBeyondResultLimit()
        await eventually { fixture.catalog.requests.count == 2 }
        await fixture.search(
            "other",
            response: .success(.sample(1...3, total: 25, end: .resultLimit(limit: 3, beyond: BatchCursor("x")))))
        #expect(fixture.footer == .resultLimit(limit: "3", total: "25", mayGoOn: true))
        fixture.model.loadNextBatch()
        await settle()
        #expect(fixture.catalog.requests.last?.cursor == nil)
    }
}
