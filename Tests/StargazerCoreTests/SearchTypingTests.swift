import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct SearchTypingTests {
    @Test func `a pause of 350 ms searches once, for the last text`() async {
        let fixture = await SearchFixture()
        for text in ["s", "sw", "swi", "swif", "swift"] {
            fixture.model.queryChanged(text)
            await fixture.time.advance(by: .milliseconds(50))
        }
        await fixture.time.advance(by: .milliseconds(299))
        await settle()
        #expect(fixture.catalog.texts == [])
        await fixture.time.advance(by: .milliseconds(1))
        await eventually { fixture.catalog.texts == ["swift"] }
        #expect(fixture.model.searchedQuery == SearchQuery(text: "swift"))
    }

    @Test(arguments: [(nil, true), (3, true), (2, false), (0, false)] as [(Int?, Bool)])
    func `typing alone leaves the last searches to the Enter key`(left: Int?, searches: Bool) async {
        let fixture = await SearchFixture()
        fixture.catalog.setSearchesLeft(left)
        fixture.model.queryChanged("swift")
        await fixture.time.advance(by: .milliseconds(350))
        if searches {
            await eventually { fixture.catalog.texts == ["swift"] }
        } else {
            await settle()
            #expect(fixture.catalog.texts == [])
            fixture.model.submit()
            await eventually { fixture.catalog.texts == ["swift"] }
        }
    }

    @Test(arguments: ["https://github.com/swiftlang/swift", "git@github.com:swiftlang/swift.git"])
    func `an address is searched for only by Enter`(text: String) async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged(text)
        await settle()
        await fixture.time.advance(by: .seconds(2), sleepers: 0)
        await settle()
        #expect(fixture.catalog.texts == [])
        fixture.model.submit()
        await eventually { fixture.catalog.texts == [text] }
    }

    /// A catalog that knows some languages.
    private func languages() -> ScriptedCatalog {
        ScriptedCatalog(query: QueryRules(qualifiers: [Qualifier(.language, .words(["Ruby", "Rust"]))]))
    }

    @Test func `a value is not searched for before it is complete`() async {
        let fixture = await SearchFixture(catalog: languages())
        fixture.model.queryChanged("gtk language:ru")
        await settle()
        await fixture.time.advance(by: .seconds(2), sleepers: 0)
        await settle()
        #expect(fixture.catalog.texts == [])
        fixture.model.submit()
        await eventually { fixture.catalog.texts == ["gtk language:ru"] }
    }

    @Test(arguments: ["gtk language:rust", "gtk language:mine", "gtk language:ru sort"])
    func `a complete or unknown value is searched for after the pause`(text: String) async {
        let fixture = await SearchFixture(catalog: languages())
        fixture.model.queryChanged(text)
        await fixture.time.advance(by: .seconds(2))
        await eventually { fixture.catalog.texts == [text] }
    }

    @Test func `pasted lines become one line`() async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged("swift\nui\tkit\r\ntext")
        #expect(fixture.model.text == "swift ui kit text")
        fixture.model.submit()
        await eventually { fixture.catalog.texts == ["swift ui kit text"] }
    }

    @Test func `Enter searches immediately, and the pause does not search again`() async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged(" swift ")
        await eventually { fixture.time.sleepers == 1 }
        fixture.model.submit()
        await eventually { fixture.catalog.texts == ["swift"] }
        await fixture.catalog.respond(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        #expect(fixture.time.sleepers == 0)
        #expect(fixture.model.text == " swift ")
    }

    @Test func `a query is not sent again while it runs or its results show`() async {
        let fixture = await SearchFixture()
        fixture.search("swift")
        fixture.model.submit()
        fixture.model.queryChanged("swift ")
        fixture.model.submit()
        fixture.model.refresh()
        await fixture.catalog.respond(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        fixture.model.submit()
        await settle()
        #expect(fixture.catalog.texts == ["swift"])
    }

    @Test func `after an address was opened the text is that of the results again`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        fixture.model.queryChanged("https://github.com/a/b")
        fixture.model.restoreText()
        #expect(fixture.model.text == "swift" && !fixture.model.isAwaitingResponse)
        await settle()
        #expect(fixture.catalog.texts == ["swift"] && fixture.shown == ["1"])
    }

    @Test func `typing back to the shown query sends nothing`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        fixture.model.queryChanged("swifty")
        await eventually { fixture.time.sleepers == 1 }
        fixture.model.queryChanged("swift")
        await settle()
        await fixture.time.advance(by: .milliseconds(350), sleepers: 0)
        await settle()
        #expect(fixture.catalog.texts == ["swift"])
        #expect(fixture.shown == ["1"])
    }

    @Test(arguments: ["", "  \t "])
    func `an empty text returns to the start page and drops the search`(blank: String) async {
        let fixture = await SearchFixture(catalog: ScriptedCatalog(ignoresCancellation: true))
        fixture.search("swift")
        fixture.model.queryChanged(blank)
        #expect(fixture.model.phase == .start)
        #expect(fixture.model.searchedQuery == nil)
        await fixture.catalog.respond(0, .success(.sample([1])))
        await settle()
        #expect(fixture.model.phase == .start)
        fixture.model.submit()
        await settle()
        #expect(fixture.model.phase == .start)
        #expect(fixture.catalog.texts == ["swift"])
    }

    @Test func `what is trending has an order of its own`() async {
        let fixture = await SearchFixture(catalog: ScriptedCatalog(hasTrending: true))
        fixture.catalog.reply { _ in .success(.sample([1])) }
        fixture.model.resume()
        await eventually { fixture.shown == ["1"] }
        #expect(fixture.model.sortKeys.isEmpty)
        fixture.model.sortChanged(ItemOrder(.stars))
        await settle()
        #expect(fixture.catalog.texts == [""], "another order would change nothing")
        fixture.search("swift")
        #expect(!fixture.model.sortKeys.isEmpty)
        await eventually { fixture.catalog.requests.last?.query.sort == ItemOrder(.stars) }
        fixture.model.sortChanged(ItemOrder(.forks))
        await eventually { fixture.catalog.requests.last?.query.sort == ItemOrder(.forks) }
        let keyed = ScriptedCatalog(hasTrending: true, key: ServiceAPIKey(host: "test", page: nil))
        #expect(await SearchFixture(catalog: keyed).model.sortKeys.isEmpty, "nor before the key has been loaded")
        #expect(await !SearchFixture().model.sortKeys.isEmpty, "the start page offers the order of the next search")
    }

    @Test func `clearing ends a pending search`() async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged("swift")
        await eventually { fixture.time.sleepers == 1 }
        fixture.model.clear()
        await eventually { fixture.time.sleepers == 0 }
        #expect(fixture.model.text.isEmpty)
        #expect(fixture.catalog.texts == [])
    }

    @Test func `another sort order searches immediately, also during the pause`() async {
        let fixture = await SearchFixture()
        fixture.model.sortChanged(ItemOrder(.forks))
        await settle()
        #expect(fixture.catalog.texts == [])
        fixture.model.queryChanged("swift")
        fixture.model.sortChanged(ItemOrder(.stars, .ascending))
        await eventually { fixture.catalog.requests.count == 1 }
        #expect(
            fixture.catalog.requests.map(\.query) == [
                SearchQuery(text: "swift", sort: ItemOrder(.stars, .ascending))
            ])
        fixture.model.sortChanged(ItemOrder(.stars, .ascending))
        await settle()
        #expect(fixture.catalog.requests.count == 1)
        #expect(fixture.time.sleepers <= 1)
    }

    @Test func `the batch size is clamped to the catalog's range`() async {
        let fixture = await SearchFixture(catalog: ScriptedCatalog(batchSizes: 1...50), batchSize: 100)
        fixture.search("swift")
        await eventually { fixture.catalog.requests.first?.query.batchSize == 50 }
    }

    @Test func `only a search of at least 500 ms is slow`() async {
        let fixture = await SearchFixture()
        fixture.search("swift")
        #expect(fixture.model.phase == .searching(previous: nil, isSlow: false))
        await fixture.time.advance(by: .milliseconds(499))
        await settle()
        #expect(!fixture.isSlow)
        await fixture.time.advance(by: .milliseconds(1))
        await eventually { fixture.isSlow }
        await fixture.catalog.respond(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        #expect(fixture.time.sleepers == 0)
    }
}

