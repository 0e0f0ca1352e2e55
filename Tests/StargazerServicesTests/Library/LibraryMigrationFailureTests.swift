import Foundation
import GRDB
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Libraries of earlier versions whose migration is interrupted or not possible.
@Suite("Interrupted and refused migrations", .timeLimit(.minutes(25)))
struct LibraryMigrationFailureTests {
    /// A process killed during a migration leaves the file, and a log without a commit.
    @Test func `an interrupted migration starts again`() async throws {
        let folder = try TemporaryFolder(earlier: EarlierLibrary.versionOne)
        let queue = try DatabaseQueue(path: folder.file.path)
        let crashed = try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
            try db.execute(sql: "CREATE TABLE star_import (host TEXT); PRAGMA user_version = 6")
            try db.execute(sql: "CREATE TABLE item (row INTEGER); DROP TABLE favorite")
            try db.execute(sql: "CREATE TABLE filler AS SELECT randomblob(200000) AS filler")
            let copy = try folder.copiedAsAfterACrash()
            try db.execute(sql: "ROLLBACK")
            return copy
        }
        let log = try FileManager.default.attributesOfItem(atPath: crashed.file.path + "-wal")[.size] as? Int
        #expect((log ?? 0) > 100_000, "the half migration is in the log")
        let library = try await crashed.ready()
        #expect(try await shown(library).count == 1)
        #expect(try crashed.sqlite("PRAGMA user_version") == "7")
        try await library.setStarAccount(login: "ada", host: "api.github.com")
    }

    /// In a read-only folder, the file keeps its version but is shown anyway.
    @Test func `an earlier version that cannot be written is shown`() async throws {
        let folder = try TemporaryFolder(earlier: EarlierLibrary.versionOne)
        let before = try Data(contentsOf: folder.file)
        let reading = ReadOnlyLibraryOpener(files: LibraryFiles(folder: folder.library), codecs: codecs)
        let library = LibraryDatabase(
            try #require(reading.open()), folder: folder.library, codecs: codecs, writeFailure: .readOnly, time: .system
        )
        #expect(try await shown(library).count == 1)
        #expect(try await library.favorites(FavoritesQuery(text: "lang"), reading: 0).rows.count == 1)
        #expect(try Data(contentsOf: folder.file) == before)
        await #expect(throws: LibraryFailure.readOnly) {
            try await library.beginStarImport(of: "ada", host: "api.github.com")
        }
        await #expect(throws: LibraryFailure.readOnly) {
            try await library.setStarAccount(login: "ada", host: "api.github.com")
        }
    }
}
