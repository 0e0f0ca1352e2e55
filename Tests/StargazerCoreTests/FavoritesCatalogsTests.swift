import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// Favorites of several catalogs on one page.
@MainActor struct FavoritesCatalogsTests {
    private let time = ManualTime()
    private let people = CatalogProfile(
        kind: .people, host: "test", service: "Test", favoriteSorts: [SortKey(rawValue: "followers")])

    private func favorite(_ number: Int, followers: Int? = nil) -> Favorite {
        Favorite(
            item: Item(
                id: ItemID(catalog: .people, host: "test", id: "p\(number)"),
                facts: Person(login: "person\(number)", followers: followers)),
            addedAt: Date(timeIntervalSince1970: TimeInterval(number)))
    }

    private func page(_ favorites: [Favorite]) async -> (FavoritesViewModel, FavoritesModel, MemoryLibrary) {
        let library = MemoryLibrary(favorites)
        let favoritesModel = FavoritesModel(library: library, time: time.source)
        let model = FavoritesViewModel(
            flags: ItemFlagSource(favoritesModel: favoritesModel), catalogs: [ScriptedCatalog().profile, people],
            formats: .sample(),
            time: time.source)
        model.shown(true)
        await eventually { model.phase != .loading }
        return (model, favoritesModel, library)
    }

    private func counts(_ model: FavoritesViewModel) -> [String] {
        model.counts.map { "\($0.kind.rawValue) \($0.count.text)" }
    }

    @Test func `favorites of one catalog have only its sort keys`() async {
        let (model, _, library) = await page([.sample(1)])
        #expect(model.sortKeys.map(\.rawValue) == ["bestMatch", "added", "name", "stars", "pushed"])
        library.change { $0.append(favorite(2)) }
        await eventually { model.counts.count == 2 }
        #expect(counts(model) == ["repositories 1", "people 1"])
        #expect(model.sortKeys.last?.rawValue == "followers")
    }

    @Test func `what a service asks to be said stands under a list of its favorites, not under all`() async {
        let (model, _, library) = await page([favorite(1)])
        #expect(model.onlyCatalog == .people)
        library.change { $0.append(.sample(2)) }
        await eventually { model.counts.count == 2 }
        #expect(model.onlyCatalog == nil)
        model.show(scope: .catalog(.people))
        await eventually { model.shownIDs == ["p1"] }
        #expect(model.onlyCatalog == .people)
        model.queryChanged("no such name")
        await eventually { model.phase == .noMatch(.catalog(.people), text: "no such name") }
        #expect(model.onlyCatalog == nil)
    }

    @Test func `a catalog shows only its favorites that match the filter`() async {
        let (model, _, _) = await page([.sample(1), .sample(2), favorite(3), favorite(4)])
        model.show(scope: .catalog(.people))
        await eventually { model.shownIDs == ["p4", "p3"] }
        guard case .rows(let content) = model.phase else {
            Issue.record("no rows: \(model.phase)")
            return
        }
        #expect((content.count.shown, content.count.total) == (2, 4))
        #expect(counts(model) == ["repositories 2", "people 2"], "counted whatever shows")
        model.queryChanged("person3")
        await eventually { model.shownIDs == ["p3"] }
        model.show(scope: .catalog(.repositories))
        await eventually { model.phase == .noMatch(.catalog(.repositories), text: "person3") }
        model.queryChanged("")
        await eventually { model.shownIDs == ["2", "1"] }
        model.show(scope: .all)
        await eventually { model.shownIDs == ["p4", "p3", "2", "1"] }
    }

    @Test func `a sort order is ignored while the favorites shown do not have its key`() async {
        let (model, _, library) = await page([.sample(1), favorite(3, followers: 5), favorite(4, followers: 9)])
        let byFollowers = ItemOrder(SortKey(rawValue: "followers"), .ascending)
        model.show(scope: .catalog(.people))
        model.sortChanged(byFollowers)
        await eventually { model.shownIDs == ["p3", "p4"] }
        model.show(scope: .catalog(.repositories))
        #expect(model.sort == ItemOrder(.added))
        await eventually { model.shownIDs == ["1"] }
        #expect(library.favoritesQueries.last?.order == .sorted(ItemOrder(.added)))
        model.show(scope: .catalog(.people))
        #expect(model.sort == byFollowers)
        await eventually { model.shownIDs == ["p3", "p4"] }
    }

    @Test func `all favorites show after the last of a catalog is removed`() async {
        let (model, favoritesModel, _) = await page([.sample(1), favorite(2)])
        model.show(scope: .catalog(.people))
        await eventually { model.shownIDs == ["p2"] }
        model.toggleFavorite(favorite(2).id)
        await eventually { model.shownIDs == ["1"] && favoritesModel.lastRemoval != nil }
        #expect(model.scope == .all && counts(model) == ["repositories 1"])
        favoritesModel.undo.undo()
        await eventually { model.shownIDs == ["p2", "1"] }
    }

    @Test func `adding a person twice adds one favorite`() async {
        let (model, favoritesModel, library) = await page([.sample(1)])
        let somebody = favorite(2, followers: 7)
        favoritesModel.toggle(somebody.item)
        await eventually { model.counts.count == 2 }
        // As a list shows the person, and as another window would.
        try? await library.add(Favorite(item: favorite(2).item, addedAt: time.now))
        await eventually { model.shownIDs.filter { $0 == "p2" }.count == 1 }
        #expect(counts(model) == ["repositories 1", "people 1"])
    }
}
