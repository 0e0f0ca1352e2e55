import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// The sources of a window and their counts.
@MainActor struct SourceListTests {
    private func list(_ favorites: [Favorite], account: AccountDependencies? = nil) async -> (SourceList, AppModel) {
        let library = MemoryLibrary(favorites)
        let app = AppModel(
            catalogs: Catalogs([ScriptedCatalog(), ScriptedCatalog(.people)]), account: account, cache: nil,
            settings: MemorySettings(), isSample: false, formats: .sample()
        ) { _ in (library, .ready) }
        await app.start()
        return (SourceList(app), app)
    }

    private func text(_ rows: [SourceList.Row]) -> [String] {
        rows.map { [$0.source.text, $0.count?.text].compactMap(\.self).joined(separator: " ") }
    }

    @Test func `there is a search for each catalog, and all favorites without a count while there are none`() async {
        let (list, _) = await list([])
        #expect(text(list.searches) == ["search:repositories", "search:people"])
        #expect(text(list.favorites) == ["favorites"])
    }

    @Test func `the count follows the library`() async {
        let (list, app) = await list([.sample(1), .sample(2)])
        await eventually { text(list.favorites) == ["favorites 2"] }
        app.favoritesModel.toggle(.sample(3))
        await eventually { text(list.favorites) == ["favorites 3"] }
    }

    @Test func `catalogs have rows of their own when favorites are of several`() async {
        let person = Favorite(
            item: Item(id: ItemID(catalog: .people, host: "test", id: "1"), facts: Person(login: "robin")),
            addedAt: .distantPast)
        let (list, _) = await list([.sample(1), .sample(2), person])
        await eventually {
            text(list.favorites) == ["favorites 3", "favorites:catalog:repositories 2", "favorites:catalog:people 1"]
        }
    }

    @Test func `each scope is counted by itself`() async throws {
        let person = Favorite(
            item: Item(id: ItemID(catalog: .people, host: "test", id: "1"), facts: Person(login: "robin")),
            addedAt: .distantPast)
        let (list, app) = await list([.sample(1), .sample(2), person])
        _ = try await app.tags.add("editor", to: [.sample(1)])
        await eventually { list.favoritesCount(in: .untagged)?.text == "2" }
        await eventually {
            let scopes = [FavoritesScope.all, .catalog(.people), .tag("editor"), .tag("other"), .notStarred]
            return scopes.map { list.favoritesCount(in: $0)?.text } == ["3", "1", "1", nil, "0"]
        }
    }

    struct Count: Sendable {
        var matching: Int
        var scope: Int?
        var shown: Int?
        var total: Int?
    }

    @Test(arguments: [
        Count(matching: 2, shown: 2), Count(matching: 2, scope: 5, shown: 2, total: 5),
        Count(matching: 5, scope: 5, shown: 5), Count(matching: 6, scope: 5, shown: 6),
        Count(matching: 0, scope: 5, total: 5),
    ])
    func `the count above favorites is that of their scope`(expected: Count) {
        let all = CountContent(
            shown: expected.matching, total: 9, shownText: "\(expected.matching)", totalText: "9")
        let content = FavoritesContent(queryNumber: 1, rows: [], count: all)
        let count = FavoritesCountContent(
            content, of: expected.scope.map { NumberContent(number: $0, text: "\($0)") })
        #expect(count.shown?.number == expected.shown && count.total?.number == expected.total)
    }

    @Test(arguments: [
        ListSource.search(.people), .favorites(.all), .favorites(.catalog(.gifs)), .favorites(.notStarred),
        .savedSearch(SavedSearchID(rawValue: 7)),
        .favorites(.untagged), .favorites(.tag("text: 100 % \u{FC}ber/none")),
    ])
    func `a source is written as text and read again`(source: ListSource) {
        #expect(ListSource(text: source.text) == source)
    }

    @Test(arguments: [
        "", "search", "search:a:b", "favorites:", "favorites:catalog", "favorites:tag", "favorites:tag:",
        "favorites:tag:%", "favorites:tag:a:b", "saved:", "saved:x", "saved:01",
    ])
    func `other texts name no source`(text: String) { #expect(ListSource(text: text) == nil) }
}
