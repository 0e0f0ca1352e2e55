import StargazerCore
import TestSupport
import Testing

/// Narrowing the results to what has some words in its name.
@MainActor struct SearchFilterTests {
    private func filled(_ numbers: ClosedRange<Int>, next: String? = "2") async -> SearchBench {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample(numbers, total: 60, next: next)))
        return bench
    }

    private func count(_ bench: SearchBench) -> CountContent? { bench.model.phase.shownResults?.count }

    @Test func `only those show that match, the count says of how many, and nothing is asked`() async throws {
        let bench = await filled(1...12)
        let rows = try #require(bench.model.phase.shownResults?.rows)
        #expect(bench.model.beginFilter())
        #expect(bench.model.filter == "" && bench.shown.count == 12, "a filter without words narrows nothing")
        #expect(bench.model.phase.shownResults?.isNarrowed == false)
        bench.model.filterChanged(rows[2].title.uppercased())
        #expect(bench.shown == [rows[2].id.id])
        #expect(bench.model.phase.shownResults?.isNarrowed == true)
        #expect(count(bench)?.shownText == "1" && count(bench)?.totalText == "12")
        for _ in 0..<3 { bench.model.endCameNear() }
        await settle()
        #expect(bench.catalog.questions.count == 1, "the end of a narrowed list is always near")
        bench.model.endFilter()
        #expect(bench.model.filter == nil && bench.shown.count == 12)
        #expect(count(bench)?.totalText == "60")
    }

    @Test func `where nothing matches, more is loaded by the button and may match`() async throws {
        let bench = await filled(1...3)
        bench.model.beginFilter()
        bench.model.filterChanged("no such name")
        #expect(bench.shown.isEmpty && bench.tail == .loadMore)
        #expect(bench.model.phase.shownResults?.isNarrowed == true)
        await bench.loadNextBatch(answer: .success(.sample(4...6, total: 6)))
        #expect(bench.shown.isEmpty && bench.tail == ListTail.none)
        #expect(count(bench)?.totalText == "6")
    }

    @Test func `another question ends it when its answer comes, the same one again does not`() async {
        let bench = await filled(1...3)
        bench.model.beginFilter()
        bench.model.filterChanged("1")
        let shown = bench.shown
        bench.model.refresh()
        #expect(bench.shown == shown)
        await bench.catalog.answer(1, .success(.sample(1...3, total: 60, next: "2")))
        await eventually { !bench.isSearching }
        #expect(bench.model.filter == "1" && bench.shown == shown)
        bench.search("rust")
        #expect(bench.model.filter == "1" && bench.shown == shown, "what shows is still narrowed")
        await bench.catalog.answer(2, .success(.sample(7...9, total: 3)))
        await eventually { !bench.isSearching }
        #expect(bench.model.filter == nil && bench.shown == ["7", "8", "9"])
    }

    @Test func `there is nothing to narrow before results show, nor after they are gone`() async {
        let bench = await SearchBench()
        #expect(!bench.model.beginFilter() && bench.model.filter == nil)
        await bench.search("swift", answer: .success(.sample(1...3, total: 3)))
        bench.model.beginFilter()
        bench.model.clear()
        #expect(bench.model.phase == .start && bench.model.filter == nil)
        bench.model.filterChanged("1")
        #expect(bench.model.filter == nil)
    }
}
