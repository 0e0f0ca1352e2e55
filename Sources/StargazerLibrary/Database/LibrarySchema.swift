import Foundation
import GRDB

/// `PRAGMA user_version` is the version, so that other tools and older versions can detect a newer library. Versions 1
/// to 6 were never released; such a file is moved aside. A change is a step from one version to the next. A new
/// snapshot format also takes a version: an older program then opens the library read-only.
enum LibrarySchema {
    static let version = 8
    /// The first version that has a step to the next one.
    private static let firstVersion = 7

    /// How long a removed item is kept with its tags and its note.
    static let removedItemLifetime = 30 * 24 * 3600.0

    static func storedVersion(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

    /// Whether a newer version of the application has changed this file.
    static func isNewer(_ db: Database) throws -> Bool { try storedVersion(db) > version }

    /// Whether the file has a version from before the first release.
    static func isUnreleased(_ db: Database) throws -> Bool { (1..<firstVersion).contains(try storedVersion(db)) }

    /// Creates the schema in an empty file, or takes the steps from an earlier version, in one transaction. A file that
    /// needs neither is not written to, so opening it waits for no other process that writes.
    static func prepare(_ db: Database, codecs: ItemCodecs) throws {
        let stored = try storedVersion(db)
        if try stored == version && LibraryIndex.hasCurrentWords(db) { return }
        try db.inTransaction {
            if stored < firstVersion {
                try create(db)
                try LibraryIndex.create(db, codecs: codecs)
            } else {
                if stored < 8 { try LibraryStep8.take(db) }
                if try !LibraryIndex.hasCurrentWords(db) {
                    try LibraryIndex.drop(db)
                    try LibraryIndex.create(db, codecs: codecs)
                }
            }
            if stored < version { try db.execute(sql: "PRAGMA user_version = \(version)") }
            return .commit
        }
    }

    /// Deletes items that were removed long ago, with their tags and notes: by the time of the last start, if that is
    /// earlier, since the clock may be wrong once. The first start only notes its time.
    static func sweep(_ db: Database, now: Date) throws {
        let last = try String.fetchOne(db, sql: "SELECT value FROM library_info WHERE key = 'started_at'")
            .flatMap(Double.init).map(Date.init(timeIntervalSince1970:))
        try db.execute(
            sql: "INSERT OR REPLACE INTO library_info VALUES ('started_at', ?)",
            arguments: [String(now.timeIntervalSince1970)])
        guard let last else { return }
        let limit = min(now, last).addingTimeInterval(-removedItemLifetime)
        try db.execute(
            sql: "DELETE FROM item WHERE removed_at < ? AND NOT is_favorite AND starred_on_server IS NOT 1",
            arguments: [limit])
        try db.execute(sql: "DELETE FROM tag WHERE is_deleted AND changed_at < ?", arguments: [limit])
        try ImportRecord.sweep(db, before: limit)
    }

    /// Throws if a table or column needed for reading is missing.
    static func verify(_ db: Database) throws {
        let favorites = [
            FavoriteReader.selectRow, FavoriteReader.selectID, FavoriteReader.selectItem, FavoriteReader.selectAll,
            FavoriteReader.selectFacts, FavoritesCounts.select, FavoritesCounts.selectTagged,
        ]
        for sql in favorites + FavoritesFetchRequest.selections + QualifierRows.selections
            + FacetColumns.selections + IndexedFields.selections + [RecentQueries.selectNewest]
        {
            _ = try db.makeStatement(sql: sql)
        }
    }

    /// Throws if a table or column needed for writing is missing.
    static func verifyForWriting(_ db: Database) throws {
        try verify(db)
        for table in LibraryTable.all {
            let columns = table.columns.map(\.name).joined(separator: ", ")
            _ = try db.makeStatement(sql: "SELECT \(columns) FROM \(table.name)")
        }
    }

    private static func create(_ db: Database) throws {
        for table in LibraryTable.all { try db.execute(sql: table.creation) }
        // The indexes cover the queries, so that SQLite does not read the rows, which are ten times as large.
        try db.execute(
            sql: """
                CREATE INDEX favorite_by_added ON item (added_at DESC, title_key) WHERE is_favorite;
                \(favoriteIndexes)
                CREATE INDEX favorite_by_catalog ON item (catalog, host, starred_on_server) WHERE is_favorite;
                CREATE INDEX favorite_starred ON item (host) WHERE is_favorite AND starred_on_server;
                \(QualifierRows.indexes)
                CREATE INDEX item_removed ON item (removed_at) WHERE removed_at IS NOT NULL;
                CREATE INDEX item_tag_by_tag ON item_tag (tag, item) WHERE is_set;
                \(insertDevice)
                """)
    }

    /// Of version 8. The columns of the expression are in the first one, or SQLite would read the rows for them.
    static let favoriteIndexes = """
        CREATE INDEX IF NOT EXISTS favorite_by_short_name ON item (\(TitleScan.Path.shortName), title_key, owner)
            WHERE is_favorite;
        CREATE INDEX IF NOT EXISTS favorite_gone ON item (host) WHERE is_favorite AND is_lost;
        """

    static let insertDevice = "INSERT OR IGNORE INTO library_info VALUES ('device', lower(hex(randomblob(16))));"
    /// The device of this library, for the columns of ``LibraryTable/Column/change``.
    static let device = "(SELECT value FROM library_info WHERE key = 'device')"
}
