import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// The effects of preferences and of an earlier run on the search screen.
@MainActor struct SearchPreferencesTests {
    @Test func `a new batch size applies to the next search`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], next: "2")))
        fixture.preferences.change { $0.batchSizes[.repositories] = 20 }
        await settle()
        #expect(fixture.catalog.requests.count == 1)
        fixture.search("rust")
        await eventually { fixture.catalog.requests.count == 2 }
        #expect(fixture.catalog.requests.map(\.query.batchSize) == [100, 20])
    }

    @Test func `a list continues with the batch size it started with`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], next: "2")))
        fixture.preferences.change { $0.batchSizes[.repositories] = 20 }
        await fixture.loadNextBatch(response: .failure(fixture.limit(30)))
        await fixture.time.advance(by: .seconds(31))
        await eventually { fixture.catalog.requests.count == 3 }
        #expect(fixture.catalog.requests.map(\.query.batchSize) == [100, 100, 100])
        #expect(fixture.catalog.requests.last?.cursor != nil)
        await fixture.catalog.respond(2, .success(.sample([2])))
        await eventually { fixture.shown == ["1", "2"] }
    }

    @Test func `Enter searches again with the new batch size`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        fixture.preferences.change { $0.batchSizes[.repositories] = 20 }
        fixture.model.submit()
        await eventually { fixture.catalog.requests.map(\.query.batchSize) == [100, 20] }
    }

    @Test func `without a history nothing is recorded, and recorded searches stay`() async {
        let fixture = await SearchFixture(queries: ["old"])
        fixture.preferences.change { $0.savesHistory = false }
        await fixture.search("swift", response: .success(.sample([1])))
        fixture.model.itemOpened(.sample(1))
        fixture.model.toggleFavorite(.sample(1))
        await settle()
        #expect(fixture.library.recentQueries == ["old"])
        fixture.preferences.change { $0.savesHistory = true }
        fixture.model.submit()
        await eventually { fixture.library.recentQueries == ["swift", "old"] }
    }

    @Test func `a restored query shows at once and is sent once, on resume`() async {
        let fixture = await SearchFixture()
        fixture.model.restore("swift", sort: ItemOrder(.stars))
        #expect(fixture.model.text == "swift")
        #expect(fixture.model.phase == .start)
        #expect(fixture.model.lastQuery == "swift")
        await settle()
        #expect(fixture.catalog.texts == [])
        fixture.model.resume()
        fixture.model.resume()
        await eventually {
            fixture.catalog.requests.map(\.query) == [SearchQuery(text: "swift", sort: ItemOrder(.stars))]
        }
        await fixture.catalog.respond(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        fixture.model.resume()
        await settle()
        #expect(fixture.catalog.requests.count == 1)
        #expect(fixture.library.recentQueries == [], "coming back is no new search")
        #expect(fixture.model.lastQuery == "swift")
    }

    @Test(arguments: ["", "  \n"])
    func `without a restored query nothing is sent`(blank: String) async {
        let fixture = await SearchFixture()
        fixture.model.restore(blank, sort: ItemOrder(.stars))
        fixture.model.resume()
        await settle()
        #expect(fixture.catalog.texts == [])
        #expect(fixture.model.phase == .start)
        #expect(fixture.model.sort == ItemOrder(.stars))
        #expect(fixture.model.lastQuery == "")
    }

    @Test func `typed text replaces the restored query`() async {
        let fixture = await SearchFixture()
        fixture.model.restore("swift", sort: .bestMatch)
        fixture.model.queryChanged("rust")
        fixture.model.resume()
        await settle()
        #expect(fixture.catalog.texts == [])
        fixture.model.submit()
        fixture.model.resume()
        await eventually { fixture.catalog.texts == ["rust"] }
        await settle()
        #expect(fixture.catalog.texts == ["rust"])
        #expect(fixture.model.lastQuery == "rust")
    }

    @Test func `a cleared entry has no query to restore`() async {
        let fixture = await SearchFixture()
        fixture.model.restore("swift", sort: .bestMatch)
        fixture.model.clear()
        fixture.model.resume()
        await settle()
        #expect(fixture.catalog.texts == [])
        #expect(fixture.model.lastQuery == "")
        await fixture.search("rust", response: .success(.sample([1])))
        fixture.model.queryChanged("")
        #expect(fixture.model.lastQuery == "")
    }
}
