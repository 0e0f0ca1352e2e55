import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Restoring copies.
extension LibraryCopiesTests {
    @Test func `a copy is restored into the open library`() async throws {
        let library = try await copied()
        let copy = try #require(await library.copies().first)
        try await library.restore(copy)
        #expect(numbers(try await shown(library)) == ["1"])
        try await library.add(favorite(3))
        #expect(numbers(try await shown(library)) == ["3", "1"])
        #expect(try folder.sqlite("SELECT group_concat(item_id) FROM item; PRAGMA integrity_check") == "1,3\nok")
        for await condition in library.conditions() {
            #expect(condition == .ready)
            break
        }
        #expect(try folder.mode("library.sqlite") == 0o600)
        let aside = copies.name(of: .beforeRestoration, at: time.now)
        #expect(try names() == [aside, copy.id].sorted())
        #expect(try folder.names().filter { !$0.hasPrefix("library.sqlite-") } == ["copies", "library.sqlite"])
    }

    @Test func `a restoration is undone by restoring what was before`() async throws {
        let library = try await copied()
        let copy = try #require(await library.copies().first)
        try await library.restore(copy)
        let before = try #require(await library.copies().first)
        #expect(before.kind == .beforeRestoration && before.favorites == 2)
        try await library.restore(before)
        #expect(numbers(try await shown(library)) == ["2", "1"])
        #expect(await library.copies().map(\.favorites) == [1, 2, 1], "both times what was there is kept")
    }

