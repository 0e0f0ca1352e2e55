import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct QueryViewModelTests {
    private func bench() async -> SearchBench {
        await SearchBench(catalog: ScriptedCatalog(query: RepositoryQualifier.rules))
    }

    private func chip(_ bench: SearchBench, _ name: QualifierName) throws -> QueryChip {
        try #require(bench.model.query.chips.first { $0.name == name })
    }

    private func filter(_ name: QualifierName) throws -> Qualifier {
        try #require(RepositoryQualifier.rules[name])
    }

    @Test func `what the text holds beside words shows as it is typed`() async {
        let bench = await bench()
        bench.model.queryChanged("gtk language:swift stars:>1000 -topic:ui")
        let chips = bench.model.query.chips
        #expect(chips.map(\.name) == [.language, .stars, .topic])
        #expect(chips.map(\.value) == [.word("Swift"), .number(.above("1,000")), .word("ui")])
        #expect(chips.map(\.isNegated) == [false, false, true])
        bench.model.queryChanged("gtk")
        #expect(bench.model.query.chips.isEmpty)
    }

    @Test func `taking a chip out searches for the rest at once`() async throws {
        let bench = await bench()
        await bench.search("gtk language:swift", answer: .success(.sample([1])))
        bench.model.query.remove(try chip(bench, .language))
        #expect(bench.model.text == "gtk")
        await bench.catalog.answer(1, .success(.sample([2])))
        await eventually { bench.shown == ["2"] }
        #expect(bench.catalog.texts == ["gtk language:swift", "gtk"])
    }

    @Test func `a chip that is not there any more takes nothing out`() async throws {
        let bench = await bench()
        bench.model.queryChanged("gtk language:swift")
        let old = try chip(bench, .language)
        bench.model.queryChanged("gtk language:rust")
        bench.model.query.remove(old)
        #expect(bench.model.text == "gtk language:rust")
    }

    @Test func `the last chip taken out leads to the start`() async throws {
        let bench = await bench()
        await bench.search("language:swift", answer: .success(.sample([1])))
        bench.model.query.remove(try chip(bench, .language))
        #expect(bench.model.phase == .start)
    }

    @Test func `a filter is put into the text and searched for as what is typed is`() async throws {
        let bench = await bench()
        bench.model.queryChanged("gtk")
        bench.model.query.set(.language, to: ["Swift"])
        bench.model.query.set(.stars, to: [">100"])
        #expect(bench.model.text == "gtk language:Swift stars:>100")
        await bench.time.advance(by: TypingPause.usual)
        await eventually { bench.catalog.texts == ["gtk language:Swift stars:>100"] }
        bench.model.query.set(.language, to: [])
        #expect(bench.model.text == "gtk stars:>100")
    }

    @Test func `choices say what the text has, also what nobody offers`() async throws {
        let bench = await bench()
        let stars = try filter(.stars)
        #expect(bench.model.query.choices(of: stars).chosen == nil)
        bench.model.queryChanged("stars:>100")
        #expect(bench.model.query.choices(of: stars).chosen == 1)
        bench.model.queryChanged("stars:7..9")
        let choices = bench.model.query.choices(of: stars)
        #expect(choices.chosen == 4 && choices.all.last?.content == .number(.between("7", "9")))
        bench.model.queryChanged("stars:>100 stars:<7")
        #expect(bench.model.query.choices(of: stars).all.last?.values == [">100", "<7"])
        bench.model.queryChanged("-stars:>100")
        #expect(bench.model.query.choices(of: stars).chosen == nil)
    }

    @Test func `days are offered from today on, and said in words`() async throws {
        let bench = await bench()
        let pushed = try filter(.pushed)
        let offered = bench.model.query.choices(of: pushed).all
        #expect(offered.map(\.content) == DaySpan.allCases.map(QueryValueContent.span))
        for choice in offered {
            bench.model.query.set(.pushed, to: choice.values)
            let shown = try chip(bench, .pushed)
            #expect(shown.value == choice.content)
        }
        bench.model.queryChanged("pushed:>2020-05-06")
        #expect(bench.model.query.chips.map(\.value) == [.day(.above("May 6, 2020"))])
        bench.model.queryChanged("pushed:2020-05")
        #expect(bench.model.query.chips.map(\.value) == [.day(.exactly("2020-05"))])
    }

    @Test func `what is not understood is said after a rest, and no longer than it is so`() async {
        let bench = await bench()
        bench.preferences.change { $0.searchesWhileTyping = false }
        bench.model.queryChanged("stars:m")
        #expect(bench.model.query.flaws.isEmpty)
        await bench.time.advance(by: QueryViewModel.rest)
        await eventually { bench.model.query.flaws == [.noNumber(.stars, "m")] }
        bench.model.queryChanged("stars:m gtk")
        #expect(bench.model.query.flaws == [.noNumber(.stars, "m")])
        bench.model.queryChanged("stars:5 gtk")
        #expect(bench.model.query.flaws.isEmpty)
    }

    @Test func `Enter takes the text for whole`() async {
        let bench = await bench()
        bench.search("colour:red")
        #expect(bench.model.query.flaws == [.strangeQualifier("colour")])
        await eventually { bench.catalog.texts == ["colour:red"] }
    }

    @Test func `a text beyond a limit is said to be so at once, and typing does not send it`() async {
        let bench = await bench()
        await bench.search("gtk", answer: .success(.sample([1])))
        bench.model.queryChanged("a OR b OR c OR d OR e OR f OR g")
        #expect(bench.model.query.flaws == [.tooManyOperators(6, limit: 5)])
        bench.model.queryChanged("a OR b")
        await bench.time.advance(by: TypingPause.usual)
        await eventually { bench.catalog.texts.last == "a OR b" }
        #expect(bench.catalog.texts == ["gtk", "a OR b"])
        #expect(bench.model.query.flaws.isEmpty)
    }

    @Test(arguments: [
        ("gtk language:swift", "gtk language:swift in:name,description,topics,readme"),
        ("gtk in:name", "gtk in:name,description,topics,readme"),
        ("gtk in:name,description,topics,readme", nil), ("language:swift", nil), ("", nil),
    ])
    func `the text that looks everywhere`(text: String, wide: String?) async {
        let bench = await bench()
        bench.model.queryChanged(text)
        #expect(bench.model.query.everywhere == wide)
    }
}
