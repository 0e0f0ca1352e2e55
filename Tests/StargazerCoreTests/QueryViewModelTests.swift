@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct QueryViewModelTests {
    private func fixture() async -> SearchFixture {
        await SearchFixture(catalog: ScriptedCatalog(query: RepositoryQualifier.rules))
    }

    private func values(_ fixture: SearchFixture) -> [QueryValueContent] {
        fixture.model.query.chips(of: fixture.model.query.text).map(\.value)
    }

    private func filter(_ name: QualifierName) throws -> Qualifier {
        try #require(RepositoryQualifier.rules[name])
    }

    @Test func `the qualifiers of the text are counted`() async {
        let fixture = await fixture()
        #expect(fixture.model.query.activeCount == 0)
        fixture.model.queryChanged("gtk language:swift stars:>1000 -topic:ui")
        #expect(fixture.model.query.activeCount == 3)
        #expect(values(fixture) == [.word("Swift"), .number(.above("1,000")), .word("ui")])
        fixture.model.query.clearFilters()
        #expect(fixture.model.text == "gtk" && fixture.model.query.activeCount == 0)
    }

    @Test func `a search can ask for an order in its text`() async {
        let fixture = await fixture()
        fixture.model.queryChanged("gtk sort:stars-asc lang:c")
        #expect(fixture.model.sort == ItemOrder(.stars, .ascending))
        fixture.model.sortChanged(.bestMatch)
        #expect(fixture.model.text == "gtk lang:c" && fixture.model.sort == .bestMatch)
    }

    /// In short form: `language:|swift`, with `!` before an invalid part.
    private func colored(_ text: String, in fixture: SearchFixture) -> [String] {
        let bytes = Array(text.utf8)
        return fixture.model.query.highlights(of: text).map { highlight in
            let part = String(decoding: bytes[highlight.range], as: UTF8.self)
            return highlight.style == .syntax ? "\(part)|" : highlight.style == .value ? part : "!\(part)"
        }
    }

    @Test(arguments: [
        ("gtk", []), ("für language:\"Vim Script\" ok", ["language:|", "\"Vim Script\""]),
        ("a OR -topic:ui NOT b", ["OR|", "-topic:|", "ui", "NOT|"]),
        ("colour:red stars:many x", ["!colour:red", "!stars:many"]), ("stars: x", ["stars:|", ""]),
        ("(gtk)", []), ("", []),
    ])
    func `qualifiers are colored, and invalid ones marked`(text: String, parts: [String]) async {
        #expect(colored(text, in: await fixture()) == parts)
    }

    @Test func `a part that may still be typed is marked as invalid only with its problem`() async {
        let fixture = await fixture()
        fixture.model.queryChanged("archived:t")
        #expect(colored("archived:t", in: fixture) == ["archived:|", "t"])
        fixture.model.query.showAllProblems()
        #expect(colored("archived:t", in: fixture) == ["!archived:t"])
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

    @Test func `four filters come first, active ones before them, and the others are more`() async {
        let fixture = await fixture()
        func ordered() -> [[QualifierName]] {
            let (first, others) = fixture.model.query.orderedFilters
            return [first.map(\.name), others.map(\.name)]
        }
        #expect(ordered() == [[.language, .stars, .pushed, .topic], [.license, .archived, .fork]])
        fixture.model.queryChanged("gtk license:mit -stars:>5")
        #expect(ordered() == [[.license, .language, .stars, .pushed], [.topic, .archived, .fork]])
        fixture.model.queryChanged("archived:true license:mit topic:gtk fork:only stars:>1 created:>2020")
        #expect(ordered() == [[.stars, .topic, .license, .archived, .fork], [.language, .pushed]])
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
            #expect(values(fixture) == [choice.content])
        }
        fixture.model.queryChanged("pushed:>2020-05-06")
        #expect(values(fixture) == [.day(.above("May 6, 2020"))])
        fixture.model.queryChanged("pushed:2020-05")
        #expect(values(fixture) == [.day(.exactly("2020-05"))])
    }

    @Test func `problems are shown after a pause, and only while they exist`() async {
        let fixture = await fixture()
        fixture.model.queryChanged("stars:m")
        #expect(fixture.model.query.problems.isEmpty)
        // The automatic search waits as well.
        await fixture.time.advance(by: QueryViewModel.typingPause, sleepers: 2)
        await eventually { fixture.model.query.problems == [.notANumber(.stars, "m")] }
        fixture.model.queryChanged("stars:m gtk")
        #expect(fixture.model.query.problems == [.notANumber(.stars, "m")])
        fixture.model.queryChanged("stars:5 gtk")
        #expect(fixture.model.query.problems.isEmpty)
    }

    @Test func `a qualifier whose values are being offered is no problem before Enter`() async {
        let fixture = await fixture()
        fixture.model.queryChanged("stars:m language:")
        await fixture.time.advance(by: QueryViewModel.typingPause)
        await eventually { fixture.model.query.problems == [.notANumber(.stars, "m")] }
        #expect(fixture.model.query.activeCount == 1)
        fixture.model.submit()
        #expect(fixture.model.query.problems.contains(.missingValue(.language)))
    }

    @Test func `Enter shows all problems`() async {
        let fixture = await fixture()
        fixture.search("colour:red")
        #expect(fixture.model.query.problems == [.unknownQualifier("colour")])
        await eventually { fixture.catalog.texts == ["colour:red"] }
    }

    @Test func `a text beyond a limit is reported immediately and not sent automatically`() async {
        let fixture = await fixture()
        await fixture.search("gtk", response: .success(.sample([1])))
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

    @Test(arguments: [
        ("golden lighthouse storm", "golden lighthouse"), ("gtk swift language:swift", "gtk language:swift"),
        ("gtk \"user interface\"", "gtk"), ("gtk", nil), ("language:swift", nil), ("gtk language:swift", nil),
        ("gtk OR qt", nil), ("gtk NOT qt", nil), ("gtk \"user inter", nil), ("", nil),
    ])
    func `the last of several words can be left out`(text: String, wide: String?) async {
        #expect(await fixture().model.query.withoutLastWord(text) == wide)
    }
}
