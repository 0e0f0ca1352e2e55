import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Every kind of change, undone and redone: those of items for one and for several, and those of stars while the message
/// shows and after it, signed in and signed out.
@MainActor struct UndoTableTests {
    enum Kind: String, CaseIterable, Sendable {
        case favoritesAdded, favoritesRemoved, tagCreated, tagSet, tagUnset, tagRenamed, tagColored, tagMerged
        case tagDeleted, note, searchSaved, searchUpdated, searchRenamed, searchMoved, searchDeleted, historyCleared
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var kind: Kind
        var count: Int
        var isMessageGone: Bool
        var isSignedIn: Bool

        var testDescription: String {
            "\(kind.rawValue), \(count), message \(isMessageGone ? "gone" : "shown"), signed \(isSignedIn ? "in" : "out")"
        }

        static let all = Kind.allCases.flatMap { kind in
            let hasStars = [.favoritesAdded, .favoritesRemoved].contains(kind)
            let hasItems = hasStars || [.tagCreated, .tagUnset].contains(kind)
            return (hasItems ? [1, 3] : [1]).flatMap { count in
                (hasStars ? [false, true] : [true]).flatMap { isMessageGone in
                    (hasStars ? [false, true] : [true]).map {
                        Row(kind: kind, count: count, isMessageGone: isMessageGone, isSignedIn: $0)
                    }
                }
            }
        }
    }

    private let time = ManualTime()
    private let items = (1...6).map { Item.sample($0) }

    /// A library with three starred favorites, two tags, two saved searches and a history.
    private func scene(_ row: Row) async throws -> (StarsFixture, ScriptedAccount) {
        let account = ScriptedAccount(stars: Set(items.prefix(3).map(\.id)))
        let scene = await StarsFixture(
            (1...3).map { .starred($0) }, account: account, time: time, isSignedIn: row.isSignedIn)
        let ids = items.prefix(3).map(\.id)
        let query = SavedSearchQuery(text: "swift", order: nil)
        let edits: [LibraryEdit] = [
            .assignTag(TagAssignment("old", isSet: true, on: ids, creates: true)),
            .assignTag(TagAssignment("other", isSet: true, on: [ids[0]], creates: true)),
            .writeNote(ids[0], from: nil, to: "a note"),
            .addSearch(SavedSearchFields(name: "one", source: "favorites", query: query)),
            .addSearch(SavedSearchFields(name: "two", source: "favorites", query: query)),
        ]
        for edit in edits { try await scene.library.apply(edit, sending: [], if: .none) }
        for text in ["first", "second"] { try await scene.library.recordQuery(text, of: .repositories) }
        return (scene, account)
    }

    private func change(_ row: Row, _ scene: StarsFixture) async throws {
        let undo = scene.favoritesModel.undo
        let ids = items.prefix(row.count).map(\.id)
        let searches = try await scene.library.savedSearches().map(\.id)
        let edit: LibraryEdit
        switch row.kind {
        case .favoritesAdded: return scene.favoritesModel.add(Array(items[3..<(3 + row.count)]))
        case .favoritesRemoved: return scene.favoritesModel.remove((1...row.count).map { .starred($0) })
        case .tagCreated: edit = .assignTag(TagAssignment("new", isSet: true, on: ids, creates: true))
        case .tagSet: edit = .assignTag(TagAssignment("other", isSet: true, on: items.prefix(3).map(\.id)))
        case .tagUnset: edit = .assignTag(TagAssignment("old", isSet: false, on: ids))
        case .tagRenamed: edit = .renameTag("old", to: "new")
        case .tagColored: edit = .colorTag("old", from: nil, to: .teal)
        case .tagMerged: edit = .mergeTag("old", into: "other")
        case .tagDeleted: edit = .deleteTag("old")
        case .note: edit = .writeNote(ids[0], from: nil, to: "another note")
        case .searchSaved:
            let query = SavedSearchQuery(text: "gtk", order: nil)
            edit = .addSearch(SavedSearchFields(name: "three", source: "favorites", query: query))
        case .searchUpdated:
            edit = .updateSearch(searches[0], from: nil, to: SavedSearchQuery(text: "gtk", order: ItemOrder(.name)))
        case .searchRenamed: edit = .renameSearch(searches[0], from: nil, to: "three")
        case .searchMoved: edit = .orderSearches(searches.reversed(), from: nil)
        case .searchDeleted: edit = .deleteSearch(searches[0], nil)
        case .historyCleared: edit = .clearHistory(.repositories, hosts: [])
        }
        _ = try await undo.perform(edit, as: UserChange(.note))
    }

    @Test(arguments: Row.all)
    func `a change is undone and redone`(row: Row) async throws {
        let (scene, account) = try await scene(row)
        let undo = scene.favoritesModel.undo
        func contents() async throws -> LibraryContents { try await LibraryContents(of: scene.library, items) }
        func settle() async {
            await undo.settled()
            await scene.favoritesModel.settled()
            if row.isMessageGone { undo.messageEnded() }
            await scene.outbox.settled()
        }
        let (before, stars) = (try await contents(), account.stars)
        try await change(row, scene)
        await settle()
        let (after, changedStars) = (try await contents(), account.stars)
        #expect(after != before && undo.counts.undo == 1)
        for _ in 1...2 {
            #expect(undo.undo())
            await settle()
            #expect(try await contents() == before)
            #expect(undo.report?.step == .undone && undo.report?.skipped == 0)
            #expect(undo.counts == (0, 1))
            // A removal that waits is not sent; one that was sent is taken back.
            if row.isMessageGone || row.kind == .favoritesRemoved { #expect(account.stars == stars) }
            #expect(undo.redo())
            await settle()
            #expect(try await contents() == after)
            #expect(undo.report?.step == .redone && undo.counts == (1, 0))
            #expect(account.stars == changedStars)
        }
        if row.isMessageGone, row.isSignedIn, row.kind == .favoritesAdded || row.kind == .favoritesRemoved {
            #expect(changedStars != stars)
        } else if row.kind != .favoritesAdded || !row.isSignedIn {
            #expect(account.written == "", "nothing is sent")
        }
    }
}
