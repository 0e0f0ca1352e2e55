import Foundation
import GRDB
import StargazerCore

/// The writes to the table `favorite`. Each keeps its rules: a row exists while the item is a favorite or starred on
/// the server, neither fact removes the other, and favorites are in the index.
extension FavoriteRecord {
    /// - Parameter starredOnServer: nil keeps the stored value.
    func add(_ db: Database, addedAt: Date, starredOnServer: Bool?) throws {
        let row = try db.written(
            """
            INSERT INTO favorite (
                catalog, host, item_id, title, title_key, is_favorite, added_at, starred_on_server, stamp,
                snapshot_format, snapshot)
            VALUES (?, ?, ?, ?, ?, 1, ?, ?, random(), ?, ?)
            ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                title = excluded.title,
                title_key = excluded.title_key,
                added_at = CASE WHEN is_favorite THEN coalesce(added_at, excluded.added_at) ELSE excluded.added_at END,
                is_favorite = 1,
                starred_on_server = coalesce(excluded.starred_on_server, starred_on_server),
                stamp = excluded.stamp,
                snapshot_format = excluded.snapshot_format,
                snapshot = excluded.snapshot
            RETURNING row
            """,
            Self.key(id) + [title, titleKey, addedAt, starredOnServer, format, snapshot])
        var entries = [entry(row)].compactMap(\.self)
        try LibraryIndex.write(db, &entries)
    }

    /// Updates the snapshot of a favorite. Writes nothing if the item is not a favorite or the snapshot has not
    /// changed.
    func refresh(_ db: Database, index: inout [LibraryIndex.Entry]) throws {
        let row = try db.written(
            """
            UPDATE favorite SET title = ?4, title_key = ?5, snapshot_format = ?6, snapshot = ?7, stamp = random()
            WHERE catalog = ?1 AND host = ?2 AND item_id = ?3 AND is_favorite
                AND (title IS NOT ?4 OR snapshot_format IS NOT ?6 OR snapshot IS NOT ?7)
            RETURNING row
            """, Self.key(id) + [title, titleKey, format, snapshot])
        if let entry = entry(row) { index.append(entry) }
    }

