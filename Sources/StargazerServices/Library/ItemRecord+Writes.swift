import Foundation
import GRDB
import StargazerCore

/// The writes to the table `item`. Each keeps its rules: a row exists while the item is a favorite or starred on the
/// server, and for some time after the favorite was removed; neither fact removes the other; favorites are in the
/// index.
extension ItemRecord {
    /// Says who changed the favorite and when; takes the time.
    private static let change = "changed_at = ?, device = \(LibrarySchema.device)"

    /// - Parameter starredOnServer: nil keeps the stored value.
    func add(
        _ db: Database, addedAt: Date, starredOnServer: Bool?, now: Date, index: inout [LibraryIndex.Entry]
    ) throws {
        let row = try db.written(
            """
            INSERT INTO item (
                catalog, host, item_id, is_favorite, added_at, starred_on_server, stamp, changed_at, device,
                \(Self.columns))
            VALUES (?, ?, ?, 1, ?, ?, random(), ?, \(LibrarySchema.device), \(Self.marks))
            ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                added_at = CASE WHEN is_favorite THEN coalesce(added_at, excluded.added_at) ELSE excluded.added_at END,
                changed_at = CASE WHEN is_favorite THEN changed_at ELSE excluded.changed_at END,
                device = CASE WHEN is_favorite THEN device ELSE excluded.device END,
                is_favorite = 1,
                removed_at = NULL,
                starred_on_server = coalesce(excluded.starred_on_server, starred_on_server),
                stamp = excluded.stamp,
                \(Self.assignments)
            RETURNING row
            """,
            Self.key(id) + [addedAt, starredOnServer, now] + values)
        if let entry = entry(row) { index.append(entry) }
    }

    /// Updates the snapshot of a favorite. Writes nothing if the item is not a favorite.
    func refresh(_ db: Database, index: inout [LibraryIndex.Entry]) throws {
        let row = try db.written(
            """
            UPDATE item SET stamp = random(), \(Self.updates)
            WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
            RETURNING row
            """, values + Self.key(id))
        if let entry = entry(row) { index.append(entry) }
    }

    /// Returns the record to write if `refresh` would change anything.
    static func outdatedRecord(_ db: Database, _ item: Item, codecs: ItemCodecs) throws -> ItemRecord? {
        let stored = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT title, snapshot_format, snapshot FROM item
                    WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
                    """), arguments: key(item.id))
        guard let stored else { return nil }
        let record = try ItemRecord(item, by: codecs)
        let isSame =
            stored.value(in: "title") == record.title
            && stored.value(in: "snapshot_format") == record.format
            && stored.value(in: "snapshot") == record.snapshot
        return isSame ? nil : record
    }

    /// The row stays for a while, so that tags and notes survive an undo.
    static func remove(_ db: Database, _ id: ItemID, now: Date) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE item SET is_favorite = 0, removed_at = ?, stamp = random(), \(change)
                WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
                """)
        try statement.execute(arguments: [now, now] + key(id))
    }

    /// Records a star on the server. Keeps the snapshot of an existing row.
    func recordStar(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO item (catalog, host, item_id, is_favorite, starred_on_server, stamp, \(Self.columns))
                VALUES (?, ?, ?, 0, 1, random(), \(Self.marks))
                ON CONFLICT (catalog, host, item_id) DO UPDATE SET starred_on_server = 1, stamp = excluded.stamp
                    WHERE starred_on_server IS NOT 1
                """, arguments: Self.key(id) + values)
    }

    static func recordUnstarred(_ db: Database, _ id: ItemID) throws {
        try db.execute(
            sql: """
                DELETE FROM item
                WHERE catalog = ? AND host = ? AND item_id = ? AND NOT is_favorite AND removed_at IS NULL
                """, arguments: key(id))
        try db.execute(
            sql: """
                UPDATE item SET starred_on_server = 0, starred_at = NULL, stamp = random()
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
            INSERT INTO item (
                catalog, host, item_id, is_favorite, added_at, starred_on_server, starred_at, stamp, changed_at, device,
                \(Self.columns))
            VALUES (?, ?, ?, 1, ?, 1, ?, random(), ?, \(LibrarySchema.device), \(Self.marks))
            ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                added_at = CASE WHEN is_favorite THEN coalesce(added_at, excluded.added_at) ELSE excluded.added_at END,
                changed_at = CASE WHEN is_favorite THEN changed_at ELSE excluded.changed_at END,
                device = CASE WHEN is_favorite THEN device ELSE excluded.device END,
                is_favorite = 1,
                removed_at = NULL,
                starred_on_server = 1,
                starred_at = coalesce(excluded.starred_at, starred_at),
                stamp = excluded.stamp,
                \(Self.assignments)
            WHERE is_favorite IS NOT TRUE OR starred_on_server IS NOT 1
                OR starred_at IS NOT coalesce(excluded.starred_at, starred_at) OR \(Self.isChanged)
            RETURNING row
            """,
            Self.key(id) + [starredAt ?? now, starredAt, now] + values)
        if let entry = entry(row) { index.append(entry) }
        return !wasFavorite
    }

    /// Adds a favorite from an exported file. Keeps what the library already has.
    /// - Returns: whether the item was not a favorite before.
    func importFavorite(
        _ db: Database, addedAt: Date, starredOnServer: Bool?, now: Date, reader: FavoriteReader,
        index: inout [LibraryIndex.Entry]
    ) throws -> Bool {
        let wasFavorite = try isFavorite(db)
        let row = try db.written(
            """
            INSERT INTO item (
                catalog, host, item_id, is_favorite, added_at, starred_on_server, stamp, changed_at, device,
                \(Self.columns))
            VALUES (?, ?, ?, 1, ?, ?, random(), ?, \(LibrarySchema.device), \(Self.marks))
            ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                added_at = CASE
                    WHEN is_favorite THEN min(coalesce(added_at, excluded.added_at), excluded.added_at)
                    ELSE excluded.added_at END,
                changed_at = excluded.changed_at,
                device = excluded.device,
                is_favorite = 1,
                removed_at = NULL,
                starred_on_server = coalesce(starred_on_server, excluded.starred_on_server),
                stamp = excluded.stamp
            WHERE is_favorite IS NOT TRUE OR added_at IS NULL OR added_at > excluded.added_at
                OR (starred_on_server IS NULL AND excluded.starred_on_server IS NOT NULL)
            RETURNING row
            """,
            Self.key(id) + [addedAt, starredOnServer, now] + values)
        switch wasFavorite {
        case nil: if let entry = entry(row, isNew: true) { index.append(entry) }
        // The row existed without being a favorite. It keeps its own snapshot, which the index must match.
        case false?: if let entry = entry(row, try reader.favorite(db, id)?.item.facts) { index.append(entry) }
        case true?: break
        }
        return wasFavorite != true
    }

    private func entry(
        _ row: Int64?, _ known: (any ItemFacts)? = nil, isNew: Bool = false
    ) -> LibraryIndex.Entry? {
        row.map { LibraryIndex.Entry(row: $0, facts: known ?? facts, sortKeys: sortKeys, isNew: isNew) }
    }

    /// Returns nil if there is no row.
    private func isFavorite(_ db: Database) throws -> Bool? {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT coalesce(is_favorite, 0) FROM item WHERE catalog = ? AND host = ? AND item_id = ?"),
            arguments: Self.key(id))
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
