import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// The rows of the list of updates, what each offers, and its undo.
@MainActor struct UpdateRowTests {
    private let time = ManualTime()
    private let account: ScriptedAccount
    private let scene: StarsFixture
    private let model: FavoritesViewModel

    /// Of six starred favorites, each has another update: the account no longer stars the third one.
    init() async throws {
        account = ScriptedAccount(stars: Set([1, 2, 4, 5, 6].map(ItemID.sample)))
        scene = await StarsFixture(
            MemoryLibrary((1...6).map { .starred($0) }, account: "ada", time: time.source), account: account,
            time: time,
            isSignedIn: true)
        let (library, list) = (scene.library, StarListID(host: "test", login: "ada"))
        try await library.recordFavorite(.gone, of: .sample(1))
        try await library.recordFavorite(.blocked, of: .sample(2))
        try await library.recordMissing(.unstarred(.sample(3)), of: .sample(3), list: list)
        try await library.recordFavorite(.present(.sample(4) { $0.owner = "moved" }), of: .sample(4))
        try await library.recordFavorite(.present(.sample(5) { $0.isArchived = true }), of: .sample(5))
        model = FavoritesViewModel(
            flags: ItemFlagSource(favoritesModel: scene.favoritesModel, stars: scene.stars), catalogs: [],
            formats: .sample(), time: time.source)
        model.show(scope: .updates)
        model.shown(true)
        await shows("5 4 1 2 3")
    }

    private var undo: UndoStack { scene.favoritesModel.undo }

    private func shows(_ ids: String, _ comment: String = "the rows") async {
        await eventually("\(comment): \(ids)") {
            model.shownIDs.joined(separator: " ") == ids && rows.allSatisfy { $0 != nil }
        }
    }

    private var rows: [ItemContent?] {
        guard case .rows(let content) = model.phase else { return [] }
        return content.rows.map(model.rows.content)
    }

    private var groups: [StarUpdateGroup] {
        if case .rows(let content) = model.phase { content.updates } else { [] }
    }

    private var actions: [UpdateAction?] { rows.map { $0?.updateAction } }

    private func settle() async {
        await undo.settled()
        await scene.favoritesModel.settled()
        await scene.outbox.settled()
    }

    @Test func `a row offers what its update asks for, and nothing that its click does`() async {
        #expect(actions == [nil, nil, .remove, .remove, .starAgain])
        #expect(rows.map { $0?.update?.formerTitle } == [nil, "owner/name4", nil, nil, nil])
        #expect(groups == StarUpdate.Kind.allCases.dropLast().map { StarUpdateGroup(kind: $0, count: 1) })
        scene.signOut()
        await eventually("signed out, no star can be set") { actions.last == .remove }
        model.show(scope: .all)
        await eventually("all favorites") { rows.count == 6 && rows.allSatisfy { $0 != nil } }
        #expect(actions.allSatisfy { $0 == nil })
    }

    @Test func `a row says when its update was noticed`() async {
        await time.advance(by: .seconds(3 * 24 * 3_600), sleepers: 0)
        model.refresh()
        await eventually("in words") {
            rows.map { $0?.update?.when } == Array(repeating: "3 days ago", count: 5)
        }
    }

    @Test func `a star that is set again leaves the updates, and its undo brings both back`() async {
        model.starAgain(.sample(3))
        await shows("5 4 1 2")
        await settle()
        #expect(account.written == "+3")
        #expect(undo.report?.change.kind == .starSet && undo.report?.change.title == "owner/name3")
        #expect(scene.stars.state(of: .sample(3)) == true)
        undo.undo()
        await shows("5 4 1 2 3", "undone")
        await settle()
        undo.messageEnded()
        await settle()
        #expect(account.written == "+3 -3" && scene.stars.state(of: .sample(3)) == false)
        #expect(scene.library.favorites.count == 6)
        undo.redo()
        await shows("5 4 1 2", "redone")
        await settle()
        #expect(account.written == "+3 -3 +3")
    }

    @Test func `a star set elsewhere in the window ends the update when the server has it`() async {
        scene.stars.setStarred(true, .sample(3))
        await settle()
        await shows("5 4 1 2")
        #expect(undo.counts.undo == 0)
    }

    @Test func `a removed favorite leaves the updates until its undo`() async {
        model.toggleFavorite(.sample(1))
        await shows("5 4 2 3")
        undo.undo()
        await shows("5 4 1 2 3", "undone")
        await eventually("its update") { actions[2] == .remove }
    }

    @Test func `all are seen at once, and new again by undo`() async {
        await eventually("new") { rows.allSatisfy { $0?.isNew == true } }
        model.markUpdatesSeen()
        await eventually("seen") { rows.count == 5 && rows.allSatisfy { $0?.isNew == false } }
        await settle()
        #expect(undo.report?.change.kind == .updatesSeen && undo.report?.change.count == 5)
        undo.undo()
        await eventually("new again") { rows.allSatisfy { $0?.isNew == true } }
        #expect(undo.counts == (0, 1))
    }

    @Test func `an update is seen when it was opened, or selected and left`() async {
        func unseen() -> [Bool?] { rows.map { $0?.isNew } }
        await eventually("new") { unseen() == [true, true, true, true, true] }
        model.willSelect(.sample(5))
        model.willSelect(.sample(5))
        model.itemOpened(.sample(1))
        await eventually("opened") { unseen() == [true, true, false, true, true] }
        model.willSelect(.sample(4))
        await eventually("left") { unseen() == [false, true, false, true, true] }
        #expect(undo.counts == (0, 0))
        model.show(scope: .all)
        await eventually("all favorites") { rows.count == 6 && rows.allSatisfy { $0 != nil } }
        model.willSelect(.sample(3))
        model.show(scope: .updates)
        await shows("5 4 1 2 3")
        model.willSelect(.sample(2))
        await settle()
        #expect(unseen() == [false, true, false, true, true])
    }

    @Test func `without anything new there is nothing to undo`() async {
        model.markUpdatesSeen()
        await settle()
        model.markUpdatesSeen()
        await settle()
        #expect(undo.counts.undo == 1)
    }
}
