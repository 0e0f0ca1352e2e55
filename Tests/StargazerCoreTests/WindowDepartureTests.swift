import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Searches that other sources and links of the details lead to.
@MainActor struct WindowDepartureTests {
    private let people = ScriptedCatalog(.people)
    private let photos = ScriptedCatalog(.photos, host: "elsewhere")
    private let scene: WindowFixture

    init() { scene = WindowFixture(others: [people, photos]) }

    @Test func `words go to another search of the same server, and to no other server`() async {
        let window = await scene.searched(1...3)
        window.show(.search(.people))
        #expect(window.search.text == "swift")
        window.show(.search(.photos))
        await settle()
        #expect(window.search.text.isEmpty && photos.texts.allSatisfy(\.isEmpty))
    }

    @Test func `a topic adds to the search that the list shows, and replaces another one`() async {
        let window = await scene.searched(1...3)
        window.select(.sample(1))
        window.search(adding: "topic:ui")
        #expect(window.search.text == "swift topic:ui")
        window.show(.favorites(.all))
        window.open(Item.sample(7))
        window.search(adding: "topic:gtk")
        #expect(window.source == .search(.repositories) && window.search.text == "topic:gtk")
    }

    @Test func `Back leads from a topic to the list and the pages before`() async {
        let window = await scene.searched(1...3)
        window.select(.sample(1))
        #expect(window.open(.sample(1)))
        window.go(to: .sample(7))
        window.search(adding: "topic:ui")
        window.search(adding: "topic:gtk")
        #expect(!window.navigation.canGoBack)
        for text in ["swift topic:ui", "swift"] {
            guard let departure = window.returnToDeparture() else {
                Issue.record("no departure")
                continue
            }
            #expect(window.search.text == text)
            window.restore(departure)
        }
        #expect(window.navigation.pages.map { $0.item?.id } == [.sample(1), .sample(7)])
        #expect(window.selection == .sample(1) && window.returnToDeparture() == nil)
    }

    @Test func `Back leads from the favorites of a person to the page before`() async {
        let window = await scene.searched(1...3)
        window.open(Item.sample(7))
        window.showFavorites(FavoritesQuery(text: "user:golden", scope: .catalog(.repositories)))
        #expect(window.source == .favorites(.catalog(.repositories)) && window.favorites.text == "user:golden")
        guard let departure = window.returnToDeparture() else {
            Issue.record("no departure")
            return
        }
        window.restore(departure)
        #expect(window.source == .search(.repositories) && window.search.text == "swift")
        #expect(window.navigation.top.item?.id == .sample(7))
    }

    @Test func `words that the list shows the results of are searched for once, with one way back`() async {
        let window = await scene.searched(1...3)
        window.select(.sample(1))
        window.search(adding: "topic:ui")
        window.open(Item.sample(7))
        window.search(adding: "topic:ui")
        #expect(window.search.text == "swift topic:ui" && window.navigation.top.item?.id == .sample(7))
        #expect(window.returnToDeparture() != nil && window.search.text == "swift")
        #expect(window.returnToDeparture() == nil)
    }

    @Test func `a page of a document shows until the user goes back, or to the list`() async {
        let window = await scene.searched(1...3)
        window.open(Item.sample(7))
        window.go(to: .readme, of: .sample(7))
        #expect(window.showsDocumentPage)
        window.isShowingContent = false
        #expect(!window.showsDocumentPage)
        window.isShowingContent = true
        #expect(window.showsDocumentPage && window.goBack() && !window.showsDocumentPage)
    }

    @Test func `another source ends the way back, and so does a saved search`() async throws {
        let saved = try await scene.library.addSavedSearch(
            "Mine", source: "search:repositories", text: "rust", order: nil)
        let window = await scene.searched(1...3)
        for source in [ListSource.favorites(.all), .savedSearch(saved.id)] {
            window.select(.sample(1))
            window.search(adding: "topic:ui")
            window.show(source)
            #expect(window.source == source && window.returnToDeparture() == nil)
        }
    }

    @Test func `Back leads to the saved search that a topic was chosen from`() async throws {
        let saved = try await scene.library.addSavedSearch(
            "Mine", source: "search:repositories", text: "rust", order: nil)
        let window = await scene.searched(1...3)
        window.show(.savedSearch(saved.id))
        window.search(adding: "topic:ui")
        #expect(window.source == .search(.repositories))
        #expect(window.returnToDeparture() != nil && window.source == .savedSearch(saved.id))
    }

    @Test func `the oldest of many departures is forgotten`() async {
        let window = await scene.searched(1...3)
        for number in 0...WindowModel.maxDepartures { window.search(adding: "topic:\(number)") }
        var count = 0
        while window.returnToDeparture() != nil { count += 1 }
        #expect(count == WindowModel.maxDepartures && window.search.text == "swift topic:0")
    }
}
