import Foundation
import StargazerCore
import TestSupport
import Testing

/// Results that stay during another search show what they were found for.
@MainActor struct StaleResultsTests {
    private func older(_ fixture: SearchFixture) -> String? { fixture.model.phase.shownResults?.olderQuery }

    @Test func `results of the current search are not stale`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        #expect(older(fixture) == nil)
        fixture.model.refresh()
        #expect(fixture.isSearching && older(fixture) == nil)
    }

    @Test func `results are stale until a newer search is answered`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        fixture.search("rust")
        #expect(fixture.isSearching && older(fixture) == "swift")
        await fixture.catalog.respond(1, .failure(fixture.limit(42)))
        await eventually { fixture.notice != nil }
        #expect(older(fixture) == "swift")
        await fixture.time.advance(by: .seconds(42))
        await fixture.catalog.respond(2, .success(.sample([2])))
        await eventually { fixture.shown == ["2"] }
        #expect(older(fixture) == nil)
    }

    @Test func `results are stale when the rate limit prevents a newer search`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        fixture.catalog.setSearchesLeft(0)
        fixture.model.queryChanged("rust")
        #expect(older(fixture) == nil)
        await fixture.time.advance(by: .milliseconds(350))
        await eventually { self.older(fixture) == "swift" }
        fixture.model.queryChanged("swift")
        #expect(older(fixture) == nil)
        #expect(fixture.catalog.texts == ["swift"])
    }

    @Test func `an answer is awaited from the first key until it arrives or is not requested`() async {
        let fixture = await SearchFixture()
        #expect(!fixture.model.isAwaitingResponse)
        fixture.model.queryChanged("swift")
        #expect(fixture.model.isAwaitingResponse)
        await fixture.time.advance(by: .milliseconds(350))
        await fixture.catalog.respond(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        #expect(!fixture.model.isAwaitingResponse)
        fixture.catalog.setSearchesLeft(0)
        fixture.model.queryChanged("rust")
        #expect(fixture.model.isAwaitingResponse)
        await fixture.time.advance(by: .milliseconds(350))
        await eventually { !fixture.model.isAwaitingResponse }
    }
}
