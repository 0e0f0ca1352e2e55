import Foundation
@testable import StargazerLibrary
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

    /// Returns the rows that mark something.
    private func marked(_ model: FavoritesViewModel, _ mark: RowMark) -> [String] {
        guard case .rows(let content) = model.phase else { return [] }
        return content.rows.compactMap(model.rows.content).filter { $0.marks.contains(mark) }.map(\.id.id)
    }

    @Test func `what half of the rows have is not marked as an exception`() async {
        let (model, scene) = await page([.starred(1, false), .starred(2, false), .starred(3), .starred(4)])
        await eventually { rows(model) == ["4", "3", "2", "1"] }
        #expect(marked(model, .onlyHere) == [])
        #expect(marked(model, .archived) == ["4", "3", "2", "1"])
        scene.library.change { $0[2].isStarredOnServer = true }
        await eventually("one of four") { marked(model, .onlyHere) == ["4", "3", "2", "1"] }
        model.show(scope: .notStarred)
        await eventually("all of one") { rows(model) == ["1"] && marked(model, .onlyHere) == [] }
        #expect(marked(model, .archived) == ["1"])
    }

    @Test(arguments: [(0, 1, true), (1, 1, false), (1, 2, false), (2, 4, false), (2, 5, true), (3, 5, false)])
    func `fewer than half is an exception`(count: Int, of rows: Int, isMarked: Bool) {
        var result = FavoritesResult(rows: (0..<rows).map { FavoriteRowID(rawValue: Int64($0)) })
        result.exceptions = [.archived: count]
        #expect(result.marks.contains(.archived) == isMarked)
    }

    @Test func `favorites without a star are a part of the favorites while signed in`() async {
        let (model, scene) = await page([.starred(1, false), .starred(2, false), .starred(3, false)])
        model.show(scope: .notStarred)
        await eventually { rows(model) == ["3", "2", "1"] }
        scene.library.change { $0[0].isStarredOnServer = true }
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

    @Test func `the scope of the start waits for the account`() async {
        let (model, scene) = await page([.starred(1, false), .starred(2)], isSignedIn: false)
        model.show(scope: .notStarred)
        await eventually { rows(model) == ["2", "1"] }
        #expect(model.scope == .all)
        await scene.signIn()
        await eventually { model.scope == .notStarred && rows(model) == ["1"] }
    }

    @Test func `all favorites show while signed out`() async {
        let (model, scene) = await page([.starred(1, false), .starred(2)])
        model.show(scope: .notStarred)
        await eventually { rows(model) == ["1"] }
        scene.signOut()
        await eventually { rows(model) == ["2", "1"] }
        #expect(model.scope == .all)
        await scene.signIn()
        #expect(model.scope == .all)
    }
}
