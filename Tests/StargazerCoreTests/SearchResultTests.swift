import Foundation
import Observation
import StargazerCore
import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@MainActor struct SearchResultTests {
    @Test func `old results stay until the new ones replace them in one step`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1, 2], total: 2)))
        fixture.search("rust")
        #expect(fixture.isSearching && !fixture.isSlow)
        #expect(fixture.shown == ["1", "2"])
        #expect(fixture.model.phase.shownResults?.olderQuery == "swift")
        await fixture.catalog.respond(1, .success(.sample([3], total: 1)))
        await eventually { !fixture.isSearching }
        #expect(fixture.shown == ["3"])
        #expect(fixture.model.item(for: .sample(3)) == .sample(3))
        #expect(fixture.model.item(for: .sample(1)) == nil)
    }

    @Test func `a late answer to an old query is dropped`() async {
        let fixture = await SearchFixture(catalog: ScriptedCatalog(ignoresCancellation: true))
        fixture.search("swift")
        await eventually { fixture.catalog.texts == ["swift"] }
        fixture.search("rust")
        await fixture.catalog.respond(1, .success(.sample([2])))
        await eventually { fixture.shown == ["2"] }
        await fixture.catalog.respond(0, .success(.sample([1])))
        await settle()
        #expect(fixture.shown == ["2"])
    }

    @Test func `a late failure of an old query does not end the newer search`() async {
        let fixture = await SearchFixture(catalog: ScriptedCatalog(ignoresCancellation: true))
        fixture.search("swift")
        await eventually { fixture.catalog.texts == ["swift"] }
        fixture.search("rust")
        await fixture.catalog.respond(0, .failure(.offline))
        await settle()
        #expect(fixture.isSearching)
        await fixture.catalog.respond(1, .success(.sample([2])))
        await eventually { fixture.shown == ["2"] }
    }

    @Test func `an abandoned search is cancelled in the catalog`() async {
        let fixture = await SearchFixture()
        fixture.search("swift")
        await eventually { fixture.catalog.texts == ["swift"] }
        fixture.search("rust")
        await eventually { fixture.catalog.texts == ["swift", "rust"] && fixture.catalog.cancelledCount == 1 }
        await eventually("only the newer search waits to be called slow") { fixture.time.sleepers == 1 }
        #expect(fixture.isSearching)
    }

    @Test func `a search without results shows its query`() async {
        let fixture = await SearchFixture()
        await fixture.search(" zzz ", response: .success(.sample([], total: 0)))
        #expect(fixture.model.phase == .empty(query: "zzz"))
        #expect(fixture.model.recentQueries.isEmpty)
    }

    @Test func `refresh keeps the results until the new ones arrive`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1, 2], total: 2)))
        fixture.model.refresh()
        #expect(fixture.isSearching)
        #expect(fixture.shown == ["1", "2"])
        await fixture.catalog.respond(1, .success(.sample([2, 1, 3], total: 3)))
        await eventually { !fixture.isSearching }
        #expect(fixture.shown == ["2", "1", "3"])
        #expect(fixture.catalog.requests.map(\.cursor) == [nil, nil])
    }

    @Test func `refresh at the start does nothing`() async {
        let fixture = await SearchFixture()
        fixture.model.refresh()
        fixture.model.tryAgain()
        fixture.model.loadNextBatch()
        await settle()
        #expect(fixture.model.phase == .start)
        #expect(fixture.catalog.texts == [])
    }

    @Test func `a search cancelled elsewhere shows no failure`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .failure(.cancelled))
        #expect(fixture.model.phase == .start)
        await fixture.search("rust", response: .success(.sample([1])))
        await fixture.search("go", response: .failure(.cancelled))
        #expect(fixture.shown == ["1"])
        #expect(fixture.notice == nil)
    }

    @Test func `setting an equal value notifies no observer`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], total: 1)))
        let wakes = Mutex(0)
        withObservationTracking {
            _ = (fixture.model.phase, fixture.model.searchedQuery, fixture.model.text, fixture.model.sort)
        } onChange: {
            wakes.withLock { $0 += 1 }
        }
        fixture.model.queryChanged("swift")
        fixture.model.submit()
        fixture.model.sortChanged(.bestMatch)
        fixture.model.loadNextBatch()
        fixture.library.change { $0 = [.sample(9)] }
        await eventually { fixture.favoritesModel.contains(.sample(9)) }
        await settle()
        #expect(wakes.withLock { $0 } == 0)
    }
}
