import Foundation
import Observation
import StargazerCore
import Synchronization
import TestSupport
import Testing

@MainActor struct SearchAnswerTests {
    @Test func `old results stay until the new ones replace them in one step`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1, 2], total: 2)))
        bench.search("rust")
        #expect(bench.isSearching && !bench.isSlow)
        #expect(bench.shown == ["1", "2"])
        #expect(bench.model.phase.shownResults?.olderQuery == "swift")
        await bench.catalog.answer(1, .success(.sample([3], total: 1)))
        await eventually { !bench.isSearching }
        #expect(bench.shown == ["3"])
        #expect(bench.model.item(for: .sample(3)) == .sample(3))
        #expect(bench.model.item(for: .sample(1)) == nil)
    }

    @Test func `a late answer to an old query is dropped`() async {
        let bench = await SearchBench(catalog: ScriptedCatalog(ignoresCancellation: true))
        bench.search("swift")
        await eventually { bench.catalog.texts == ["swift"] }
        bench.search("rust")
        await bench.catalog.answer(1, .success(.sample([2])))
        await eventually { bench.shown == ["2"] }
        await bench.catalog.answer(0, .success(.sample([1])))
        await settle()
        #expect(bench.shown == ["2"])
    }

    @Test func `a late failure of an old query does not end the newer search`() async {
        let bench = await SearchBench(catalog: ScriptedCatalog(ignoresCancellation: true))
        bench.search("swift")
        await eventually { bench.catalog.texts == ["swift"] }
        bench.search("rust")
        await bench.catalog.answer(0, .failure(.offline))
        await settle()
        #expect(bench.isSearching)
        await bench.catalog.answer(1, .success(.sample([2])))
        await eventually { bench.shown == ["2"] }
    }

    @Test func `a search that is given up is cancelled at the catalog`() async {
        let bench = await SearchBench()
        bench.search("swift")
        await eventually { bench.catalog.texts == ["swift"] }
        bench.search("rust")
        await eventually { bench.catalog.texts == ["swift", "rust"] && bench.catalog.cancelledCount == 1 }
        await eventually("only the newer search waits to be called slow") { bench.time.sleepers == 1 }
        #expect(bench.isSearching)
    }

    @Test func `nothing found says so with the query`() async {
        let bench = await SearchBench()
        await bench.search(" zzz ", answer: .success(.sample([], total: 0)))
        #expect(bench.model.phase == .empty(query: "zzz"))
        #expect(bench.model.recentQueries.isEmpty)
    }

    @Test func `refresh keeps the results until the new ones come`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1, 2], total: 2)))
        bench.model.refresh()
        #expect(bench.isSearching)
        #expect(bench.shown == ["1", "2"])
        await bench.catalog.answer(1, .success(.sample([2, 1, 3], total: 3)))
        await eventually { !bench.isSearching }
        #expect(bench.shown == ["2", "1", "3"])
        #expect(bench.catalog.questions.map(\.cursor) == [nil, nil])
    }

    @Test func `refresh at the start does nothing`() async {
        let bench = await SearchBench()
        bench.model.refresh()
        bench.model.tryAgain()
        bench.model.loadNextBatch()
        await settle()
        #expect(bench.model.phase == .start)
        #expect(bench.catalog.texts == [])
    }

    @Test func `a cancelled search that nobody here ended is silence`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .failure(.cancelled))
        #expect(bench.model.phase == .start)
        await bench.search("rust", answer: .success(.sample([1])))
        await bench.search("go", answer: .failure(.cancelled))
        #expect(bench.shown == ["1"])
        #expect(bench.notice == nil)
    }

    @Test func `a value that does not change wakes nobody`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], total: 1)))
        let wakes = Mutex(0)
        withObservationTracking {
            _ = (bench.model.phase, bench.model.searchedQuery, bench.model.text, bench.model.sort)
        } onChange: {
            wakes.withLock { $0 += 1 }
        }
        bench.model.queryChanged("swift")
        bench.model.submit()
        bench.model.sortChanged(.bestMatch)
        bench.model.loadNextBatch()
        bench.library.change { $0 = [.sample(9)] }
        await eventually { bench.shelf.contains(.sample(9)) }
        await settle()
        #expect(wakes.withLock { $0 } == 0)
    }
}
