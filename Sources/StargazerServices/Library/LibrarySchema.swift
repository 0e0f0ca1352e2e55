import GRDB
import StargazerCore

/// The schema of the library's file. Migrations only go forward and are never edited once shipped.
///
/// `PRAGMA user_version` is the number of the last migration, so that other tools and older versions can detect a newer
/// library. A new snapshot format also needs a migration, even an empty one: an older version then opens the library
/// read-only instead of overwriting rows that it cannot read.
enum LibrarySchema {
    static let version = 5

    /// All tables that cannot be rebuilt.
    static let tables = ["favorite", "recent_query", "star_pass", "star_pass_item", "kept_list", "kept_list_member"]

    static func migrator(_ codecs: ItemCodecs) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in
            try db.execute(sql: schemaV1)
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        migrator.registerMigration("v2") { db in
            try db.execute(sql: schemaV2)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("v3") { db in
            let folded = DatabaseFunction("title_key", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(SearchWords.titleKey) ?? ""
            }
            db.add(function: folded)
            try db.execute(sql: schemaV3)
            try LibraryIndex.create(db, codecs: codecs)
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("v4") { db in
            try db.execute(sql: schemaV4)
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        migrator.registerMigration("v5") { db in
            try LibraryIndex.addPrefixIndex(db)
            try db.execute(sql: "PRAGMA user_version = 5")
        }
        return migrator
    }

    static func storedVersion(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

    /// Whether a newer version of the application has changed this file. If a known migration is missing and an unknown
    /// one is present, the name of a migration is damaged.
    static func isNewer(_ db: Database) throws -> Bool {
        if try storedVersion(db) > version { return true }
        let migrator = migrator(ItemCodecs([]))
        return try migrator.hasBeenSuperseded(db) && migrator.hasCompletedMigrations(db)
    }

    /// Deletes damaged names of migrations. Otherwise the next start would take the library for a newer version's.
    static func deleteUnknownMigrations(_ db: Database) throws {
        let migrator = migrator(ItemCodecs([]))
        guard try migrator.hasBeenSuperseded(db) else { return }
        let marks = migrator.migrations.map { _ in "?" }.joined(separator: ", ")
        try db.execute(
            sql: "DELETE FROM grdb_migrations WHERE identifier NOT IN (\(marks))",
            arguments: StatementArguments(migrator.migrations))
    }

    /// Throws if a table or column needed for reading is missing.
    static func verify(_ db: Database) throws {
        let favorites = [
            FavoriteReader.selectRow, FavoriteReader.selectItem, FavoriteReader.selectAll, FavoriteReader.selectFacts,
        ]
        for sql in favorites + FavoritesFetchRequest.selections + [RecentQueries.selectNewest] {
            _ = try db.makeStatement(sql: sql)
        }
    }

    /// Throws if a table or column needed for writing is missing.
    static func verifyForWriting(_ db: Database) throws {
        try verify(db)
        _ = try db.makeStatement(sql: StarImportRecord.selectPass)
        _ = try db.makeStatement(sql: StarImportRecord.selectItem)
        for sql in [ListSnapshotRecord.selectList, ListSnapshotRecord.selectMembers] {
            _ = try db.makeStatement(sql: sql)
        }
    }

    // `stamp` gets a new random value with every write of a row: equal stamps mean an unchanged row.
    private static let schemaV1 = """
        CREATE TABLE favorite (
            catalog TEXT NOT NULL,
            host TEXT NOT NULL,
            item_id TEXT NOT NULL,
            title TEXT NOT NULL,
            is_favorite BOOLEAN NOT NULL,
            added_at DATETIME,
            starred_on_server BOOLEAN,
            starred_at DATETIME,
            stamp INTEGER NOT NULL,
            snapshot_format INTEGER NOT NULL,
            snapshot TEXT NOT NULL,
            PRIMARY KEY (catalog, host, item_id),
            CHECK (NOT is_favorite OR added_at IS NOT NULL)
        );
        CREATE TABLE recent_query (
            catalog TEXT NOT NULL,
            text_key TEXT NOT NULL,
            text TEXT NOT NULL,
            used_at DATETIME NOT NULL,
            PRIMARY KEY (catalog, text_key)
        );
        """

    // One import of an account's stars per server. `login` is the account whose stars are in `favorite`.
    private static let schemaV2 = """
        CREATE TABLE star_pass (
            host TEXT NOT NULL PRIMARY KEY,
            login TEXT NOT NULL,
            next_batch TEXT,
            is_whole BOOLEAN NOT NULL DEFAULT 0
        );
        CREATE TABLE star_pass_item (
            host TEXT NOT NULL,
            catalog TEXT NOT NULL,
            item_id TEXT NOT NULL,
            state INTEGER NOT NULL,
            PRIMARY KEY (host, catalog, item_id)
        );
        """

    // Snapshots of an item's related lists, as of the last complete load. Members have the same host as the item.
    private static let schemaV4 = """
        CREATE TABLE kept_list (
            catalog TEXT NOT NULL,
            host TEXT NOT NULL,
            item_id TEXT NOT NULL,
            relation TEXT NOT NULL,
            seen_at DATETIME NOT NULL,
            PRIMARY KEY (catalog, host, item_id, relation)
        );
        CREATE TABLE kept_list_member (
            catalog TEXT NOT NULL,
            host TEXT NOT NULL,
            item_id TEXT NOT NULL,
            relation TEXT NOT NULL,
            place INTEGER NOT NULL,
            member_catalog TEXT NOT NULL,
            member_id TEXT NOT NULL,
            title TEXT NOT NULL,
            snapshot_format INTEGER NOT NULL,
            snapshot TEXT NOT NULL,
            PRIMARY KEY (catalog, host, item_id, relation, member_catalog, member_id)
        );
        """

    // `row` identifies a favorite for as long as it exists; AUTOINCREMENT never reuses it. The indexes cover the
    // queries, so that SQLite does not read the rows, which are ten times as large.
    private static let schemaV3 = """
        CREATE TABLE favorite_next (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            catalog TEXT NOT NULL,
            host TEXT NOT NULL,
            item_id TEXT NOT NULL,
            title TEXT NOT NULL,
            title_key TEXT NOT NULL,
            is_favorite BOOLEAN NOT NULL,
            added_at DATETIME,
            starred_on_server BOOLEAN,
            starred_at DATETIME,
            stamp INTEGER NOT NULL,
            snapshot_format INTEGER NOT NULL,
            snapshot TEXT NOT NULL,
            UNIQUE (catalog, host, item_id),
            CHECK (NOT is_favorite OR added_at IS NOT NULL)
        );
        INSERT INTO favorite_next
        SELECT rowid, catalog, host, item_id, title, title_key(title), is_favorite, added_at, starred_on_server,
            starred_at, stamp, snapshot_format, snapshot
        FROM favorite ORDER BY rowid;
        DROP TABLE favorite;
        ALTER TABLE favorite_next RENAME TO favorite;
        CREATE INDEX favorite_by_added ON favorite (added_at DESC, title_key) WHERE is_favorite;
        CREATE INDEX favorite_by_name ON favorite (title_key) WHERE is_favorite;
        CREATE INDEX favorite_starred ON favorite (host) WHERE is_favorite AND starred_on_server;
        """
}
