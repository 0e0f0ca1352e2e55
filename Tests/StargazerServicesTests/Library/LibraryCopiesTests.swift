import Foundation
import GRDB
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Copies of the library", .timeLimit(.minutes(25)))
struct LibraryCopiesTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()
    private var copies: LibraryCopyFolder { LibraryCopyFolder(files: LibraryFiles(folder: folder.library)) }

    init() throws { folder = try TemporaryFolder() }

    private func names() throws -> [String] {
        guard access(copies.folder.path, F_OK) == 0 else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: copies.folder.path).sorted()
    }

    private func daily(_ date: Date) -> String { copies.name(of: .daily, at: date) }

    private var work: LibraryCopyWork {
        LibraryCopyWork(
            LibraryOpener(files: LibraryFiles(folder: folder.library), codecs: codecs, time: time.source))
    }

    private func copyToday(_ library: LibraryDatabase) throws {
        try work.copyToday(time.now, of: try #require(library.connection.current.openFiles))
    }

    /// Makes a library with one favorite and a copy of it, and then adds another favorite.
    private func copied() async throws -> LibraryDatabase {
        let library = try await folder.ready(time: time.source)
        try await library.add(favorite(1))
        try copyToday(library)
        try await library.add(favorite(2))
        return library
    }

    private func sqlite(_ name: String, _ sql: String) async throws -> String? {
        let queue = try DatabaseQueue(path: copies.file(name).path)
        defer { try? queue.close() }
        return try await queue.read { try String.fetchOne($0, sql: sql) }
    }

    // MARK: Every day

    @Test func `a copy is made two minutes after opening and then each day`() async throws {
        let library = try await folder.ready(time: time.source)
        try await library.add(favorite(1))
        library.startDailyCopies()
        let first = time.now
        #expect(try names().isEmpty)
        await time.advance(by: LibraryDatabase.copyDelay)
        await eventually("the copy is made, and a new day is waited for") { time.sleepers == 1 }
        #expect(try names() == [daily(first)])
        try await library.add(favorite(2))
        for _ in 0..<24 {
            await time.advance(by: LibraryDatabase.copyInterval)
            await eventually("the next hour is waited for") { time.sleepers == 1 }
        }
        #expect(try names() == [daily(first), daily(time.now)])
        #expect(await library.copies().map(\.favorites) == [2, 1])
    }

    @Test func `a copy holds all that was committed and only the user reads it`() async throws {
        let library = try await copied()
        let name = daily(time.now)
        #expect(try names() == [name], "no journal and no draft is left")
        #expect(try folder.mode("copies") == 0o700 && folder.mode("copies/\(name)") == 0o600)
        #expect(try await sqlite(name, "PRAGMA integrity_check") == "ok")
        let copy = try #require(await library.copies().first)
        let day = Calendar.current.startOfDay(for: time.now)
        let size = try #require(FileManager.default.attributesOfItem(atPath: copies.file(name).path)[.size] as? Int)
        #expect(copy == LibraryCopy(id: name, kind: .daily, date: day, size: size, favorites: 1))
        #expect(try names() == [name], "reading leaves no files")
    }

    @Test func `the day has one copy`() async throws {
        let library = try await copied()
        let before = try Data(contentsOf: copies.file(daily(time.now)))
        try copyToday(library)
        #expect(try Data(contentsOf: copies.file(daily(time.now))) == before)
    }

    @Test func `the newest seven days are kept`() async throws {
        let library = try await folder.ready(time: time.source)
        var expected: [String] = []
        for day in 0..<12 {
            // Not on every day.
            await time.advance(by: .seconds(24 * 3600 * (day % 3 + 1)), sleepers: 0)
            try copyToday(library)
            expected.append(daily(time.now))
        }
        let other = copies.folder.appending(path: "library-of-mine.sqlite")
        try Data().write(to: other)
        #expect(await library.copies().map(\.id) == expected.suffix(7).reversed())
        #expect(try names() == (expected.suffix(7) + [other.lastPathComponent]).sorted())
    }

    @Test func `a draft of a killed process is removed`() async throws {
        let library = try await folder.ready(time: time.source)
        try FileManager.default.createDirectory(at: copies.folder, withIntermediateDirectories: true)
        for name in ["draft", "draft-journal"] { try Data(count: 5).write(to: copies.folder.appending(path: name)) }
        try copyToday(library)
        #expect(try names() == [daily(time.now)])
    }

    @Test func `a failed copy leaves nothing`() async throws {
        let library = try await folder.ready(time: time.source)
        #expect(throws: DatabaseError.self) {
            _ = try copies.add(.daily, at: time.now) { draft in
                try Data("half".utf8).write(to: draft)
                throw DatabaseError(resultCode: .SQLITE_FULL)
            }
        }
        #expect(try names().isEmpty)
        try copyToday(library)
        #expect(try names().count == 1)
    }

    @Test func `a damaged library is not copied`() async throws {
        let library = try await folder.ready(time: time.source)
        try await library.importFavorites((0..<1_000).map { favorite($0) })
        try library.database.close()
        try folder.overwrite(4, of: "item")
        #expect(throws: DatabaseError.self) { try copyToday(library) }
        #expect(try names().isEmpty)
        #expect(work.opener.files.isSuspect, "the next start checks the library")
        try copyToday(library)
        #expect(try names().isEmpty)
    }

    @Test func `a replaced library is not copied`() async throws {
        let library = try await folder.ready(time: time.source)
        let other = try TemporaryFolder()
        try await other.ready().database.close()
        try #require(rename(other.file.path, folder.file.path) == 0)
        try copyToday(library)
        #expect(try names().isEmpty)
    }

    @Test func `a library that cannot be written or is in memory is not copied`() async throws {
        try await folder.opened()
        try folder.sqlite("PRAGMA user_version = 99")
        let newer = await openLibrary(at: folder.library, time: time.source)
        #expect(newer.condition == .newer)
        newer.library.startDailyCopies()
        await time.advance(by: LibraryDatabase.copyDelay)
        await eventually("the next hour is waited for") { time.sleepers == 1 }
        #expect(try names().isEmpty)
        let memory = inMemory(time: time.source)
        memory.startDailyCopies()
        #expect(await memory.copies().isEmpty)
    }

    @Test func `copying ends with the library`() async throws {
        var library: LibraryDatabase? = try await folder.ready(time: time.source)
        library?.startDailyCopies()
        await eventually("the first copy is waited for") { time.sleepers == 1 }
        library = nil
        await eventually("nothing is waited for") { time.sleepers == 0 }
    }

    // MARK: Restoring

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

    @Test func `a copy that is gone or newer is refused`() async throws {
        let library = try await copied()
        let copy = try #require(await library.copies().first)
        let queue = try DatabaseQueue(path: copies.file(copy.id).path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
        try queue.close()
        await #expect(throws: LibraryCopyFailure.newer) { try await library.restore(copy) }
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

    // MARK: Names

    @Test func `days begin in the user's time zone`() throws {
        let date = try #require(try? Date("2026-11-24T23:30:00Z", strategy: .iso8601))
        let files = LibraryFiles(folder: folder.library)
        func names(_ zone: String) throws -> [String] {
            let folder = LibraryCopyFolder(files: files, timeZone: try #require(TimeZone(identifier: zone)))
            return [folder.name(of: .daily, at: date), folder.name(of: .beforeRestoration, at: date)]
        }
        #expect(
            try names("UTC") == ["library-2026-11-24.sqlite", "before-restore-2026-11-24-233000.sqlite"])
        #expect(
            try names("Asia/Tokyo") == ["library-2026-11-25.sqlite", "before-restore-2026-11-25-083000.sqlite"])
    }
}
