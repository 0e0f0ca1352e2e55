import GRDB

/// The step of the library's schema from version 7 to 8: the account's stars become a star list like others.
///
/// Files of version 7 may lack tables, columns and indexes that came with later programs.
enum LibraryStep8 {
    /// Requires a transaction.
    static func take(_ db: Database) throws {
        let isFresh = try !db.tableExists(LibraryTable.starList.name)
        for table in LibraryTable.all {
            let known = try Set(db.tableExists(table.name) ? db.columns(in: table.name).map(\.name) : [])
            if known.isEmpty { try db.execute(sql: table.creation) }
            for column in table.columns where !known.isEmpty && !known.contains(column.name) {
                try db.execute(sql: "ALTER TABLE \(table.name) ADD COLUMN \(column.name) \(column.declaration)")
            }
        }
        if try !isFresh && db.columns(in: LibraryTable.starList.name).contains(where: { $0.name == "newest" }) {
            try db.execute(sql: "ALTER TABLE star_list DROP COLUMN newest")
        }
        try db.execute(sql: "DROP INDEX IF EXISTS favorite_by_name; \(LibrarySchema.favoriteIndexes)")
        guard try db.tableExists("star_import") else { return }
        try db.execute(
            sql: "CREATE TABLE IF NOT EXISTS star_import_item (host TEXT, catalog TEXT, item_id TEXT, state INTEGER)")
        try db.execute(sql: accounts)
    }

    /// An import that was interrupted continues where it was; one that had ended tells what the list has had. The bits of
    /// `star_import_item.state` are 0 for an item that did not come, 1 for one that came, 2 for one that came and was new.
    private static let accounts = """
        INSERT OR IGNORE INTO star_list (host, list, login, reading)
            SELECT host, lower(login), login, 1 FROM star_import;
        UPDATE star_list SET is_own = 1
            WHERE EXISTS (SELECT 1 FROM star_import AS old WHERE old.host = star_list.host AND lower(old.login) = list);
        UPDATE star_list SET own_completed_at = coalesce(completed_at, strftime('%Y-%m-%d %H:%M:%f', 'now'))
            WHERE is_own AND EXISTS (
                SELECT 1 FROM star_import AS old
                WHERE old.host = star_list.host AND old.next_batch IS NULL AND old.is_whole);
        INSERT OR IGNORE INTO star_list_item (host, list, catalog, item_id, starred_at, reading)
            SELECT host, list, catalog, item_id, starred_at, reading FROM star_list JOIN item USING (host)
            WHERE is_own AND starred_on_server;
        UPDATE star_list SET is_reading = 1, is_compared = 0, reads_own = 1, is_whole = 0, reading = reading + 1,
                repetitions = 0, pages = 0, unreadable = 0, is_partial = 0, stars = NULL, owner_stars = NULL,
                next_batch = (SELECT next_batch FROM star_import AS old WHERE old.host = star_list.host),
                came = (SELECT count(*) FROM star_import_item AS old
                    WHERE old.host = star_list.host AND old.state & 3 <> 0),
                added = (SELECT count(*) FROM star_import_item AS old
                    WHERE old.host = star_list.host AND old.state & 3 = 2)
            WHERE is_own AND EXISTS (
                SELECT 1 FROM star_import AS old WHERE old.host = star_list.host AND old.next_batch IS NOT NULL);
        INSERT INTO star_list_item (host, list, catalog, item_id, reading)
            SELECT host, list, catalog, item_id, reading FROM star_list JOIN star_import_item AS old USING (host)
            WHERE is_own AND is_reading AND old.state & 3 <> 0
            ON CONFLICT DO UPDATE SET reading = excluded.reading;
        DROP TABLE star_import;
        DROP TABLE star_import_item;
        """
}
