import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Search terms that a service suggests.
@MainActor struct SearchTermsViewModelTests {
    private func fixture(_ terms: ScriptedSearchTerms, queries: [String] = []) async -> SearchFixture {
        let fixture = await SearchFixture(
            catalog: ScriptedCatalog(terms: terms, hasTrending: true), queries: queries)
        fixture.catalog.reply { _ in .success(ResultBatch(items: [.sample(1)], total: 1, end: .complete)) }
        let history = fixture.history
        if !queries.isEmpty { await eventually("the history is there") { !history.queries.isEmpty } }
        return fixture
    }

    private func texts(_ fixture: SearchFixture) -> [String] {
        fixture.model.suggestedSearches.map {
            switch $0 {
            case .recent(let text): "recent \(text)"
            case .trending(let text): text
            }
        }
    }

    @Test func `recent searches come first, then trending searches, clean and without duplicates`() async {
        let terms = ScriptedSearchTerms(trending: .success(["Golden", " ", "snow\nfall", "golden", "harbor"]))
        let fixture = await fixture(terms, queries: ["harbor", "a", "b", "c"])
        #expect(fixture.model.suggestedSearches == [])
        fixture.model.resume()
        let recent = fixture.history.queries.prefix(3).map { "recent \($0)" }
        await eventually("what is offered") { texts(fixture).count > 3 }
        let known = fixture.history.queries.prefix(3)
        #expect(texts(fixture) == recent + ["Golden", "snow fall", "harbor"].filter { !known.contains($0) })
        fixture.model.queryChanged("x")
        #expect(fixture.model.suggestedSearches == [])
    }

    @Test func `trending searches load once an hour, and five minutes after a failure`() async {
        let terms = ScriptedSearchTerms(trending: .failure(.offline))
        let time = ManualTime()
        let model = SearchTermsViewModel(terms, time: time.source)
        model.loadIfNeeded()
        model.loadIfNeeded()
        await eventually { terms.requested.count == 1 }
        await settle()
        model.loadIfNeeded()
        await settle()
        #expect(terms.requested.count == 1 && model.trending == [])
        terms.set(trending: .success(["snow"]))
        await time.advance(by: .seconds(300), sleepers: 0)
        model.loadIfNeeded()
        await eventually { model.trending == ["snow"] }
        await time.advance(by: .seconds(3_599), sleepers: 0)
        model.loadIfNeeded()
        await settle()
        #expect(terms.requested.count == 2)
        await time.advance(by: .seconds(1), sleepers: 0)
        model.loadIfNeeded()
        await eventually { terms.requested.count == 3 }
        await settle()
        await time.advance(by: .seconds(-1), sleepers: 0)
        model.loadIfNeeded()
        await eventually { terms.requested.count == 4 }
    }

    @Test func `refresh requests what is trending again, and another search does not`() async {
        let terms = ScriptedSearchTerms(trending: .success(["snow"]))
        let fixture = await fixture(terms)
        fixture.model.resume()
        await eventually { texts(fixture) == ["snow"] }
        terms.set(trending: .success(["rain"]))
        fixture.search("swift")
        fixture.model.refresh()
        await eventually { fixture.catalog.texts.count >= 2 && !fixture.isSearching }
        fixture.model.clear()
        await eventually { !fixture.isSearching && !fixture.model.suggestedSearches.isEmpty }
        #expect(terms.requested.count == 1)
        fixture.model.refresh()
        await eventually { texts(fixture).last == "rain" }
        #expect(terms.requested.count == 2)
    }

    @Test func `at most ten terms of limited length are shown`() async {
        let terms = ScriptedSearchTerms(
            trending: .success((0..<5_000).map { "\($0) " + String(repeating: "long", count: 500) }))
        let model = SearchTermsViewModel(terms, time: ManualTime().source)
        model.loadIfNeeded()
        await eventually { model.trending.count == 10 }
        #expect(model.trending.allSatisfy { $0.unicodeScalars.count <= 61 })
    }

    private func suggestions(_ fixture: SearchFixture) -> SuggestionsViewModel {
        SuggestionsViewModel(
            list: fixture.model, favoritesModel: fixture.favoritesModel, formats: .sample(), time: fixture.time.source
        )
    }

    private func type(_ text: String, _ fixture: SearchFixture, _ model: SuggestionsViewModel) {
        fixture.model.queryChanged(text)
        model.typed(text)
    }

    @Test func `on request related searches load once for each text`() async {
        let terms = ScriptedSearchTerms(matching: ["ca": ["cat", "camel"], "cat": ["cat", "cats"]])
        let fixture = await fixture(terms)
        let model = suggestions(fixture)
        type("ca", fixture, model)
        await settle()
        #expect(terms.requested == [])
        model.showAll()
        await eventually { model.all == [.term("cat"), .term("camel")] }
        type("cat", fixture, model)
        #expect(model.all == [])
        model.showAll()
        await eventually { model.all == [.term("cats")] }
        type("ca", fixture, model)
        model.showAll()
        await eventually { model.all == [.term("cat"), .term("camel")] }
        #expect(terms.requested == ["ca", "cat"])
    }

    @Test func `an accepted term is searched for`() async {
        let terms = ScriptedSearchTerms(matching: ["sno": ["snow"]])
        let fixture = await fixture(terms)
        let model = suggestions(fixture)
        type("sno", fixture, model)
        // The search is pending as well.
        model.showAll()
        await eventually { model.all == [.term("snow")] }
        #expect(model.accept(.term("snow")) == nil)
        #expect(fixture.model.text == "snow" && model.all == [])
        await eventually { fixture.catalog.texts.last == "snow" }
    }
}
