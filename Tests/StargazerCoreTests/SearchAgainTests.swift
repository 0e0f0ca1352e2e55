import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Searches that other ratings and other sources repeat.
@MainActor struct SearchAgainTests {
    private let strict = ContentRating(rawValue: "g")
    private let loose = ContentRating(rawValue: "r")

    private func allow(_ rating: ContentRating, in fixture: WindowFixture) {
        CatalogPreferencesViewModel(current: fixture.app.preferences, catalog: fixture.catalog.profile).allow(rating)
    }

    private func ratings(_ fixture: WindowFixture) -> [ContentRating?] { fixture.catalog.requests.map(\.query.rating) }

    @Test func `another rating searches again`() async {
        let fixture = WindowFixture(catalog: ScriptedCatalog(ratings: [strict, loose]))
        let window = await fixture.searched(1...3)
        allow(loose, in: fixture)
        await eventually { ratings(fixture) == [strict, loose] }
        await eventually { !window.search.phase.isAsking }
        #expect(fixture.catalog.texts == ["swift", "swift"])
    }

    @Test func `a hidden list searches with another rating when it shows again`() async {
        let fixture = WindowFixture(catalog: ScriptedCatalog(ratings: [strict, loose]))
        let window = await fixture.searched(1...3)
        window.show(.favorites(.all))
        allow(loose, in: fixture)
        await settle()
        #expect(ratings(fixture) == [strict], "nobody sees the results")
        window.show(.search(.repositories))
        await eventually { ratings(fixture) == [strict, loose] }
        await eventually { !window.search.phase.isAsking }
        window.show(.favorites(.all))
        window.show(.search(.repositories))
        await settle()
        #expect(ratings(fixture).count == 2)
    }

    @Test func `another source searches again without the qualifiers that it does not know`() async {
        let (topic, license) = (QualifierName(rawValue: "topic"), QualifierName(rawValue: "license"))
        let other = ScriptedCatalog(
            host: "other", service: "Other",
            query: QueryRules(qualifiers: [Qualifier(.language, .words([])), Qualifier(license, .choice(["mit"]))]))
        other.reply { _ in .success(.sample([9])) }
        let fixture = WindowFixture(
            catalog: ScriptedCatalog(
                query: QueryRules(qualifiers: [
                    Qualifier(.language, .words([])), Qualifier(topic, .words([])),
                    Qualifier(license, .choice(["mit", "gpl"])),
                ])),
            others: [other])
        let window = await fixture.searched(1...3)
        window.search.edit("editor topic:gtk language:rust license:gpl fast", searches: true)
        window.chooseSource("Other")
        #expect(window.search.text == "editor language:rust fast")
        await eventually { other.texts == ["editor language:rust fast"] }
        window.chooseSource("Test")
        #expect(window.search.text == "editor topic:gtk language:rust license:gpl fast", "they come back")
        window.chooseSource("Other")
        window.search.edit("compiler language:c", searches: true)
        window.chooseSource("Test")
        #expect(window.search.text == "compiler language:c")
        await eventually { fixture.catalog.texts.last == "compiler language:c" }
    }
}
