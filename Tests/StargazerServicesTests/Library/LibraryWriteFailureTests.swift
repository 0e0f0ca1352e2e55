import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Library write failures", .timeLimit(.minutes(25)))
struct LibraryWriteFailureTests {
    @Test func `a full disk loses nothing and a later write works`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.add(favorite(0))
        let pages = try await library.database.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            return try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages + 4)") ?? 0
        }
        var kept = 1
        await #expect(throws: LibraryFailure.diskFull) {
            for number in 1..<1_000 {
                try await library.add(favorite(number))
                kept += 1
            }
        }
        #expect(pages > 0 && kept > 1)
        #expect(try await shown(library).count == kept)
        try await library.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
        try await library.add(favorite(5_000))
        #expect(try await shown(library).count == kept + 1)
    }

    @Test(
        arguments: [
            (ResultCode.SQLITE_FULL, LibraryFailure.diskFull),
            (.SQLITE_READONLY, .readOnly),
            (.SQLITE_READONLY_DBMOVED, .readOnly),
            (.SQLITE_BUSY, .busy),
            (.SQLITE_BUSY_SNAPSHOT, .busy),
            (.SQLITE_LOCKED, .busy),
            (.SQLITE_CORRUPT, .unavailable(code: "SQLite 11")),
            (.SQLITE_IOERR_WRITE, .unavailable(code: "SQLite 778")),
        ])
    func `every kind of error is named`(code: ResultCode, failure: LibraryFailure) {
        #expect(LibraryFailure(DatabaseError(resultCode: code), folder: URL(filePath: "/")) == failure)
    }
}