    @Test func `tags notes and searches are restored`() async throws {
        let library = try await folder.ready(time: time.source)
        try await library.add(favorite(1))
        let tag = try await library.createTag("swift", color: .red)
        _ = try await library.setTag(tag.id, to: true, on: [favorite(1).id])
        try await library.setNote("zebra", of: favorite(1).id)
        let search = try await library.addSavedSearch("a", source: "favorites", text: "b", order: nil)
        try copyToday(library)
        _ = try await library.deleteTag(tag.id)
        try await library.setNote("", of: favorite(1).id)
        _ = try await library.deleteSavedSearch(search.id)
        try await library.restore(try #require(await library.copies().first))
        #expect(try await library.tags() == [CountedTag(tag: tag, favorites: 1)])
        #expect(try await library.note(of: favorite(1).id)?.text == "zebra")
        #expect(try await library.savedSearches() == [search])
        #expect(try await library.favorites(FavoritesQuery(text: "zebra swift"), reading: 0).rows.count == 1)
    }

    @Test func `what waits for a server stays and what was sent does not come back`() async throws {
        let library = try await folder.ready(time: time.source)
        try await library.add(favorite(1))
        func wait(_ item: String) async throws {
            try await library.database.write { db in
                try db.execute(
                    sql: """
                        DELETE FROM outbox;
                        INSERT INTO outbox (host, login, kind, catalog, item_id, is_set, was_set, created_at, send_at,
                            title, snapshot_format, snapshot)
                        SELECT host, 'ada', 'star', catalog, ?, 1, 0, added_at, added_at, title, snapshot_format,
                            snapshot FROM item
                        """, arguments: [item])
            }
        }
        try await wait("then")
        try copyToday(library)
        try await wait("now")
        try await library.restore(try #require(await library.copies().first))
        #expect(try folder.sqlite("SELECT item_id, attempts FROM outbox") == "now|0")
    }

    @Test func `the star of a favorite that comes back is not removed`() async throws {
        let library = try await folder.ready(time: time.source)
        for number in 1...2 { try await library.add(favorite(number)) }
        try copyToday(library)
        let account = OutboxAccount(host: favorite(1).id.host, login: "ada")
        for number in 1...2 {
            let mutation = AccountMutation(.star, favorite(number).item, isSet: false)
            let change = OutboxChange(
                mutation, of: account, wasSet: true, sendAt: time.now.addingTimeInterval(number == 1 ? 60 : 0))
            try await library.remove([favorite(number).id], sending: [change])
        }
        // The second is being sent.
        _ = try await library.beginSending(of: account, now: time.now)
        try await library.restore(try #require(await library.copies().first { $0.kind == .daily }))
        #expect(numbers(try await shown(library)) == ["2", "1"])
        let waiting = try await library.outbox(of: account)
        #expect(waiting.map(\.mutation.item.id) == [favorite(2).id])
        #expect(waiting.allSatisfy { $0.mutation.isSet && $0.isUncertain }, "it may have arrived")
    }

    @Test func `the oldest of seven copies of before is restored and kept`() async throws {
        let library = try await copied()
        let copy = try #require(await library.copies().first)
        for _ in 1...7 {
            await time.advance(by: .seconds(60), sleepers: 0)
            try await library.restore(copy)
        }
        let oldest = try #require(await library.copies().last { $0.kind == .beforeRestoration })
        #expect(oldest.favorites == 2)
        await time.advance(by: .seconds(60), sleepers: 0)
        try await library.restore(oldest)
        #expect(numbers(try await shown(library)) == ["2", "1"])
        #expect(await library.copies().contains { $0.id == oldest.id })
    }

    @Test func `a draft of a killed restoration is removed when it is old`() async throws {
        try await folder.opened()
        let drafts = ["", "-journal"].map { folder.library.appending(path: "library.sqlite-draft" + $0) }
        for draft in drafts { try Data(count: 5).write(to: draft) }
        try await folder.opened()
        #expect(drafts.allSatisfy { access($0.path, F_OK) == 0 }, "another process may be writing it")
        let old = [FileAttributeKey.modificationDate: Date.now.addingTimeInterval(-3_600)]
        for draft in drafts { try FileManager.default.setAttributes(old, ofItemAtPath: draft.path) }
        try await folder.opened()
        #expect(drafts.allSatisfy { access($0.path, F_OK) != 0 })
    }

    @Test func `a damaged copy is refused`() async throws {
        let library = try await folder.ready(time: time.source)
        try await library.importFavorites((0..<1_000).map { favorite($0) })
        try copyToday(library)
        let copy = try #require(await library.copies().first)
        let whole = try Data(contentsOf: copies.file(copy.id))
        var overwritten = whole
        overwritten.replaceSubrange(20_000..<300_000, with: Data(repeating: 7, count: 280_000))
        let damaged = [overwritten, whole.prefix(100_000), Data(), Data(repeating: 7, count: 9_000)]
        for contents in damaged {
            try contents.write(to: copies.file(copy.id))
            await #expect(throws: LibraryCopyFailure.damaged) { try await library.restore(copy) }
            #expect(try await shown(library).count == 1_000)
        }
        try whole.write(to: copies.file(copy.id))
        try await library.restore(copy)
        #expect(try names().count == 2)
    }

    @Test func `a copy that is gone or of another version is refused`() async throws {
        let library = try await copied()
        let copy = try #require(await library.copies().first)
        for (version, failure) in [(99, LibraryCopyFailure.newer), (6, .damaged)] {
            let queue = try DatabaseQueue(path: copies.file(copy.id).path)
            try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(version)") }
            try queue.close()
            await #expect(throws: failure) { try await library.restore(copy) }
        }
        unlink(copies.file(copy.id).path)
        await #expect(throws: LibraryCopyFailure.missing) { try await library.restore(copy) }
        var outside = copy
        outside.id = "../library.sqlite"
        await #expect(throws: LibraryCopyFailure.missing) { try await library.restore(outside) }
        #expect(numbers(try await shown(library)) == ["2", "1"])
        try await library.add(favorite(3))
    }

    @Test func `a damaged library is kept when a copy replaces it`() async throws {
        let library = try await folder.ready(time: time.source)
        try await library.importFavorites((0..<1_000).map { favorite($0) })
        try copyToday(library)
        try library.database.close()
        try folder.overwrite(4, of: "item")
        try await library.restore(try #require(await library.copies().last))
        #expect(try await shown(library).count == 1_000)
        #expect(await library.copies().map(\.kind) == [.beforeRestoration, .daily])
    }

    @Test func `another process notices the restored file`() async throws {
        let library = try await copied()
        let other = try await folder.reopenable(time: time.source)
        try await library.restore(try #require(await library.copies().first))
        for await condition in other.conditions() where condition != .ready {
            #expect(condition == .replaced(folder: folder.library))
            break
        }
        await other.reopen()
        try await other.add(favorite(4))
        #expect(numbers(try await shown(library)) == ["4", "1"])
    }

    @Test func `reads and writes during a restoration wait for it`() async throws {
        let library = try await copied()
        let copy = try #require(await library.copies().first)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await library.restore(copy) }
            for _ in 0..<20 { group.addTask { _ = try await shown(library) } }
            try await group.waitForAll()
        }
        #expect(numbers(try await shown(library)) == ["1"])
    }
}
