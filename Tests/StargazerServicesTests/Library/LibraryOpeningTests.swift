import Foundation
import GRDB
import Glibc
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Opening the library", .timeLimit(.minutes(25)))
struct LibraryOpeningTests {
    @Test func `a new library is closed to others whatever the modes were`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            try await library.add(favorite(1))
            #expect(try folder.mode() == 0o700)
            for name in try folder.names() { #expect(try folder.mode(name) == 0o600, "\(name)") }
            #expect(try folder.names() == ["library.sqlite", "library.sqlite-shm", "library.sqlite-wal"])
        }
    }

    @Test func `wide permissions are restricted`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.add(favorite(1))
        for name in try folder.names() { chmod(folder.library.appending(path: name).path, 0o666) }
        chmod(folder.library.path, 0o755)
        let second = try await folder.ready()
        #expect(try folder.mode() == 0o700)
        for name in try folder.names() { #expect(try folder.mode(name) == 0o600, "\(name)") }
        _ = (library, second)
    }

    @Test func `a library that another process opens for too long is not touched`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.add(favorite(1)) }
        let before = try folder.names()
        var files = LibraryFiles(folder: folder.library)
        files.lockPauses = 1
        let opener = LibraryOpener(files: files, codecs: codecs, time: .system)
        let lock = Glibc.open(folder.library.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        let isRun = files.withExclusiveLock { true }
        #expect(isRun == nil)
        #expect(opener.open().condition == .unavailable(folder: folder.library))
        #expect(throws: LibraryFiles.SystemFailure.self) {
            try files.rewrite { _ in
            } last: {
            }
        }
        #expect(try folder.names() == before)
        close(lock)
        #expect(opener.open().condition == .ready)
    }

    @Test func `missing folders above are made`() async throws {
        let folder = try TemporaryFolder()
        let deep = folder.root.appending(path: "a/b/c/stargazer")
        #expect(await openLibrary(at: deep).condition == .ready)
    }

    @Test func `a commit is on disk before it is answered`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        let pragmas = try await library.database.writeWithoutTransaction { db in
            try ["journal_mode", "synchronous", "foreign_keys", "busy_timeout", "user_version"].map {
                try String.fetchOne(db, sql: "PRAGMA \($0)")
            }
        }
        #expect(pragmas == ["wal", "2", "1", "5000", "8"])
    }

    @Test func `a newer library is shown and not changed`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened {
            try await $0.add(favorite(1))
            try await $0.recordQuery("swift", of: .repositories)
        }
        try folder.sqlite("PRAGMA user_version = 999")
        let before = try Data(contentsOf: folder.file)
        let opened = await openLibrary(at: folder.library)
        #expect(opened.condition == .newer)
        #expect(try await shown(opened.library) == [favorite(1)])
        #expect(await opened.library.recentQueries(of: .repositories, limit: 5) == ["swift"])
        await #expect(throws: LibraryFailure.newer) { try await opened.library.add(favorite(2)) }
        await #expect(throws: LibraryFailure.newer) { try await opened.library.remove(favorite(1).id) }
        await #expect(throws: LibraryFailure.newer) { try await opened.library.refresh([repository(1, stars: 5)]) }
        await #expect(throws: LibraryFailure.newer) { try await opened.library.recordQuery("x", of: .repositories) }
        await #expect(throws: LibraryFailure.newer) { try await opened.library.clearRecentQueries(of: .repositories) }
        #expect(try Data(contentsOf: folder.file) == before)
    }

    @Test func `a newer library without an index is shown`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.add(favorite(1)) }
        try folder.sqlite("PRAGMA user_version = 999; DROP TABLE favorite_words")
        let opened = await openLibrary(at: folder.library)
        #expect(opened.condition == .newer)
        let query = FavoritesQuery(text: "someth", order: .sorted(ItemOrder(.pushed)))
        #expect(try await opened.library.favorites(query, reading: 1).first.map(\.favorite) == [favorite(1)])
        #expect(try folder.sqlite("SELECT count(*) FROM sqlite_schema WHERE name = 'favorite_words'") == "0")
    }

    @Test func `a newer library of another shape is left alone`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.add(favorite(1)) }
        try folder.sqlite("PRAGMA user_version = 999; ALTER TABLE item RENAME TO kept")
        let opened = await openLibrary(at: folder.library)
        #expect(opened.condition == .newer)
        #expect(try await shown(opened.library).isEmpty)
        await #expect(throws: LibraryFailure.newer) { try await opened.library.add(favorite(2)) }
        #expect(try folder.sqlite("SELECT count(*) FROM kept") == "1")
    }

    /// A file of an unreleased version, with tables that the library no longer has, or almost the same.
    @Test(arguments: [
        "CREATE TABLE favorite (title TEXT); INSERT INTO favorite VALUES ('a'); PRAGMA user_version = 1",
        "PRAGMA journal_mode = WAL; CREATE TABLE recent_query (text TEXT); PRAGMA user_version = 2",
        "PRAGMA user_version = 5",
    ])
    func `a library from before the first release is moved aside unchanged`(sql: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(sql)
        try await expectMovedAside(folder)
    }

    @Test func `what the library still knows of such a file is copied`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            try await library.add(favorite(1))
            _ = try await library.addSavedSearch("New", source: "favorites", text: "swift", order: nil)
        }
        try folder.sqlite("DROP TABLE saved_search_seen; PRAGMA user_version = 6")
        let library = try await expectMovedAside(folder)
        #expect(try await shown(library).map(\.id) == [favorite(2).id, favorite(1).id])
        #expect(try await library.savedSearches().map(\.name) == ["New"])
    }

    /// A file that the application wrote, next to the checkout and not part of it.
    @Test func `a real library of the second version is moved aside unchanged`() async throws {
        guard let sample = Recordings.folder("../samples", with: "library-v2.sqlite") else {
            return Recordings.log("skipped: there is no sample of a library of version 2")
        }
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: sample.appending(path: "library-v2.sqlite"), to: folder.file)
        try await expectMovedAside(folder)
    }

    /// Opens a library, which must be moved aside, and adds a second favorite to the new one.
    @discardableResult
    private func expectMovedAside(_ folder: TemporaryFolder) async throws -> LibraryDatabase {
        let before = try Data(contentsOf: folder.file)
        let opened = await openLibrary(at: folder.library)
        guard case .movedAside(let kept) = opened.condition else {
            Issue.record("\(opened.condition)")
            return opened.library
        }
        #expect(try Data(contentsOf: kept) == before)
        try await opened.library.add(favorite(2))
        #expect(try folder.sqlite("PRAGMA user_version; PRAGMA integrity_check") == "8\nok")
        return opened.library
    }

    @Test func `a file in place of the folder is reported`() async throws {
        let folder = try TemporaryFolder()
        try Data("a file".utf8).write(to: folder.library)
        let opened = await openLibrary(at: folder.library)
        #expect(opened.condition == .unavailable(folder: folder.library))
        #expect(try await shown(opened.library).isEmpty)
        await #expect(throws: LibraryFailure.unavailable(code: "errno 20")) {
            try await opened.library.add(favorite(1))
        }
        #expect(try String(contentsOf: folder.library, encoding: .utf8) == "a file")
    }

    @Test func `two that start at once open one library`() async throws {
        let folder = try TemporaryFolder()
        let conditions = await withTaskGroup(of: LibraryCondition.self) { group in
            for _ in 0..<6 { group.addTask { await openLibrary(at: folder.library).condition } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(conditions == Array(repeating: .ready, count: 6))
    }
}
