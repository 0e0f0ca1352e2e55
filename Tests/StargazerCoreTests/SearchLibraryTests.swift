import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct SearchLibraryTests {
    @Test func `a deliberate search is noted when it found something`() async {
        let bench = await SearchBench(queries: ["old"])
        await eventually { bench.model.recentQueries == ["old"] }
        bench.search("swift")
        await settle()
        #expect(bench.library.queries == ["old"])
        await bench.catalog.answer(0, .success(.sample([1])))
        await eventually { bench.model.recentQueries == ["swift", "old"] }
        await bench.search("broken", answer: .failure(.offline))
        await bench.search("nothing", answer: .success(.sample([])))
        await settle()
        #expect(bench.library.queries == ["swift", "old"])
    }

    @Test func `a search made by a pause is noted only when something is done with it`() async {
        let bench = await SearchBench()
        bench.model.queryChanged("swift")
        await bench.time.advance(by: .milliseconds(350))
        await bench.catalog.answer(0, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
        await settle()
        #expect(bench.library.queries == [])
        bench.model.itemOpened(.sample(1))
        await eventually { bench.model.recentQueries == ["swift"] }
        bench.model.itemOpened(.sample(1))
        await settle()
        #expect(bench.library.log == ["note swift"])
    }

    @Test func `Enter on results that are there already notes their search`() async {
        let bench = await SearchBench()
        bench.model.queryChanged("swift")
        await bench.time.advance(by: .milliseconds(350))
        await bench.catalog.answer(0, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
        bench.model.submit()
        await eventually { bench.model.recentQueries == ["swift"] }
        #expect(bench.catalog.texts == ["swift"])
    }

    @Test func `starring notes the search of the row`() async {
        let bench = await SearchBench()
        bench.model.queryChanged("swift")
        await bench.time.advance(by: .milliseconds(350))
        await bench.catalog.answer(0, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
        bench.model.toggleFavorite(.sample(1))
        await eventually { bench.model.recentQueries == ["swift"] }
    }

    @Test func `a recent search is searched for at once`() async {
        let bench = await SearchBench(queries: ["old"])
        bench.model.searchAgain(recent: "old")
        #expect(bench.model.text == "old")
        await eventually { bench.catalog.texts == ["old"] }
        bench.model.queryChanged("old")
        await settle()
        #expect(bench.catalog.texts == ["old"])
    }

    @Test func `the history can be cleared`() async {
        let bench = await SearchBench(queries: ["one", "two"])
        await eventually { bench.model.recentQueries.count == 2 }
        bench.model.clearHistory()
        await eventually { bench.model.recentQueries.isEmpty }
        #expect(bench.library.queries == [])
    }

    @Test func `what was cleared of the history can be put back`() async throws {
        let bench = await SearchBench(queries: ["one", "two"])
        await eventually { bench.model.recentQueries.count == 2 }
        var cleared: SearchHistory.Entries?
        bench.model.clearHistory { cleared = try? $0.get() }
        await eventually { cleared != nil && bench.model.recentQueries.isEmpty }
        bench.model.putBackHistory(try #require(cleared))
        await eventually { bench.model.recentQueries == ["one", "two"] }
    }

    @Test func `what is noted before the library is open is not lost`() async {
        let history = SearchHistory(of: .repositories)
        history.note("one")
        history.note("two")
        let library = MemoryLibrary()
        history.attach(library: library)
        await eventually { history.queries == ["two", "one"] }
        #expect(library.log == ["note one", "note two"])
    }

    @Test func `each catalog has a history of its own`() async {
        let library = MemoryLibrary(queries: ["swift"])
        let people = SearchHistory(of: CatalogKind(rawValue: "people"))
        people.attach(library: library)
        people.note("ada")
        await eventually { people.queries == ["ada"] }
        #expect(library.queries == ["swift"])
    }

    @Test func `a favorite that nobody looked at before is flagged from the first moment too`() async {
        let bench = await SearchBench(favorites: [.sample(50)])
        #expect(!bench.shelf.contains(.sample(50)))
        await bench.search("swift", answer: .success(.sample([50], next: "2")))
        #expect(bench.model.phase.shownResults?.rows.map(\.isFavorite) == [true])
        bench.library.change { $0.append(.sample(51)) }
        await bench.loadNextBatch(answer: .success(.sample([51, 52])))
        #expect(bench.model.phase.shownResults?.rows.map(\.isFavorite) == [true, true, false])
    }

    @Test func `a favorite is flagged from the first moment, and only the flag changes after`() async {
        let bench = await SearchBench(favorites: [.sample(1)])
        await bench.search("swift", answer: .success(.sample([1, 2])))
        let rows = bench.model.phase.shownResults?.rows ?? []
        #expect(rows.map(\.isFavorite) == [true, false])
        bench.model.toggleFavorite(.sample(2))
        await eventually { bench.model.phase.shownResults?.rows.last?.isFavorite == true }
        bench.library.change { $0 = [] }
        await eventually { bench.model.phase.shownResults?.rows.map(\.isFavorite) == [false, false] }
        #expect(bench.model.phase.shownResults?.rows.map(\.title) == rows.map(\.title))
    }

    @Test func `flags change in old results and in later batches too`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], next: "2")))
        bench.library.change { $0 = [.sample(2)] }
        await eventually { bench.shelf.contains(.sample(2)) }
        await bench.loadNextBatch(answer: .success(.sample([2])))
        #expect(bench.model.phase.shownResults?.rows.map(\.isFavorite) == [false, true])
        bench.search("rust")
        bench.library.change { $0 = [.sample(1)] }
        await eventually { bench.model.phase.shownResults?.rows.map(\.isFavorite) == [true, false] }
        #expect(bench.isSearching)
    }

    @Test func `results bring the snapshots of favorites up to date, and only theirs`() async {
        let bench = await SearchBench(favorites: [.sample(1), .sample(2) { $0.stars = 5_000 }])
        await bench.search("swift", answer: .success(.sample([1, 2, 3])))
        await eventually { bench.library.kept.map(\.item) == [.sample(2), .sample(1)] }
        await settle()
        #expect(Set(bench.library.log.filter { $0.hasPrefix("refresh") }) == ["refresh 1", "refresh 2"])
    }

    @Test func `a row that is not in the list cannot be starred`() async {
        let bench = await SearchBench()
        bench.model.toggleFavorite(.sample(1))
        bench.model.itemOpened(.sample(1))
        await settle()
        #expect(bench.library.log == [])
    }
}
