import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct QueryViewModelTests {
    private func fixture() async -> SearchFixture {
        await SearchFixture(catalog: ScriptedCatalog(query: RepositoryQualifier.rules))
    }

    private func chip(_ fixture: SearchFixture, _ name: QualifierName) throws -> QueryChip {
        try #require(fixture.model.query.chips.first { $0.name == name })
    }

    private func filter(_ name: QualifierName) throws -> Qualifier {
        try #require(RepositoryQualifier.rules[name])
    }

    @Test func `the qualifiers show as chips while the user types`() async {
        let fixture = await fixture()
        fixture.model.queryChanged("gtk language:swift stars:>1000 -topic:ui")
        let chips = fixture.model.query.chips
        #expect(chips.map(\.name) == [.language, .stars, .topic])
        #expect(chips.map(\.value) == [.word("Swift"), .number(.above("1,000")), .word("ui")])
        #expect(chips.map(\.isNegated) == [false, false, true])
        fixture.model.queryChanged("gtk")
        #expect(fixture.model.query.chips.isEmpty)
    }

    @Test func `removing a chip searches for the rest immediately`() async throws {
        let fixture = await fixture()
        await fixture.search("gtk language:swift", answer: .success(.sample([1])))
        fixture.model.query.remove(try chip(fixture, .language))
        #expect(fixture.model.text == "gtk")
        await fixture.catalog.answer(1, .success(.sample([2])))
        await eventually { fixture.shown == ["2"] }
        #expect(fixture.catalog.texts == ["gtk language:swift", "gtk"])
    }

    @Test func `a chip that is no longer in the text removes nothing`() async throws {
        let fixture = await fixture()
        fixture.model.queryChanged("gtk language:swift")
        let old = try chip(fixture, .language)
        fixture.model.queryChanged("gtk language:rust")
        fixture.model.query.remove(old)
        #expect(fixture.model.text == "gtk language:rust")
    }

    @Test func `removing the last chip leads to the start page`() async throws {
        let fixture = await fixture()
        await fixture.search("language:swift", answer: .success(.sample([1])))
        fixture.model.query.remove(try chip(fixture, .language))
        #expect(fixture.model.phase == .start)
    }

    @Test func `a filter is added to the text and searched for as after typing`() async throws {
        let fixture = await fixture()
        fixture.model.queryChanged("gtk")
        fixture.model.query.set(.language, to: ["Swift"])
        fixture.model.query.set(.stars, to: [">100"])
        #expect(fixture.model.text == "gtk language:Swift stars:>100")
        await fixture.time.advance(by: TypingDebouncer.standardDelay)
        await eventually { fixture.catalog.texts == ["gtk language:Swift stars:>100"] }
        fixture.model.query.set(.language, to: [])
        #expect(fixture.model.text == "gtk stars:>100")
    }

    @Test func `choices show the current values, also those that are not offered`() async throws {
        let fixture = await fixture()
        let stars = try filter(.stars)
        #expect(fixture.model.query.choices(of: stars).chosen == nil)
        fixture.model.queryChanged("stars:>100")
        #expect(fixture.model.query.choices(of: stars).chosen == 1)
        fixture.model.queryChanged("stars:7..9")
        let choices = fixture.model.query.choices(of: stars)
        #expect(choices.chosen == 4 && choices.all.last?.content == .number(.between("7", "9")))
        fixture.model.queryChanged("stars:>100 stars:<7")
        #expect(fixture.model.query.choices(of: stars).all.last?.values == [">100", "<7"])
        fixture.model.queryChanged("-stars:>100")
        #expect(fixture.model.query.choices(of: stars).chosen == nil)
    }

    @Test func `date ranges are offered up to today and have names`() async throws {
        let fixture = await fixture()
        let pushed = try filter(.pushed)
        let offered = fixture.model.query.choices(of: pushed).all
        #expect(offered.map(\.content) == DateRangePreset.allCases.map(QueryValueContent.span))
        for choice in offered {
            fixture.model.query.set(.pushed, to: choice.values)
            let shown = try chip(fixture, .pushed)
            #expect(shown.value == choice.content)
        }
        fixture.model.queryChanged("pushed:>2020-05-06")
        #expect(fixture.model.query.chips.map(\.value) == [.day(.above("May 6, 2020"))])
        fixture.model.queryChanged("pushed:2020-05")
        #expect(fixture.model.query.chips.map(\.value) == [.day(.exactly("2020-05"))])
    }

    @Test func `problems are shown after a pause, and only while they exist`() async {
        let fixture = await fixture()
        fixture.preferences.change { $0.searchesWhileTyping = false }
        fixture.model.queryChanged("stars:m")
        #expect(fixture.model.query.problems.isEmpty)
        await fixture.time.advance(by: QueryViewModel.typingPause)
        await eventually { fixture.model.query.problems == [.notANumber(.stars, "m")] }
        fixture.model.queryChanged("stars:m gtk")
        #expect(fixture.model.query.problems == [.notANumber(.stars, "m")])
        fixture.model.queryChanged("stars:5 gtk")
        #expect(fixture.model.query.problems.isEmpty)
    }

    @Test func `Enter shows all problems`() async {
        let fixture = await fixture()
        fixture.search("colour:red")
        #expect(fixture.model.query.problems == [.unknownQualifier("colour")])
        await eventually { fixture.catalog.texts == ["colour:red"] }
    }

    @Test func `a text beyond a limit is reported immediately and not sent automatically`() async {
        let fixture = await fixture()
        await fixture.search("gtk", answer: .success(.sample([1])))
        fixture.model.queryChanged("a OR b OR c OR d OR e OR f OR g")
        #expect(fixture.model.query.problems == [.tooManyOperators(6, limit: 5)])
        fixture.model.queryChanged("a OR b")
        await fixture.time.advance(by: TypingDebouncer.standardDelay)
        await eventually { fixture.catalog.texts.last == "a OR b" }
        #expect(fixture.catalog.texts == ["gtk", "a OR b"])
        #expect(fixture.model.query.problems.isEmpty)
    }

    @Test(arguments: [
        ("gtk language:swift", "gtk language:swift in:name,description,topics,readme"),
        ("gtk in:name", "gtk in:name,description,topics,readme"),
        ("gtk in:name,description,topics,readme", nil), ("language:swift", nil), ("", nil),
    ])
    func `the search can be extended to search everywhere`(text: String, wide: String?) async {
        let fixture = await fixture()
        fixture.model.queryChanged(text)
        #expect(fixture.model.query.everywhere == wide)
    }

    @Test(arguments: [
        ("gtk language:swift", "gtk"), ("gtk in:name", "gtk"), ("gtk in:name,description,topics,readme", nil),
        ("gtk language:swift in:name,description,topics,readme", "gtk in:name,description,topics,readme"),
        ("gtk -in:name,description,topics,readme", "gtk"), ("language:swift", nil), ("gtk", nil), ("", nil),
    ])
    func `a search that looks everywhere is not narrowed by that`(text: String, wide: String?) async {
        #expect(await fixture().model.query.withoutFilters(text) == wide)
    }
}
