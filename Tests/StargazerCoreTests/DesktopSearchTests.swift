import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// Answers to the desktop's search, without a window.
@MainActor struct DesktopSearchTests {
    private let scene = WindowFixture()
    private var search: DesktopSearch { DesktopSearch(scene.app) }

    private func keep(_ favorites: Favorite...) { scene.library.change { $0 += favorites } }

    private func titles(_ terms: String...) async -> [String] {
        await search.contents(of: search.results(for: terms)).map(\.title)
    }

    @Test func `favorites that match all words are found, best match first`() async {
        keep(
            .sample(1) { $0.name = "toolkit" }, .sample(2) { $0.name = "gtk" },
            .sample(3) { ($0.name, $0.summary) = ("window", "for GTK") })
        #expect(Set(await titles("gtk")) == ["owner/gtk", "owner/window"])
        #expect(scene.library.favoritesQueries.map(\.order) == [.best])
        #expect(await titles("owner", "tool") == ["owner/toolkit"])
        #expect(await titles("owner tool") == ["owner/toolkit"], "as one text, as KRunner sends it")
        #expect(await titles("nothing of the kind") == [])
    }

    @Test(arguments: [[], [""], [" ", "\t"]])
    func `an empty query finds nothing`(terms: [String]) async {
        keep(.sample(1))
        #expect(await search.results(for: terms) == [])
    }

    @Test func `results are limited to what a desktop can show, for queries of any size`() async {
        scene.library.change { favorites in favorites += (1...50).map { Favorite.sample($0) } }
        #expect(await search.results(for: ["name"]).count == DesktopSearch.maxFavorites)
        #expect(await search.results(for: [String](repeating: "name", count: 100_000)).count == 20)
    }

    @Test func `a few recent searches follow the favorites, newest first`() async throws {
        keep(.sample(1) { $0.name = "swift-log" })
        for number in 1...9 { try await scene.library.recordQuery("swift \(number)", of: .repositories) }
        try await scene.library.recordQuery("rust", of: .repositories)
        #expect(await titles("SWIFT") == ["owner/swift-log"] + (5...9).reversed().map { "swift \($0)" })
    }

    @Test func `without a history no recent searches are found`() async throws {
        try await scene.library.recordQuery("swift", of: .repositories)
        #expect(await titles("swift") == ["swift"])
        scene.app.preferences.change { $0.savesHistory = false }
        #expect(await titles("swift") == [])
    }

    @Test func `a result shows the text of its row, clean and on one line`() async throws {
        keep(
            .sample(1) {
                ($0.name, $0.summary) = ("a\u{202e}b", "<b>Two\nlines</b> :rocket:")
                $0.ownerAvatarURL = URL(string: "https://example.com/1.png")
            })
        let found = await search.contents(of: search.results(for: ["owner"]))
        let content = try #require(found.first)
        #expect(content.title == "owner/ab" && content.summary == "<b>Two lines</b> 🚀")
        #expect(content.picture?.absoluteString == "https://example.com/1.png")
    }

    @Test func `choosing a favorite opens it, and choosing a search repeats it in its catalog`() async throws {
        keep(.sample(1))
        try await scene.library.recordQuery("name of old", of: .repositories)
        var requests: [OpenRequest?] = []
        for result in await search.results(for: ["name"]) { requests.append(await search.openRequest(for: result)) }
        #expect(requests == [.item(.sample(1)), .search("name of old", in: .repositories)])
        #expect(DesktopSearch.openRequest(searchingFor: ["two ", "\twords"]) == .search("two words", in: nil))
    }

    @Test func `a result that no longer exists is neither shown nor opened`() async {
        keep(.sample(1))
        let results = await search.results(for: ["name"])
        scene.library.change { $0 = [] }
        #expect(await search.contents(of: results) == [])
        #expect(await search.openRequest(for: results[0]) == nil)
        #expect(await search.openRequest(for: .search("swift", CatalogKind(rawValue: "elsewhere"))) == nil)
    }

    @Test func `each ID that is asked for has an answer, in order`() async {
        keep(.sample(1), .sample(2))
        let ids = await search.results(for: ["name"]).map(\.id)
        let asked = [ids[1], "favorite/999", "nonsense", "search/elsewhere/swift", ids[0], "search/repositories/swift"]
        let titles = await search.contents(ofIDs: asked).map { $0?.title }
        let known = await search.contents(ofIDs: ids).map { $0?.title }
        #expect(titles == [known[1], nil, nil, nil, known[0], "swift"] && known.allSatisfy { $0 != nil })
    }

    @Test func `a result is found again by its ID only`() {
        let results: [DesktopSearchResult] = [
            .favorite(.sample(7)), .search("language:swift a/b", .repositories), .search("日本", .people),
        ]
        for result in results { #expect(DesktopSearchResult(id: result.id) == result) }
        for odd in [
            "", "favorite", "favorite/", "favorite/x", "favorite/-1", "favorite/1/2", "search/x", "search//a",
            "search/repositories/ \n", "people/1", "favorite/99999999999999999999",
        ] {
            #expect(DesktopSearchResult(id: odd) == nil, "\(odd)")
        }
        let long = DesktopSearchResult(id: "search/people/" + String(repeating: "x", count: 1_000_000))
        guard case .search(let text, .people)? = long else {
            return #expect(Bool(false), "\(String(describing: long))")
        }
        #expect(text.count == DesktopSearch.maxLength)
    }

    @Test func `neither the keyring nor a server is used`() async {
        let store = ScriptedTokenStore()
        let asked = WindowFixture(
            account: AccountDependencies(
                account: ScriptedAccount(), store: store, tokenPages: TokenPageURLs(fineGrained: nil, classic: nil)
            ) { AsyncStream { _ in } })
        asked.library.change { $0 = [.sample(1)] }
        let found = await DesktopSearch(asked.app).results(for: ["name"])
        #expect(found.count == 1)
        _ = await DesktopSearch(asked.app).contents(of: found)
        await asked.app.settled()
        #expect(store.log.isEmpty && asked.catalog.requests.isEmpty && asked.catalog.requestedDetails.isEmpty)
        // A window does send a request, once.
        await asked.app.start()
        await asked.app.start()
        await eventually { store.log == ["look test"] }
    }
}
