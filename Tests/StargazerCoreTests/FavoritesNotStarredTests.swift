import Foundation
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct FavoritesNotStarredTests {
    private let time = ManualTime()
    private let account = ScriptedAccount()

    private func page(
        _ favorites: [Favorite], isSignedIn: Bool = true
    ) async -> (model: FavoritesViewModel, scene: StarsFixture) {
        let scene = await StarsFixture(favorites, account: account, time: time, isSignedIn: isSignedIn)
        let model = FavoritesViewModel(
            flags: ItemFlagSource(favoritesModel: scene.favoritesModel, stars: scene.stars), catalogs: [],
            formats: .sample(),
            time: time.source)
        model.shown(true)
        return (model, scene)
    }

    private func rows(_ model: FavoritesViewModel) -> [String] { model.shownIDs }

    @Test func `favorites without a star are available once a star on the server is known`() async {
        let (model, scene) = await page([.sample(1), .sample(2), .sample(3)])
        await eventually { rows(model) == ["3", "2", "1"] }
        #expect(!model.offersNotStarred)
        model.show(scope: .notStarred)
        await eventually { model.scope == .all }
        scene.library.change { $0[0].isStarredOnServer = true }
        await eventually { model.offersNotStarred }
        model.show(scope: .notStarred)
        await eventually { rows(model) == ["2", "1"] }
        guard case .rows(let content) = model.phase else {
            Issue.record("no rows: \(model.phase)")
            return
        }
        #expect((content.count.shown, content.count.total) == (2, 3))
        model.queryChanged("name1")
        await eventually { rows(model) == ["1"] }
        model.queryChanged("is:starred")
        await eventually { model.phase == .noMatch(.notStarred, text: "is:starred") }
        model.show(scope: .all)
        await eventually { rows(model) == ["3"] }
    }

    @Test func `a scope without favorites is distinguished from no favorites`() async {
        let (model, _) = await page([.starred(1)])
        model.show(scope: .notStarred)
        await eventually { model.phase == .noMatch(.notStarred, text: "") }
        model.queryChanged("zzz")
        model.show(scope: .all)
        await eventually { model.phase == .noMatch(.all, text: "zzz") }
    }

    @Test func `all favorites show when the last star on the server goes`() async {
        let (model, scene) = await page([.sample(1), .starred(2)])
        model.show(scope: .notStarred)
        await eventually { rows(model) == ["1"] }
        scene.library.change { $0[0].isStarredOnServer = nil }
        await eventually { rows(model) == ["2", "1"] }
        #expect(model.scope == .all && !model.offersNotStarred)
    }

    @Test func `the scope of the start waits for the account`() async {
        let (model, scene) = await page([.sample(1), .starred(2)], isSignedIn: false)
        model.show(scope: .notStarred)
        await eventually { rows(model) == ["2", "1"] }
        #expect(model.scope == .all)
        await scene.signIn()
        await eventually { model.scope == .notStarred && rows(model) == ["1"] }
    }

    @Test func `all favorites show while signed out`() async {
        let (model, scene) = await page([.sample(1), .starred(2)])
        model.show(scope: .notStarred)
        await eventually { rows(model) == ["1"] }
        scene.signOut()
        await eventually { rows(model) == ["2", "1"] }
        #expect(model.scope == .all && !model.offersNotStarred)
        await scene.signIn()
        await eventually { model.offersNotStarred }
        #expect(model.scope == .all)
    }
}
