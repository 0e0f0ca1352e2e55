import Foundation
import StargazerCore
import TestSupport
import Testing

/// Results that stay while something else is searched for say what they were found for.
@MainActor struct StaleResultsTests {
    private func older(_ fixture: SearchFixture) -> String? { fixture.model.phase.shownResults?.olderQuery }

    @Test func `results of what is searched for are not older`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", answer: .success(.sample([1])))
        #expect(older(fixture) == nil)
        fixture.model.refresh()
        #expect(fixture.isSearching && older(fixture) == nil)
    }

    @Test func `while a newer search runs, and until it is answered, they are older`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", answer: .success(.sample([1])))
        fixture.search("rust")
        #expect(fixture.isSearching && older(fixture) == "swift")
        await fixture.catalog.answer(1, .failure(fixture.limit(42)))
        await eventually { fixture.notice != nil }
        #expect(older(fixture) == "swift")
        await fixture.time.advance(by: .seconds(42))
        await fixture.catalog.answer(2, .success(.sample([2])))
        await eventually { fixture.shown == ["2"] }
        #expect(older(fixture) == nil)
    }

    @Test func `they are older than what would be searched for if one more search were allowed`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", answer: .success(.sample([1])))
        fixture.catalog.setSearchesLeft(0)
        fixture.model.queryChanged("rust")
        #expect(older(fixture) == nil)
        await fixture.time.advance(by: .milliseconds(350))
        await eventually { self.older(fixture) == "swift" }
        fixture.model.queryChanged("swift")
        #expect(older(fixture) == nil)
        #expect(fixture.catalog.texts == ["swift"])
    }

    @Test func `an answer is awaited from the first key until it is there, or is not asked for`() async {
        let fixture = await SearchFixture()
        #expect(!fixture.model.isAwaitingAnswer)
        fixture.model.queryChanged("swift")
        #expect(fixture.model.isAwaitingAnswer)
        await fixture.time.advance(by: .milliseconds(350))
        await fixture.catalog.answer(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        #expect(!fixture.model.isAwaitingAnswer)
        fixture.catalog.setSearchesLeft(0)
        fixture.model.queryChanged("rust")
        #expect(fixture.model.isAwaitingAnswer)
        await fixture.time.advance(by: .milliseconds(350))
        await eventually { !fixture.model.isAwaitingAnswer }
    }
}
