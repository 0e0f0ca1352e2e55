import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct SearchLibraryTests {
    @Test func `a search by Enter is recorded when it has results`() async {
        let fixture = await SearchFixture(queries: ["old"])
        await eventually { fixture.model.recentQueries == ["old"] }
        fixture.search("swift")
        await settle()
        #expect(fixture.library.recentQueries == ["old"])
        await fixture.catalog.respond(0, .success(.sample([1])))
        await eventually { fixture.model.recentQueries == ["swift", "old"] }
        await fixture.search("broken", response: .failure(.offline))
        await fixture.search("nothing", response: .success(.sample([])))
        await settle()
        #expect(fixture.library.recentQueries == ["swift", "old"])
    }

    @Test func `an automatic search is recorded only after an action on a result`() async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged("swift")
        await fixture.time.advance(by: .milliseconds(350))
        await fixture.catalog.respond(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        await settle()
        #expect(fixture.library.recentQueries == [])
        fixture.model.itemOpened(.sample(1))
        await eventually { fixture.model.recentQueries == ["swift"] }
        fixture.model.itemOpened(.sample(1))
        await settle()
        #expect(fixture.library.log == ["query swift"])
    }

    @Test func `Enter on existing results records their search`() async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged("swift")
        await fixture.time.advance(by: .milliseconds(350))
        await fixture.catalog.respond(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        fixture.model.submit()
        await eventually { fixture.model.recentQueries == ["swift"] }
        #expect(fixture.catalog.texts == ["swift"])
    }

    @Test func `starring records the search of the row`() async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged("swift")
        await fixture.time.advance(by: .milliseconds(350))
        await fixture.catalog.respond(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        fixture.model.toggleFavorite(.sample(1))
        await eventually { fixture.model.recentQueries == ["swift"] }
    }

    @Test func `a recent search starts immediately`() async {
        let fixture = await SearchFixture(queries: ["old"])
        fixture.model.searchAgain(recent: "old")
        #expect(fixture.model.text == "old")
        await eventually { fixture.catalog.texts == ["old"] }
        fixture.model.queryChanged("old")
        await settle()
        #expect(fixture.catalog.texts == ["old"])
    }

    @Test func `the history can be cleared`() async {
        let fixture = await SearchFixture(queries: ["one", "two"])
        await eventually { fixture.model.recentQueries.count == 2 }
        fixture.model.clearHistory()
        await eventually { fixture.model.recentQueries.isEmpty }
        #expect(fixture.library.recentQueries == [])
    }

    @Test func `searches before the library is open are recorded`() async {
        let writer = LibraryWriter()
        let history = SearchHistory(of: .repositories, writer: writer)
        history.record("one")
        history.record("two")
        let library = MemoryLibrary()
        writer.attach(library)
        await eventually { history.queries == ["two", "one"] }
        #expect(library.log == ["query one", "query two"])
    }

    @Test func `each catalog has its own history`() async {
        let library = MemoryLibrary(queries: ["swift"])
        let people = SearchHistory(of: CatalogKind(rawValue: "people"), writer: .attached(to: library))
        people.reload()
        people.record("ada")
        await eventually { people.queries == ["ada"] }
        #expect(library.recentQueries == ["swift"])
    }

    @Test func `an untracked favorite is flagged from the first moment`() async {
        let fixture = await SearchFixture(favorites: [.sample(50)])
        #expect(!fixture.favoritesModel.contains(.sample(50)))
        await fixture.search("swift", response: .success(.sample([50], next: "2")))
        #expect(fixture.model.phase.shownResults?.rows.map(\.isFavorite) == [true])
        fixture.library.change { $0.append(.sample(51)) }
        await fixture.loadNextBatch(response: .success(.sample([51, 52])))
        #expect(fixture.model.phase.shownResults?.rows.map(\.isFavorite) == [true, true, false])
    }

    @Test func `a favorite is flagged from the first moment, and later only its flag changes`() async {
        let fixture = await SearchFixture(favorites: [.sample(1)])
        await fixture.search("swift", response: .success(.sample([1, 2])))
        let rows = fixture.model.phase.shownResults?.rows ?? []
        #expect(rows.map(\.isFavorite) == [true, false])
        fixture.model.toggleFavorite(.sample(2))
        await eventually { fixture.model.phase.shownResults?.rows.last?.isFavorite == true }
        fixture.library.change { $0 = [] }
        await eventually { fixture.model.phase.shownResults?.rows.map(\.isFavorite) == [false, false] }
        #expect(fixture.model.phase.shownResults?.rows.map(\.title) == rows.map(\.title))
    }

    @Test func `flags change in old results and in later batches too`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1], next: "2")))
        fixture.library.change { $0 = [.sample(2)] }
        await eventually { fixture.favoritesModel.contains(.sample(2)) }
        await fixture.loadNextBatch(response: .success(.sample([2])))
        #expect(fixture.model.phase.shownResults?.rows.map(\.isFavorite) == [false, true])
        fixture.search("rust")
        fixture.library.change { $0 = [.sample(1)] }
        await eventually { fixture.model.phase.shownResults?.rows.map(\.isFavorite) == [true, false] }
        #expect(fixture.isSearching)
    }

    @Test func `results update the snapshots of favorites only`() async {
        let fixture = await SearchFixture(favorites: [.sample(1), .sample(2) { $0.stars = 5_000 }])
        await fixture.search("swift", response: .success(.sample([1, 2, 3])))
        await eventually { fixture.library.favorites.map(\.item) == [.sample(2), .sample(1)] }
        await settle()
        #expect(Set(fixture.library.log.filter { $0.hasPrefix("refresh") }) == ["refresh 1", "refresh 2"])
    }

    @Test func `a row that is not in the list cannot be starred`() async {
        let fixture = await SearchFixture()
        fixture.model.toggleFavorite(.sample(1))
        fixture.model.itemOpened(.sample(1))
        await settle()
        #expect(fixture.library.log == [])
    }
}
