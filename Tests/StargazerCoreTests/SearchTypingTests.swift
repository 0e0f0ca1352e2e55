import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct SearchTypingTests {
    @Test func `a pause of 350 ms in typing searches once, for the last text`() async {
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
    func `an address is searched for by Enter alone`(text: String) async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged(text)
        await fixture.time.advance(by: .seconds(2), sleepers: 0)
        await settle()
        #expect(fixture.catalog.texts == [])
        fixture.model.submit()
        await eventually { fixture.catalog.texts == [text] }
    }

    @Test func `what is pasted in several lines becomes one`() async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged("swift\nui\tkit\r\ntext")
        #expect(fixture.model.text == "swift ui kit text")
        fixture.model.submit()
        await eventually { fixture.catalog.texts == ["swift ui kit text"] }
    }

    @Test func `Enter searches at once and the pause no more`() async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged(" swift ")
        await eventually { fixture.time.sleepers == 1 }
        fixture.model.submit()
        await eventually { fixture.catalog.texts == ["swift"] }
        await fixture.catalog.answer(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        #expect(fixture.time.sleepers == 0)
        #expect(fixture.model.text == " swift ")
    }

    @Test func `the same query is not sent again while it runs, nor while its results are shown`() async {
        let fixture = await SearchFixture()
        fixture.search("swift")
        fixture.model.submit()
        fixture.model.queryChanged("swift ")
        fixture.model.submit()
        fixture.model.refresh()
        await fixture.catalog.answer(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        fixture.model.submit()
        await settle()
        #expect(fixture.catalog.texts == ["swift"])
    }

    @Test func `typing away and back to what is shown asks nothing`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", answer: .success(.sample([1])))
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
    func `a blank text goes back to the start and drops what was asked`(blank: String) async {
        let fixture = await SearchFixture(catalog: ScriptedCatalog(ignoresCancellation: true))
        fixture.search("swift")
        fixture.model.queryChanged(blank)
        #expect(fixture.model.phase == .start)
        #expect(fixture.model.searchedQuery == nil)
        await fixture.catalog.answer(0, .success(.sample([1])))
        await settle()
        #expect(fixture.model.phase == .start)
        fixture.model.submit()
        await settle()
        #expect(fixture.model.phase == .start)
        #expect(fixture.catalog.texts == ["swift"])
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

    @Test func `another order searches at once, also while the text waits for its pause`() async {
        let fixture = await SearchFixture()
        fixture.model.sortChanged(SortOrder(.forks))
        await settle()
        #expect(fixture.catalog.texts == [])
        fixture.model.queryChanged("swift")
        fixture.model.sortChanged(SortOrder(.stars, .ascending))
        await eventually { fixture.catalog.questions.count == 1 }
        #expect(
            fixture.catalog.questions.map(\.query) == [
                SearchQuery(text: "swift", sort: SortOrder(.stars, .ascending))
            ])
        fixture.model.sortChanged(SortOrder(.stars, .ascending))
        await settle()
        #expect(fixture.catalog.questions.count == 1)
        #expect(fixture.time.sleepers <= 1)
    }

    @Test func `the batch size is brought into the catalog's range`() async {
        let fixture = await SearchFixture(catalog: ScriptedCatalog(batchSizes: 1...50), batchSize: 100)
        fixture.search("swift")
        await eventually { fixture.catalog.questions.first?.query.batchSize == 50 }
    }

    @Test func `only a search that takes 500 ms is called slow`() async {
        let fixture = await SearchFixture()
        fixture.search("swift")
        #expect(fixture.model.phase == .searching(previous: nil, isSlow: false))
        await fixture.time.advance(by: .milliseconds(499))
        await settle()
        #expect(!fixture.isSlow)
        await fixture.time.advance(by: .milliseconds(1))
        await eventually { fixture.isSlow }
        await fixture.catalog.answer(0, .success(.sample([1])))
        await eventually { fixture.shown == ["1"] }
        #expect(fixture.time.sleepers == 0)
    }
}

/// Who is not signed in may search a few times a minute only.
@MainActor struct SignedOutTypingTests {
    private let catalog = ScriptedCatalog()
    private let time = ManualTime()

    private func model(isSignedIn: Bool) async -> SearchViewModel {
        let scene = await StarsFixture(account: ScriptedAccount(host: "test"), time: time, isSignedIn: isSignedIn)
        return SearchViewModel(
            catalog: catalog, flags: ItemFlagSource(favoritesModel: scene.favoritesModel, stars: scene.stars),
            history: SearchHistory(of: .repositories), time: time.source, formats: .sample())
    }

    @Test func `typing waits 700 ms and for the third letter, Enter for nothing`() async {
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

    @Test func `a Chinese, Japanese or Korean character is a word`() async {
        let model = await model(isSignedIn: false)
        model.queryChanged("星")
        await time.advance(by: .milliseconds(700))
        await eventually { catalog.texts == ["星"] }
    }

    @Test func `who is signed in waits 350 ms, whatever was typed`() async {
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
    func `what is added to a search is searched for at once, and stands there once`(text: String, all: String) async {
        let fixture = await SearchFixture()
        fixture.model.queryChanged(text)
        fixture.model.searchAgain(adding: "topic:swift")
        #expect(fixture.model.text == all)
        await eventually { fixture.catalog.texts == [all] }
    }

    @Test func `only what can be a topic or a language is searched for as one`() {
        #expect(RepositoryQualifier.topic("machine-learning") == "topic:machine-learning")
        for name in ["", "a b", "Ä", "x\"y", "a:b", String(repeating: "a", count: 51)] {
            #expect(RepositoryQualifier.topic(name) == nil)
        }
        #expect(RepositoryQualifier.language("C++") == "language:C++")
        #expect(RepositoryQualifier.language("Jupyter Notebook") == "language:\"Jupyter Notebook\"")
        #expect(RepositoryQualifier.language("a\" b") == nil)
    }
}
