import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct SearchTypingTests {
    @Test func `a pause of 350 ms in typing searches once, for the last text`() async {
        let bench = await SearchBench()
        for text in ["s", "sw", "swi", "swif", "swift"] {
            bench.model.queryChanged(text)
            await bench.time.advance(by: .milliseconds(50))
        }
        await bench.time.advance(by: .milliseconds(299))
        await settle()
        #expect(bench.catalog.texts == [])
        await bench.time.advance(by: .milliseconds(1))
        await eventually { bench.catalog.texts == ["swift"] }
        #expect(bench.model.searchedQuery == SearchQuery(text: "swift"))
    }

    @Test(arguments: [(nil, true), (3, true), (2, false), (0, false)] as [(Int?, Bool)])
    func `typing alone leaves the last searches to the Enter key`(left: Int?, searches: Bool) async {
        let bench = await SearchBench()
        bench.catalog.setSearchesLeft(left)
        bench.model.queryChanged("swift")
        await bench.time.advance(by: .milliseconds(350))
        if searches {
            await eventually { bench.catalog.texts == ["swift"] }
        } else {
            await settle()
            #expect(bench.catalog.texts == [])
            bench.model.submit()
            await eventually { bench.catalog.texts == ["swift"] }
        }
    }

    @Test func `Enter searches at once and the pause no more`() async {
        let bench = await SearchBench()
        bench.model.queryChanged(" swift ")
        await eventually { bench.time.sleepers == 1 }
        bench.model.submit()
        await eventually { bench.catalog.texts == ["swift"] }
        await bench.catalog.answer(0, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
        #expect(bench.time.sleepers == 0)
        #expect(bench.model.text == " swift ")
    }

    @Test func `the same query is not sent again while it runs, nor while its results are shown`() async {
        let bench = await SearchBench()
        bench.search("swift")
        bench.model.submit()
        bench.model.queryChanged("swift ")
        bench.model.submit()
        bench.model.refresh()
        await bench.catalog.answer(0, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
        bench.model.submit()
        await settle()
        #expect(bench.catalog.texts == ["swift"])
    }

    @Test func `typing away and back to what is shown asks nothing`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1])))
        bench.model.queryChanged("swifty")
        await eventually { bench.time.sleepers == 1 }
        bench.model.queryChanged("swift")
        await settle()
        await bench.time.advance(by: .milliseconds(350), sleepers: 0)
        await settle()
        #expect(bench.catalog.texts == ["swift"])
        #expect(bench.shown == ["1"])
    }

    @Test(arguments: ["", "  \t "])
    func `a blank text goes back to the start and drops what was asked`(blank: String) async {
        let bench = await SearchBench(catalog: ScriptedCatalog(ignoresCancellation: true))
        bench.search("swift")
        bench.model.queryChanged(blank)
        #expect(bench.model.phase == .start)
        #expect(bench.model.searchedQuery == nil)
        await bench.catalog.answer(0, .success(.sample([1])))
        await settle()
        #expect(bench.model.phase == .start)
        bench.model.submit()
        await settle()
        #expect(bench.model.phase == .start)
        #expect(bench.catalog.texts == ["swift"])
    }

    @Test func `clearing ends a pending search`() async {
        let bench = await SearchBench()
        bench.model.queryChanged("swift")
        await eventually { bench.time.sleepers == 1 }
        bench.model.clear()
        await eventually { bench.time.sleepers == 0 }
        #expect(bench.model.text.isEmpty)
        #expect(bench.catalog.texts == [])
    }

    @Test func `another order searches at once, also while the text waits for its pause`() async {
        let bench = await SearchBench()
        bench.model.sortChanged(SortOrder(.forks))
        await settle()
        #expect(bench.catalog.texts == [])
        bench.model.queryChanged("swift")
        bench.model.sortChanged(SortOrder(.stars, .ascending))
        await eventually { bench.catalog.questions.count == 1 }
        #expect(
            bench.catalog.questions.map(\.query) == [
                SearchQuery(text: "swift", sort: SortOrder(.stars, .ascending))
            ])
        bench.model.sortChanged(SortOrder(.stars, .ascending))
        await settle()
        #expect(bench.catalog.questions.count == 1)
        #expect(bench.time.sleepers <= 1)
    }

    @Test func `the batch size is brought into the catalog's range`() async {
        let bench = await SearchBench(catalog: ScriptedCatalog(batchSizes: 1...50), batchSize: 100)
        bench.search("swift")
        await eventually { bench.catalog.questions.first?.query.batchSize == 50 }
    }

    @Test func `only a search that takes 500 ms is called slow`() async {
        let bench = await SearchBench()
        bench.search("swift")
        #expect(bench.model.phase == .searching(previous: nil, isSlow: false))
        await bench.time.advance(by: .milliseconds(499))
        await settle()
        #expect(!bench.isSlow)
        await bench.time.advance(by: .milliseconds(1))
        await eventually { bench.isSlow }
        await bench.catalog.answer(0, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
        #expect(bench.time.sleepers == 0)
    }
}
