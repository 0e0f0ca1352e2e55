@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct SuggestionsViewModelTests {
    private let fixture: SearchFixture
    private let model: SuggestionsViewModel

    init() async {
        fixture = await SearchFixture(
            catalog: ScriptedCatalog(query: RepositoryQualifier.rules),
            favorites: [.sample(1) { $0.name = "lantern" }, .sample(2) { $0.name = "swiftly" }],
            queries: ["swift language:swift", "markdown editor", "Language servers"])
        model = SuggestionsViewModel(
            list: fixture.model, favoritesModel: fixture.favoritesModel, formats: .sample(), time: fixture.time.source
        )
        let history = fixture.history
        await eventually("the history is there") { !history.queries.isEmpty }
    }

    private func type(_ text: String) {
        fixture.model.queryChanged(text)
        model.typed(text)
    }

    /// In short form: `favorite lantern`, `recent swift`, `language:`.
    private var shown: [String] { model.all.map(words) }

    private func words(_ suggestion: Suggestion) -> String {
        switch suggestion {
        case .favorite(let item): "favorite \(item.name)"
        case .recent(let text): "recent \(text)"
        case .completion(let completion): completion.word
        case .term(let text): "term \(text)"
        }
    }

    /// Types a text and asks for suggestions.
    private func ask(_ text: String) {
        type(text)
        model.showAll()
    }

    @Test(arguments: ["lan", "file lan", "fork", "stars", "swift", "gtk language:swift gtk"])
    func `plain words have no suggestions until the user asks for them`(text: String) async {
        type(text)
        await settle()
        #expect(shown == [])
        #expect(fixture.library.favoritesQueries.isEmpty)
    }

    @Test func `on request a word suggests favorites, recent searches and qualifiers that begin with it`() async {
        ask("lan")
        #expect(shown == ["recent Language servers", "recent swift language:swift", "language:"])
        await eventually { shown.first == "favorite lantern" }
        #expect(shown.count == 4)
        #expect(fixture.catalog.texts == [])
        type("lant")
        #expect(shown == [])
    }

    @Test func `an empty entry suggests recent searches`() {
        model.showHistory()
        #expect(shown == ["recent swift language:swift", "recent markdown editor", "recent Language servers"])
        type("l")
        #expect(shown == [])
        model.showHistory()
        #expect(shown == [], "there are letters")
        type("")
        #expect(shown.count == 3)
    }

    @Test func `a qualifier suggests its values`() {
        type("gtk language:sw")
        #expect(shown == ["language:Swift"])
        type("stars:")
        #expect(shown == ["stars:>10", "stars:>100", "stars:>1000", "stars:>10000"])
        type("-archived:t")
        #expect(shown == ["-archived:true"])
        type("language:vim")
        #expect(shown == ["language:\"Vim Script\""])
        type("gtk language:Swift")
        #expect(shown == [])
        type("is:")
        #expect(shown == ["public", "private", "sponsorable", "archived", "fork"].map { "is:\($0)" })
        ask("fork")
        #expect(shown == ["fork:", "forks:"])
    }

    @Test(arguments: ["  ", "x", "gtk "])
    func `without suggestions nothing shows`(text: String) {
        ask(text)
        #expect(shown == [])
    }

    @Test func `keys choose a suggestion and wrap around through the text, with none chosen at first`() {
        type("stars:>10")
        #expect(model.chosen == nil)
        model.move(1)
        #expect(model.chosen.map(words) == "stars:>100")
        model.move(-1)
        #expect(model.chosen == nil)
        model.move(-1)
        #expect(model.chosen.map(words) == "stars:>10000")
        model.move(1)
        #expect(model.chosen == nil)
    }

    @Test func `a completion is inserted into the text, and its values are suggested next`() throws {
        ask("gtk lan")
        let name = try #require(model.all.last)
        #expect(model.accept(name) == nil)
        #expect(fixture.model.text == "gtk language:")
        #expect(shown.first == "language:JavaScript")
        type("gtk language:sw")
        _ = model.accept(try #require(model.all.first))
        #expect(fixture.model.text == "gtk language:Swift ")
        #expect(model.all.isEmpty)
    }

    @Test func `a recent search is repeated`() async throws {
        ask("mark")
        _ = model.accept(try #require(model.all.first))
        await eventually { fixture.catalog.texts == ["markdown editor"] }
        #expect(model.all.isEmpty)
    }

    @Test func `a favorite is returned for opening`() async throws {
        ask("swiftl")
        await eventually { shown == ["favorite swiftly"] }
        #expect(model.accept(try #require(model.all.first))?.id == .sample(2))
        #expect(model.all.isEmpty && fixture.catalog.texts == [])
    }

    @Test func `results that arrive leave the values of a qualifier open`() async {
        type("gtk stars:>10")
        let values = shown
        await fixture.time.advance(by: TypingDebouncer.standardDelay)
        await fixture.catalog.respond(0, .success(ResultBatch(items: [.sample(1)], total: 1, end: .complete)))
        await eventually { fixture.model.phase.shownResults != nil }
        #expect(shown == values && !values.isEmpty)
        fixture.model.submit()
        model.close()
        #expect(shown.isEmpty)
    }

    @Test func `late favorites do not show for another text`() async {
        fixture.library.holdNextResponse()
        ask("lantern")
        await eventually { fixture.library.holdsResponse }
        ask("lanterns")
        fixture.library.releaseResponse()
        await eventually { fixture.library.favoritesQueries.count == 2 }
        await settle()
        #expect(shown == [])
    }
}

struct RecentQueryIndexTests {
    @Test(arguments: [
        ("sw", ["Swift gtk", "swallow", "the SWift"]), ("swift", ["Swift gtk", "the SWift"]), ("gtk", ["Swift gtk"]),
        ("allow", []), ("", []), ("swallow", []), ("星", ["星 map"]), ("swift gtk and more", []),
    ])
    func `searches that begin with the text come before those with a word that does`(typed: String, found: [String]) {
        let matches = RecentQueryIndex(["the SWift", "Swift gtk", "swallow", "星 map"])
        #expect(matches.matching(typed, limit: 5) == found)
    }

    @Test func `the number of matches is limited, newest first`() {
        let matches = RecentQueryIndex((0..<10_000).map { "swift number \($0)" })
        #expect(matches.matching("swift", limit: 2) == ["swift number 0", "swift number 1"])
        #expect(matches.matching("number", limit: 1) == ["swift number 0"])
        #expect(matches.matching("999", limit: 2) == ["swift number 999", "swift number 9990"])
    }
}
