import GRDB
import StargazerCore

/// The shape of the library's file. Migrations only go forward and are never edited once shipped.
///
/// `PRAGMA user_version` holds the number of the last migration, so that other tools and older versions can tell a
/// newer library without knowing how migrations are named. A new snapshot format also takes a migration, even an empty
/// one: an older version then leaves the rows alone instead of writing over what it cannot read.
enum LibrarySchema {
    static let version = 5

    /// All that cannot be made again.
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

    /// Whether a newer version of the application has changed this file. Where a known migration is missing beside an
    /// unknown one, the name of it is damaged.
    static func isNewer(_ db: Database) throws -> Bool {
        if try storedVersion(db) > version { return true }
        let migrator = migrator(ItemCodecs([]))
        return try migrator.hasBeenSuperseded(db) && migrator.hasCompletedMigrations(db)
    }

    /// Deletes damaged names of migrations, or the library would be a newer version's at the next start.
    static func deleteUnknownMigrations(_ db: Database) throws {
        let migrator = migrator(ItemCodecs([]))
        guard try migrator.hasBeenSuperseded(db) else { return }
        let marks = migrator.migrations.map { _ in "?" }.joined(separator: ", ")
        try db.execute(
            sql: "DELETE FROM grdb_migrations WHERE identifier NOT IN (\(marks))",
            arguments: StatementArguments(migrator.migrations))
    }

    /// Fails when a table or column that showing the library reads is not there, in whichever version it is.
    static func verify(_ db: Database) throws {
        let favorites = [
            FavoriteReader.selectRow, FavoriteReader.selectItem, FavoriteReader.selectAll, FavoriteReader.selectFacts,
        ]
        for sql in favorites + FavoritesFetchRequest.selections + [RecentQueries.selectNewest] {
            _ = try db.makeStatement(sql: sql)
        }
    }

    /// Fails when something is missing that writing needs.
    static func verifyForWriting(_ db: Database) throws {
        try verify(db)
        _ = try db.makeStatement(sql: StarImportRecord.selectPass)
        _ = try db.makeStatement(sql: StarImportRecord.selectItem)
        for sql in [ListSnapshotRecord.selectList, ListSnapshotRecord.selectMembers] {
            _ = try db.makeStatement(sql: sql)
        }
    }

    // `stamp` is drawn anew with every write of a row: equal stamps mean an unchanged row, whoever wrote it.
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

    // One walk through an account's stars for each server; `login` says whose stars `favorite` knows of.
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

    // Lists that items lead to, as they were when they were last looked at as a whole. Members are of the same host.
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

    // `row` names a favorite as long as it is one. AUTOINCREMENT: it is never given to another. The indexes answer
    // questions by themselves, without the rows, which are ten times as large.
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