    /// Returns the record to write if `refresh` would change anything.
    static func outdatedRecord(_ db: Database, _ item: Item, codecs: ItemCodecs) throws -> FavoriteRecord? {
        let stored = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT title, snapshot_format, snapshot FROM favorite
                    WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
                    """), arguments: key(item.id))
        guard let stored else { return nil }
        let record = try FavoriteRecord(item, by: codecs)
        let isSame =
            stored.value(in: "title") == record.title
            && stored.value(in: "snapshot_format") == record.format
            && stored.value(in: "snapshot") == record.snapshot
        return isSame ? nil : record
    }

    static func remove(_ db: Database, _ id: ItemID) throws {
        try db.execute(
            sql: """
                DELETE FROM favorite
                WHERE catalog = ? AND host = ? AND item_id = ? AND NOT coalesce(starred_on_server, 0)
                """, arguments: key(id))
        try db.execute(
            sql: """
                UPDATE favorite SET is_favorite = 0, added_at = NULL, stamp = random()
                WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
                """, arguments: key(id))
    }

    /// Records a star on the server. Keeps the snapshot of an existing row.
    func recordStar(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO favorite (
                    catalog, host, item_id, title, title_key, is_favorite, starred_on_server, stamp, snapshot_format,
                    snapshot)
                VALUES (?, ?, ?, ?, ?, 0, 1, random(), ?, ?)
                ON CONFLICT (catalog, host, item_id) DO UPDATE SET starred_on_server = 1, stamp = excluded.stamp
                    WHERE starred_on_server IS NOT 1
                """, arguments: Self.key(id) + [title, titleKey, format, snapshot])
    }

    static func recordUnstarred(_ db: Database, _ id: ItemID) throws {
        try db.execute(
            sql: "DELETE FROM favorite WHERE catalog = ? AND host = ? AND item_id = ? AND NOT is_favorite",
            arguments: key(id))
        try db.execute(
            sql: """
                UPDATE favorite SET starred_on_server = 0, starred_at = NULL, stamp = random()
                WHERE catalog = ? AND host = ? AND item_id = ? AND starred_on_server IS NOT 0
                """, arguments: key(id))
    }

    /// Adds a favorite from the account's stars. Does not write a row that already matches.
    /// - Returns: whether the item was not a favorite before.
    func importStar(
        _ db: Database, starredAt: Date?, now: Date, index: inout [LibraryIndex.Entry]
    ) throws -> Bool {
        let wasFavorite = try isFavorite(db) == true
        let row = try db.written(
            """
            INSERT INTO favorite (
                catalog, host, item_id, title, title_key, is_favorite, added_at, starred_on_server, starred_at, stamp,
                snapshot_format, snapshot)
            VALUES (?, ?, ?, ?, ?, 1, ?, 1, ?, random(), ?, ?)
            ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                title = excluded.title,
                title_key = excluded.title_key,
                added_at = CASE WHEN is_favorite THEN coalesce(added_at, excluded.added_at) ELSE excluded.added_at END,
                is_favorite = 1,
                starred_on_server = 1,
                starred_at = coalesce(excluded.starred_at, starred_at),
                stamp = excluded.stamp,
                snapshot_format = excluded.snapshot_format,
                snapshot = excluded.snapshot
            WHERE is_favorite IS NOT TRUE OR starred_on_server IS NOT 1 OR title IS NOT excluded.title
                OR starred_at IS NOT coalesce(excluded.starred_at, starred_at)
                OR snapshot_format IS NOT excluded.snapshot_format OR snapshot IS NOT excluded.snapshot
            RETURNING row
            """,
            Self.key(id) + [title, titleKey, starredAt ?? now, starredAt, format, snapshot])
        if let entry = entry(row) { index.append(entry) }
        return !wasFavorite
    }

    /// Adds a favorite from an exported file. Keeps what the library already has.
    /// - Returns: whether the item was not a favorite before.
    func importFavorite(
        _ db: Database, addedAt: Date, starredOnServer: Bool?, reader: FavoriteReader, index: inout [LibraryIndex.Entry]
    ) throws -> Bool {
        let wasFavorite = try isFavorite(db)
        let row = try db.written(
            """
            INSERT INTO favorite (
                catalog, host, item_id, title, title_key, is_favorite, added_at, starred_on_server, stamp,
                snapshot_format, snapshot)
            VALUES (?, ?, ?, ?, ?, 1, ?, ?, random(), ?, ?)
            ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                added_at = CASE
                    WHEN is_favorite THEN min(coalesce(added_at, excluded.added_at), excluded.added_at)
                    ELSE excluded.added_at END,
                is_favorite = 1,
                starred_on_server = coalesce(starred_on_server, excluded.starred_on_server),
                stamp = excluded.stamp
            WHERE is_favorite IS NOT TRUE OR added_at IS NULL OR added_at > excluded.added_at
                OR (starred_on_server IS NULL AND excluded.starred_on_server IS NOT NULL)
            RETURNING row
            """,
            Self.key(id) + [title, titleKey, addedAt, starredOnServer, format, snapshot])
        switch wasFavorite {
        case nil: if let entry = entry(row, isNew: true) { index.append(entry) }
        // The row existed for its star only. It keeps its own snapshot, which the index must match.
        case false?: if let entry = entry(row, try reader.favorite(db, id)?.item.facts) { index.append(entry) }
        case true?: break
        }
        return wasFavorite != true
    }

    private var titleKey: String { SearchWords.titleKey(title) }

    private func entry(
        _ row: Int64?, _ known: (any ItemFacts)? = nil, isNew: Bool = false
    ) -> LibraryIndex.Entry? {
        row.map { LibraryIndex.Entry(row: $0, facts: known ?? facts, sortKeys: sortKeys, isNew: isNew) }
    }

    /// Returns nil if there is no row.
    private func isFavorite(_ db: Database) throws -> Bool? {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT coalesce(is_favorite, 0) FROM favorite WHERE catalog = ? AND host = ? AND item_id = ?
                    """), arguments: Self.key(id))
    }
}

extension Database {
    /// Runs a statement that changes at most one row, and returns its ID.
    fileprivate func written(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
        let rows = try Int64.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        let row = try rows.next()
        // GRDB notifies observers only after the statement has run to its end.
        while try rows.next() != nil {}
        return row
    }
}
