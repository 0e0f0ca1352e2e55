import Foundation
import StargazerCore
import TestSupport
import Testing

/// Results that stay while something else is searched for say what they were found for.
@MainActor struct OlderResultsTests {
    private func older(_ bench: SearchBench) -> String? { bench.model.phase.shownResults?.olderQuery }

    @Test func `results of what is searched for are not older`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1])))
        #expect(older(bench) == nil)
        bench.model.refresh()
        #expect(bench.isSearching && older(bench) == nil)
    }

    @Test func `while a newer search runs, and until it is answered, they are older`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1])))
        bench.search("rust")
        #expect(bench.isSearching && older(bench) == "swift")
        await bench.catalog.answer(1, .failure(bench.limit(42)))
        await eventually { bench.notice != nil }
        #expect(older(bench) == "swift")
        await bench.time.advance(by: .seconds(42))
        await bench.catalog.answer(2, .success(.sample([2])))
        await eventually { bench.shown == ["2"] }
        #expect(older(bench) == nil)
    }

    @Test func `they are older than what would be searched for if one more search were allowed`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1])))
        bench.catalog.setSearchesLeft(0)
        bench.model.queryChanged("rust")
        #expect(older(bench) == nil)
        await bench.time.advance(by: .milliseconds(350))
        await eventually { self.older(bench) == "swift" }
        bench.model.queryChanged("swift")
        #expect(older(bench) == nil)
        #expect(bench.catalog.texts == ["swift"])
    }

    @Test func `an answer is awaited from the first key until it is there, or is not asked for`() async {
        let bench = await SearchBench()
        #expect(!bench.model.isAwaitingAnswer)
        bench.model.queryChanged("swift")
        #expect(bench.model.isAwaitingAnswer)
        await bench.time.advance(by: .milliseconds(350))
        await bench.catalog.answer(0, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
        #expect(!bench.model.isAwaitingAnswer)
        bench.catalog.setSearchesLeft(0)
        bench.model.queryChanged("rust")
        #expect(bench.model.isAwaitingAnswer)
        await bench.time.advance(by: .milliseconds(350))
        await eventually { !bench.model.isAwaitingAnswer }
    }
}
