import Foundation
import GRDB
import Logging

/// Opening reads only part of a large library; a check follows a minute later. Damage is repaired at the next start.
struct LibraryIntegrityCheck {
    let files: LibraryFiles
    let codecs: ItemCodecs
    let maxCheckedSize: Int
    let log: Logger

    /// Checks and repairs the library. Throws `SQLITE_CORRUPT` if damage cannot be repaired.
    func checkBeforeUse(_ queue: DatabaseQueue) throws {
        let isComplete = files.isSuspect || !isLarge
        if isComplete, let found = try queue.read({ try Self.damage($0) }) {
            try repair(queue, found)
        } else if try queue.read({ try Self.hasExhaustedRowIDs($0) }) {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "no row numbers left")
        } else if try queue.read({ try Self.lacksIndex($0) }) {
            try repair(queue, "no index")
        } else if files.isSuspect, try queue.write({ try LibraryIndex.isDamaged($0) }) {
            try repair(queue, "index")
        }
        files.clearSuspect()
    }

    func scheduleCheck(_ pool: any DatabaseWriter, at openFiles: OpenLibraryFiles, time: TimeSource) {
        guard isLarge else { return }
        Task(priority: .background) { [weak pool, files, log] in
            try await time.sleep(.seconds(60))
            // A new connection would open the file that is now at the path.
            guard openFiles.state == .unchanged, let found = try await pool?.read({ try Self.damage($0) }) else {
                return
            }
            log.error("the library is damaged", metadata: ["found": "\(found)"])
            files.markSuspect()
        }
    }

    private var isLarge: Bool { (files.size ?? 0) > maxCheckedSize }

    /// Rebuilds the index if nothing else is damaged.
    private func repair(_ queue: DatabaseQueue, _ found: String) throws {
        log.error("the library is damaged", metadata: ["found": "\(found)"])
        let isMended = try queue.writeWithoutTransaction { db in
            guard try LibrarySchema.storedVersion(db) == LibrarySchema.version,
                try LibraryTable.all.allSatisfy({ try Self.damage(db, in: $0.name) == nil })
            else { return false }
            try db.inTransaction {
                try LibraryIndex.drop(db)
                return .commit
            }
            // Removes the pages that are no longer referenced.
            try db.execute(sql: "VACUUM")
            try db.inTransaction {
                try LibraryIndex.create(db, codecs: codecs)
                return .commit
            }
            return try Self.damage(db) == nil
        }
        if !isMended { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
        log.notice("the library's index was made again")
    }

    /// Returns the first problem, or nil.
    private static func damage(_ db: Database, in table: String? = nil) throws -> String? {
        let found = try String.fetchOne(
            db, sql: table.map { "PRAGMA quick_check('\($0)')" } ?? "PRAGMA quick_check(1)")
        return found == "ok" ? nil : found ?? "nothing said"
    }

    /// SQLite gives a new row an ID above all previous ones. A damaged ID can be the largest possible.
    private static func hasExhaustedRowIDs(_ db: Database) throws -> Bool {
        guard try LibrarySchema.storedVersion(db) == LibrarySchema.version else { return false }
        let given = try Int64.fetchAll(
            db,
            sql: """
                SELECT coalesce(max(row), 0) FROM item
                UNION ALL SELECT coalesce(max(CAST(seq AS INTEGER)), 0) FROM sqlite_sequence
                """)
        return given.contains { $0 > LibraryRowCopy.maxRowID }
    }

    private static func lacksIndex(_ db: Database) throws -> Bool {
        guard try LibrarySchema.storedVersion(db) == LibrarySchema.version else { return false }
        return (try? LibraryIndex.verify(db)) == nil
    }
}

extension Database {
    /// A file of more than `size` bytes is not checked, since that reads all of it.
    /// - Throws: `SQLITE_CORRUPT` when the file is damaged.
    package func checkForDamage(upTo size: Int) throws {
        let pages = try Int.fetchOne(self, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int.fetchOne(self, sql: "PRAGMA page_size") ?? 0
        guard pages.multipliedReportingOverflow(by: pageSize).partialValue <= size else { return }
        let found = try String.fetchOne(self, sql: "PRAGMA quick_check(1)")
        if found != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
    }
}
