import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Copies of the library", .timeLimit(.minutes(25)))
struct LibraryCopiesTests {
    let folder: TemporaryFolder
    let time = ManualTime()
    var copies: LibraryCopyFolder { LibraryCopyFolder(files: LibraryFiles(folder: folder.library)) }

    init() throws { folder = try TemporaryFolder() }

    func names() throws -> [String] {
        guard access(copies.folder.path, F_OK) == 0 else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: copies.folder.path).sorted()
    }

    func daily(_ date: Date) -> String { copies.name(of: .daily, at: date) }

    var work: LibraryCopyWork {
        LibraryCopyWork(
            LibraryOpener(files: LibraryFiles(folder: folder.library), codecs: codecs, time: time.source))
    }

    func copyToday(_ library: LibraryDatabase) throws {
        try work.copyToday(time.now, of: try #require(library.connection.current.openFiles))
    }

    /// Makes a library with one favorite and a copy of it, and then adds another favorite.
    func copied() async throws -> LibraryDatabase {
        let library = try await folder.ready(time: time.source)
        try await library.add(favorite(1))
        try copyToday(library)
        try await library.add(favorite(2))
        return library
    }

    func sqlite(_ name: String, _ sql: String) async throws -> String? {
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

    @Test func `a copy does not count if the library is replaced while it is made`() async throws {
        let library = try await folder.ready(time: time.source)
        let other = try TemporaryFolder()
        try await other.ready().database.close()
        let openFiles = try #require(library.connection.current.openFiles)
        #expect(throws: LibraryFailure.replaced) {
            try work.copyToday(time.now, of: openFiles) {
                try #require(rename(other.file.path, folder.file.path) == 0)
            }
        }
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

    @Test func `a day without a midnight is listed`() throws {
        let folder = LibraryCopyFolder(
            files: LibraryFiles(folder: folder.library), timeZone: try #require(TimeZone(identifier: "Africa/Cairo")))
        try FileManager.default.createDirectory(at: folder.folder, withIntermediateDirectories: true)
        try Data().write(to: folder.file("library-2026-04-24.sqlite"))
        let copies = folder.copies(.daily)
        #expect(copies.map(\.id) == ["library-2026-04-24.sqlite"])
        #expect(copies.first.map { folder.name(of: .daily, at: $0.date) } == copies.first?.id)
    }
}
