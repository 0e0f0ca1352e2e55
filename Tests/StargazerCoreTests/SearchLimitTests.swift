import Foundation
import StargazerCore
import TestSupport
import Testing

/// Typing while few searches are left in the rate limit.
@MainActor struct SearchLimitTests {
    private let words = ["s", "sw", "swi", "swif", "swift", "swift u", "swift ui"]

    /// Types words with pauses. The limit of ten then leaves those for Enter, and the last text is not searched for.
    private func typedIntoLimit() async -> SearchFixture {
        let fixture = await SearchFixture()
        fixture.catalog.reply { .success(.sample([$0.query.text.count])) }
        for (index, word) in words.enumerated() {
            fixture.catalog.setSearchesLeft(10 - index)
            fixture.model.queryChanged(word)
            await fixture.time.advance(by: .milliseconds(350))
            await eventually { fixture.shown == ["\(word.count)"] }
        }
        fixture.catalog.setSearchesLeft(2, until: fixture.time.now.addingTimeInterval(40))
        fixture.model.queryChanged("swift uikit")
        await fixture.time.advance(by: .milliseconds(350))
        await eventually { fixture.model.phase.shownResults?.olderQuery != nil }
        return fixture
    }

    @Test func `a text that the limit leaves to Enter is searched for by itself when it is free again`() async {
        let fixture = await typedIntoLimit()
        #expect(fixture.catalog.texts == words)
        #expect(fixture.model.needsEnter && !fixture.model.isAwaitingResponse)
        fixture.catalog.setSearchesLeft(10)
        await fixture.time.advance(by: .seconds(40))
        await eventually { fixture.shown == ["11"] }
        #expect(fixture.catalog.texts == words + ["swift uikit"])
        #expect(fixture.model.phase.shownResults?.olderQuery == nil)
        #expect(fixture.time.sleepers == 0 && !fixture.model.needsEnter)
    }

    @Test func `while the limit is not free yet it is looked at again`() async {
        let fixture = await typedIntoLimit()
        fixture.catalog.setSearchesLeft(0)
        await fixture.time.advance(by: .seconds(40))
        await settle()
        #expect(fixture.catalog.texts == words && fixture.model.needsEnter)
        fixture.catalog.setSearchesLeft(nil)
        await fixture.time.advance(by: .seconds(60))
        await eventually { fixture.shown == ["11"] }
    }

    @Test func `Enter searches at once, and nothing is sent later`() async {
        let fixture = await typedIntoLimit()
        fixture.model.submit()
        #expect(!fixture.model.needsEnter)
        await eventually { fixture.shown == ["11"] }
        #expect(fixture.time.sleepers == 0 && fixture.catalog.texts.count == 8)
    }

    @Test func `a text of which the results show waits for nothing`() async {
        let fixture = await typedIntoLimit()
        fixture.model.queryChanged("swift ui")
        #expect(!fixture.model.needsEnter)
        #expect(fixture.model.phase.shownResults?.olderQuery == nil)
        await eventually { fixture.time.sleepers == 0 }
    }
}
