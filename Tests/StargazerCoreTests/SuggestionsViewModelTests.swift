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
        fixture.preferences.change { $0.searchesWhileTyping = false }
        model = SuggestionsViewModel(
            search: fixture.model, favoritesModel: fixture.favoritesModel, formats: .sample(), time: fixture.time.source
        )
        let history = fixture.history
        await eventually("the history is there") { !history.queries.isEmpty }
    }

    private func type(_ text: String) {
        fixture.model.queryChanged(text)
        model.typed(text)
    }

    /// As short words: `favorite lantern`, `recent swift`, `language:`.
    private var shown: [String] { model.all.map(words) }

    private func words(_ suggestion: Suggestion) -> String {
        switch suggestion {
        case .favorite(let item): "favorite \(item.name)"
        case .recent(let text): "recent \(text)"
        case .completion(let completion): completion.word
        case .term(let text): "term \(text)"
        }
    }

    @Test func `a word offers favorites, searches made before, and the qualifiers that begin so`() async {
        type("lan")
        #expect(shown == ["recent Language servers", "recent swift language:swift", "language:"])
        await eventually { shown.first == "favorite lantern" }
        #expect(shown.count == 4)
        #expect(fixture.catalog.texts == [])
    }

    @Test func `a qualifier offers its values`() {
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
        type("fork")
        #expect(shown == ["fork:", "forks:"])
    }

    @Test(arguments: ["", "  ", "x", "gtk "])
    func `with nothing worth offering nothing shows`(text: String) {
        type(text)
        #expect(shown == [])
    }

    @Test func `arrows choose, around by the text itself, and nothing is chosen at first`() {
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

    @Test func `a completion is written into the text, and what follows it is offered next`() throws {
        type("gtk lan")
        let name = try #require(model.all.last)
        #expect(model.accept(name) == nil)
        #expect(fixture.model.text == "gtk language:")
        #expect(shown.first == "language:JavaScript")
        type("gtk language:sw")
        _ = model.accept(try #require(model.all.first))
        #expect(fixture.model.text == "gtk language:Swift ")
        #expect(model.all.isEmpty)
    }

    @Test func `a search made before is made again`() async throws {
        type("mark")
        _ = model.accept(try #require(model.all.first))
        await eventually { fixture.catalog.texts == ["markdown editor"] }
        #expect(model.all.isEmpty)
    }

    @Test func `a favorite is given to be opened`() async throws {
        type("swiftl")
        await eventually { shown == ["favorite swiftly"] }
        #expect(model.accept(try #require(model.all.first))?.id == .sample(2))
        #expect(model.all.isEmpty && fixture.catalog.texts == [])
    }

    @Test func `an answer closes it, unless something is chosen`() {
        type("fork")
        model.move(1)
        model.resultsArrived()
        #expect(shown.count == 2)
        model.move(-1)
        model.resultsArrived()
        #expect(shown.isEmpty)
    }

    @Test func `favorites that come after it was closed do not open it`() async {
        fixture.library.holdNextAnswer()
        type("lantern")
        await eventually { fixture.library.holdsAnswer }
        model.close()
        fixture.library.releaseAnswer()
        type("lanterns")
        await eventually { fixture.library.questions.count == 2 }
        await settle()
        #expect(shown == [])
    }

    @Test func `favorites are asked for once at a time, and for the last words`() async {
        fixture.library.holdNextAnswer()
        type("la")
        await eventually { fixture.library.holdsAnswer }
        for text in ["lan", "lant", "lante", "lantern language:x"] { type(text) }
        fixture.library.releaseAnswer()
        await eventually { shown.first == "favorite lantern" }
        #expect(fixture.library.questions.map(\.words) == ["la", "lantern"])
    }
}

struct RecentQueryIndexTests {
    @Test(arguments: [
        ("sw", ["Swift gtk", "swallow", "the SWift"]), ("swift", ["Swift gtk", "the SWift"]), ("gtk", ["Swift gtk"]),
        ("allow", []), ("", []), ("swallow", []), ("星", ["星 map"]), ("swift gtk and more", []),
    ])
    func `those that begin so come first, then those with a word that does`(typed: String, found: [String]) {
        let matches = RecentQueryIndex(["the SWift", "Swift gtk", "swallow", "星 map"])
        #expect(matches.matching(typed, limit: 5) == found)
    }

    @Test func `no more than wanted, the newest first`() {
        let matches = RecentQueryIndex((0..<10_000).map { "swift number \($0)" })
        #expect(matches.matching("swift", limit: 2) == ["swift number 0", "swift number 1"])
        #expect(matches.matching("number", limit: 1) == ["swift number 0"])
        #expect(matches.matching("999", limit: 2) == ["swift number 999", "swift number 9990"])
    }
}
