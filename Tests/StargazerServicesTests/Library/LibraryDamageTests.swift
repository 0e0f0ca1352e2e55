import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Damaged library", .timeLimit(.minutes(25)))
struct LibraryDamageTests {
    private let time = TimeSource(now: { Date(timeIntervalSince1970: 1_767_323_045) }, sleep: { _ in })
    private let savedName = "library.sqlite.damaged-20260102-030405"

    @Test func `garbage is moved aside and a new library works`() async throws {
        let folder = try TemporaryFolder()
        let garbage = Data((0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try garbage.write(to: folder.file)
        let opened = await openLibrary(at: folder.library, time: time)
        let kept = folder.library.appending(path: savedName)
        #expect(opened.condition == .movedAside(backupURL: kept))
        #expect(try Data(contentsOf: kept) == garbage)
        #expect(try folder.mode(savedName) == 0o600)
        try await opened.library.add(favorite(1))
        #expect(try await shown(opened.library) == [favorite(1)])
    }

    @Test func `the next damage gets another name`() async throws {
        let folder = try TemporaryFolder()
        for ending in ["", "-2", "-3"] {
            try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
            try Data(repeating: 7, count: 5_000).write(to: folder.file)
            let opened = await openLibrary(at: folder.library, time: time)
            #expect(opened.condition == .movedAside(backupURL: folder.library.appending(path: savedName + ending)))
        }
    }

    @Test func `pages overwritten in the middle cost only what was in them`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.importFavorites((0..<1_000).map { favorite($0, at: 0) })
        try await library.recordQuery("kept", of: .repositories)
        try library.database.close()
        try folder.overwrite(4, of: "item")

        let opened = await openLibrary(at: folder.library, time: time)
        #expect(opened.condition == .movedAside(backupURL: folder.library.appending(path: savedName)))
        let list = try await shown(opened.library)
        #expect((500..<1_000).contains(list.count), "\(list.count) of 1,000 were saved")
        #expect(list.allSatisfy { $0.item.repository?.stars == 1 })
        let found = try await opened.library.favorites(FavoritesQuery(text: "someth"), reading: 0)
        #expect(found.rows.count == list.count, "what was saved is found by its words")
        #expect(await opened.library.recentQueries(of: .repositories, limit: 5) == ["kept"])
        let again = await openLibrary(at: folder.library, time: time)
        #expect(again.condition == .ready)
        #expect(try await shown(again.library).count == list.count)
    }

    @Test func `what was only in the log is saved too`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.importFavorites((0..<1_000).map { favorite($0, at: 0) })
        try await library.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        let pages = try folder.pages(of: "item", 4)
        try await library.add(favorite(5_000))
        let crashed = try folder.copiedAsAfterACrash()
        try crashed.overwrite(pages)
        let opened = await openLibrary(at: crashed.library, time: time)
        #expect(opened.condition == .movedAside(backupURL: crashed.library.appending(path: savedName)))
        #expect(try await shown(opened.library).first == favorite(5_000))
    }

    @Test(arguments: ["favorite_words_data", "favorite_words_content", "favorite_value"])
    func `an index that is damaged costs nothing`(table: String) async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.importFavorites((0..<1_000).map { favorite($0) })
        try library.database.close()
        try folder.overwrite(2, of: table)
        let again = try await folder.ready(time: time)
        #expect(try await shown(again).count == 1_000)
        let sort = ItemOrder(.pushed)
        let query = FavoritesQuery(text: "漢字 someth", order: .sorted(sort))
        #expect(try await again.favorites(query, reading: 1).first.first?.favorite == favorite(999))
        #expect(try folder.sqlite("PRAGMA integrity_check") == "ok")
    }

    @Test(arguments: ["favorite_words", "favorite_value"])
    func `an index that is gone is made again`(table: String) async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.importFavorites((0..<10).map { favorite($0) }) }
        try folder.sqlite("DROP TABLE \(table)")
        let again = try await folder.ready(time: time)
        let query = FavoritesQuery(text: "someth", order: .sorted(ItemOrder(.pushed)))
        #expect(try await again.favorites(query, reading: 1).first.first?.favorite == favorite(9))
        try await again.remove(favorite(9).id)
        #expect(try folder.sqlite("SELECT count(*) FROM favorite_value") == "18")
        #expect(try folder.sqlite("SELECT count(*) FROM favorite_words") == "9")
    }

    @Test func `a large library is looked through later and moved aside at the next start`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.importFavorites((0..<1_000).map { favorite($0, at: 0) })
        try library.database.close()
        try folder.overwrite(4, of: "item")
        let opener = LibraryOpener(
            files: LibraryFiles(folder: folder.library), codecs: codecs, time: time, maxCheckedSize: 10_000)
        let opened = opener.open()
        #expect(opened.condition == .ready)
        let reading = LibraryDatabase(opened, codecs: codecs, time: time)
        let found = try await reading.favorites(FavoritesQuery(text: "name77"), reading: 0)
        #expect(found.total == 1_000, "what is not damaged is there at once")
        await eventually("the damage is met") { opener.files.isSuspect }
        withExtendedLifetime(opened) {}
        #expect(opener.open().condition == .movedAside(backupURL: folder.library.appending(path: savedName)))
        #expect(!opener.files.isSuspect)
        #expect(opener.open().condition == .ready)
    }

    @Test func `a database of another shape is moved aside`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite("CREATE TABLE item (something)")
        let opened = await openLibrary(at: folder.library, time: time)
        let kept = folder.library.appending(path: savedName)
        #expect(opened.condition == .movedAside(backupURL: kept))
        try await opened.library.add(favorite(1))
        #expect(FileManager.default.fileExists(atPath: kept.path))
    }

    @Test func `damage while it is open is said and dealt with at the next start`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.importFavorites((0..<1_000).map { favorite($0, at: 0) })
        try await library.database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 1; PRAGMA shrink_memory")
        }
        (try library.database as? DatabasePool)?.releaseMemory()
        try folder.overwrite(Array(2...160))
        await #expect(throws: LibraryFailure.self) {
            for number in 2_000..<2_100 { try await library.add(favorite(number)) }
        }
        await #expect(throws: LibraryFailure.unavailable(code: "SQLite 11"), "never fewer than there are") {
            try await shown(library)
        }
        #expect(LibraryFiles(folder: folder.library).isSuspect)
    }
}

extension TemporaryFolder {
    /// Returns some pages in the middle of a table that is not being written.
    fileprivate func pages(of table: String, _ count: Int) throws -> [Int] {
        let leaves = "SELECT pageno FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf' ORDER BY pageno"
        let pages = try sqlite(leaves).split(separator: "\n").compactMap { Int($0) }
        try #require(pages.count > count)
        return Array(pages[(pages.count / 2)...].prefix(count))
    }

    func overwrite(_ count: Int, of table: String) throws { try overwrite(pages(of: table, count)) }

    func overwrite(_ pages: [Int]) throws {
        let handle = try FileHandle(forUpdating: file)
        for page in pages {
            try handle.seek(toOffset: UInt64((page - 1) * 4_096))
            try handle.write(contentsOf: Data(repeating: 0xAA, count: 4_096))
        }
        try handle.close()
    }
}