/// While signed out, only a few searches a minute are allowed.
@MainActor struct SignedOutTypingTests {
    private let catalog = ScriptedCatalog()
    private let time = ManualTime()

    private func model(isSignedIn: Bool) async -> SearchViewModel {
        let scene = await StarsFixture(account: ScriptedAccount(host: "test"), time: time, isSignedIn: isSignedIn)
        return SearchViewModel(
            catalog: catalog, flags: ItemFlagSource(favoritesModel: scene.favoritesModel, stars: scene.stars),
            history: SearchHistory(of: .repositories), time: time.source, formats: .sample())
    }

    @Test func `signed out, typing waits 700 ms and for three letters, and Enter waits for neither`() async {
        let model = await model(isSignedIn: false)
        model.queryChanged("sw")
        await settle()
        #expect(time.sleepers == 0, "two letters are not searched for by typing alone")
        model.queryChanged("swi")
        await time.advance(by: .milliseconds(699))
        await settle()
        #expect(catalog.texts == [])
        await time.advance(by: .milliseconds(1))
        await eventually { catalog.texts == ["swi"] }
        model.queryChanged("go")
        model.submit()
        await eventually { catalog.texts == ["swi", "go"] }
    }

    @Test func `a Chinese, Japanese or Korean character counts as a word`() async {
        let model = await model(isSignedIn: false)
        model.queryChanged("星")
        await time.advance(by: .milliseconds(700))
        await eventually { catalog.texts == ["星"] }
    }

    @Test func `signed in, typing waits 350 ms for any text`() async {
        let model = await model(isSignedIn: true)
        model.queryChanged("s")
        await time.advance(by: .milliseconds(350))
        await eventually { catalog.texts == ["s"] }
    }
}

@MainActor struct SearchAddingTests {
    @Test(
        arguments: [
            ("", "topic:swift"), ("editor", "editor topic:swift"), ("  editor  gtk ", "editor gtk topic:swift"),
            ("editor topic:swift", "editor topic:swift"), ("Topic:Swift", "Topic:Swift"),
            ("topic:swift-nio", "topic:swift-nio topic:swift"),
        ])
    func `added words are searched for immediately and not repeated`(text: String, all: String) async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged(text)
        fixture.model.searchAgain(adding: "topic:swift")
        #expect(fixture.model.text == all)
        await eventually { fixture.catalog.texts == [all] }
    }

    @Test func `only valid topics and languages become qualifiers`() {
        #expect(RepositoryQualifier.topic("machine-learning") == "topic:machine-learning")
        for name in ["", "a b", "Ä", "x\"y", "a:b", String(repeating: "a", count: 51)] {
            #expect(RepositoryQualifier.topic(name) == nil)
        }
        #expect(RepositoryQualifier.language("C++") == "language:C++")
        #expect(RepositoryQualifier.language("Jupyter Notebook") == "language:\"Jupyter Notebook\"")
        #expect(RepositoryQualifier.language("a\" b") == nil)
    }
}
