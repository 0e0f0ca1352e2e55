import Foundation
import StargazerCore
import TestSupport
import Testing

/// What the preferences and an earlier run mean to the search screen.
@MainActor struct SearchPreferencesTests {
    @Test func `another number of results is asked for by the next search`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], next: "2")))
        bench.preferences.change { $0.batchSizes[.repositories] = 20 }
        await settle()
        #expect(bench.catalog.questions.count == 1)
        bench.search("rust")
        await eventually { bench.catalog.questions.count == 2 }
        #expect(bench.catalog.questions.map(\.query.batchSize) == [100, 20])
    }

    @Test func `a list goes on in the size it began with`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1], next: "2")))
        bench.preferences.change { $0.batchSizes[.repositories] = 20 }
        await bench.loadNextBatch(answer: .failure(bench.limit(30)))
        await bench.time.advance(by: .seconds(31))
        await eventually { bench.catalog.questions.count == 3 }
        #expect(bench.catalog.questions.map(\.query.batchSize) == [100, 100, 100])
        #expect(bench.catalog.questions.last?.cursor != nil)
        await bench.catalog.answer(2, .success(.sample([2])))
        await eventually { bench.shown == ["1", "2"] }
    }

    @Test func `Enter asks again in the new size`() async {
        let bench = await SearchBench()
        await bench.search("swift", answer: .success(.sample([1])))
        bench.preferences.change { $0.batchSizes[.repositories] = 20 }
        bench.model.submit()
        await eventually { bench.catalog.questions.map(\.query.batchSize) == [100, 20] }
    }

    @Test func `typing asks nothing when that is not wanted, but Enter does`() async {
        let bench = await SearchBench()
        bench.preferences.change { $0.searchesWhileTyping = false }
        bench.model.queryChanged("swift")
        await settle()
        await bench.time.advance(by: .seconds(5), sleepers: 0)
        await settle()
        #expect(bench.catalog.texts == [])
        bench.model.submit()
        await eventually { bench.catalog.texts == ["swift"] }
        bench.preferences.change { $0.searchesWhileTyping = true }
        bench.model.queryChanged("rust")
        await bench.time.advance(by: .milliseconds(350), sleepers: 2)
        await eventually { bench.catalog.texts.contains("rust") }
    }

    @Test func `a blank text goes back to the start also when typing asks nothing`() async {
        let bench = await SearchBench()
        bench.preferences.change { $0.searchesWhileTyping = false }
        await bench.search("swift", answer: .success(.sample([1])))
        bench.model.queryChanged("")
        #expect(bench.model.phase == .start)
    }

    @Test func `nothing is noted while no history is kept, and what was noted stays`() async {
        let bench = await SearchBench(queries: ["old"])
        bench.preferences.change { $0.keepsHistory = false }
        await bench.search("swift", answer: .success(.sample([1])))
        bench.model.itemOpened(.sample(1))
        bench.model.toggleFavorite(.sample(1))
        await settle()
        #expect(bench.library.queries == ["old"])
        bench.preferences.change { $0.keepsHistory = true }
        bench.model.submit()
        await eventually { bench.library.queries == ["swift", "old"] }
    }

    @Test func `a restored query shows at once and is asked for once, when it is time`() async {
        let bench = await SearchBench()
        bench.model.restore("swift", sort: SortOrder(.stars))
        #expect(bench.model.text == "swift")
        #expect(bench.model.phase == .start)
        #expect(bench.model.lastQuery == "swift")
        await settle()
        #expect(bench.catalog.texts == [])
        bench.model.resume()
        bench.model.resume()
        await eventually {
            bench.catalog.questions.map(\.query) == [SearchQuery(text: "swift", sort: SortOrder(.stars))]
        }
        await bench.catalog.answer(0, .success(.sample([1])))
        await eventually { bench.shown == ["1"] }
        bench.model.resume()
        await settle()
        #expect(bench.catalog.questions.count == 1)
        #expect(bench.library.queries == [], "coming back is no new search")
        #expect(bench.model.lastQuery == "swift")
    }

    @Test func `a restored query comes back also when typing asks nothing`() async {
        let bench = await SearchBench()
        bench.preferences.change { $0.searchesWhileTyping = false }
        bench.model.restore("swift", sort: .bestMatch)
        bench.model.resume()
        await eventually { bench.catalog.texts == ["swift"] }
    }

    @Test(arguments: ["", "  \n"])
    func `without a query to restore there is nothing to ask`(blank: String) async {
        let bench = await SearchBench()
        bench.model.restore(blank, sort: SortOrder(.stars))
        bench.model.resume()
        await settle()
        #expect(bench.catalog.texts == [])
        #expect(bench.model.phase == .start)
        #expect(bench.model.sort == SortOrder(.stars))
        #expect(bench.model.lastQuery == "")
    }

    @Test func `what was typed meanwhile goes before the restored query`() async {
        let bench = await SearchBench()
        bench.model.restore("swift", sort: .bestMatch)
        bench.model.queryChanged("rust")
        bench.model.resume()
        await settle()
        #expect(bench.catalog.texts == [])
        bench.model.submit()
        bench.model.resume()
        await eventually { bench.catalog.texts == ["rust"] }
        await settle()
        #expect(bench.catalog.texts == ["rust"])
        #expect(bench.model.lastQuery == "rust")
    }

    @Test func `an emptied entry has no query to come back to`() async {
        let bench = await SearchBench()
        bench.model.restore("swift", sort: .bestMatch)
        bench.model.clear()
        bench.model.resume()
        await settle()
        #expect(bench.catalog.texts == [])
        #expect(bench.model.lastQuery == "")
        await bench.search("rust", answer: .success(.sample([1])))
        bench.model.queryChanged("")
        #expect(bench.model.lastQuery == "")
    }
}
