import Foundation
import GRDB
import StargazerCore

/// The tables of one walk through an account's stars: whose stars the library knows, where to resume, and which items
/// have come. What the items themselves are is in `favorite`.
struct StarsPassRecord {
    /// What `star_pass_item.state` says of an item.
    private enum State: Int {
        /// It may be starred, as far as was known when the walk began.
        case expected = 0
        case came = 1
        /// It came, and was no favorite before.
        case cameNew = 2
    }

    let login: String
    let host: String

    static let selectPass = "SELECT login, next_batch, is_whole FROM star_pass WHERE host = ?"
    static let selectItem = "SELECT state FROM star_pass_item WHERE host = ? AND catalog = ? AND item_id = ?"

    static func isKnown(_ db: Database, host: String) throws -> Bool {
        try Row.fetchOne(db, sql: selectPass, arguments: [host]) != nil
    }

    func placeToResume(_ db: Database) throws -> StarsPlace? {
        let next = try String.fetchOne(
            db, sql: "SELECT next_batch FROM star_pass WHERE host = ? AND login = ? COLLATE NOCASE",
            arguments: [host, login])
        return try next.map { StarsPlace(next: BatchCursor($0), tally: try tally(db)) }
    }

    /// Forgets another login's stars; the favorites stay.
    func accountChanged(_ db: Database) throws {
        let known = try String.fetchOne(db, sql: "SELECT login FROM star_pass WHERE host = ?", arguments: [host])
        guard known?.lowercased() != login.lowercased() else { return }
        try db.execute(sql: "DELETE FROM favorite WHERE host = ? AND NOT is_favorite", arguments: [host])
        try db.execute(
            sql: """
                UPDATE favorite SET starred_on_server = NULL, starred_at = NULL, stamp = random()
                WHERE host = ? AND (starred_on_server IS NOT NULL OR starred_at IS NOT NULL)
                """, arguments: [host])
        try db.execute(sql: "DELETE FROM star_pass_item WHERE host = ?", arguments: [host])
        try db.execute(
            sql: "INSERT OR REPLACE INTO star_pass (host, login) VALUES (?, ?)", arguments: [host, login])
    }

    func bringIn(
        _ db: Database, _ batch: [StarredItem], as step: StarsStep, next: BatchCursor?, now: Date
    ) throws -> StarsTally {
        try accountChanged(db)
        switch step {
        case .beginning: try begin(db)
        case .goingOn: break
        case .resumed: try db.execute(sql: "UPDATE star_pass SET is_whole = 0 WHERE host = ?", arguments: [host])
        }
        for starred in batch where starred.item.id.host == host {
            let wasNew = try FavoriteRecord(starred.item).bringIn(db, starredAt: starred.starredAt, now: now)
            try note(db, starred.item.id, wasNew ? .cameNew : .came)
        }
        try db.execute(
            sql: "UPDATE star_pass SET next_batch = ? WHERE host = ?", arguments: [next?.opaque, host])
        let tally = try tally(db)
        if next == nil { try end(db) }
        return tally
    }

    private func begin(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM star_pass_item WHERE host = ?", arguments: [host])
        try db.execute(
            sql: """
                INSERT INTO star_pass_item (host, catalog, item_id, state)
                SELECT host, catalog, item_id, ? FROM favorite
                WHERE host = ? AND catalog = ? AND starred_on_server IS NOT 0
                """, arguments: [State.expected.rawValue, host, CatalogKind.repositories.rawValue])
        try db.execute(sql: "UPDATE star_pass SET is_whole = 1 WHERE host = ?", arguments: [host])
    }

    /// What came first about an item in this walk stands.
    private func note(_ db: Database, _ id: ItemID, _ state: State) throws {
        try db.execute(
            sql: """
                INSERT INTO star_pass_item (host, catalog, item_id, state) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET state = excluded.state WHERE state = ?
                """, arguments: [host, id.catalog.rawValue, id.id, state.rawValue, State.expected.rawValue])
    }

    private func tally(_ db: Database) throws -> StarsTally {
        let row = try Row.fetchOne(
            db, sql: "SELECT total(state <> ?), total(state = ?) FROM star_pass_item WHERE host = ?",
            arguments: [State.expected.rawValue, State.cameNew.rawValue, host])
        return StarsTally(total: row?[0] ?? 0, new: row?[1] ?? 0)
    }

    /// A list that was walked in pieces may have moved between them, and then what did not come tells nothing.
    private func end(_ db: Database) throws {
        if try Bool.fetchOne(db, sql: "SELECT is_whole FROM star_pass WHERE host = ?", arguments: [host]) == true {
            let missing = """
                host = ?1 AND catalog || ' ' || item_id IN (
                    SELECT catalog || ' ' || item_id FROM star_pass_item WHERE host = ?1 AND state = ?2)
                """
            let key: StatementArguments = [host, State.expected.rawValue]
            try db.execute(sql: "DELETE FROM favorite WHERE NOT is_favorite AND \(missing)", arguments: key)
            try db.execute(
                sql: "UPDATE favorite SET starred_on_server = 0, starred_at = NULL, stamp = random() WHERE \(missing)",
                arguments: key)
        }
        try db.execute(sql: "DELETE FROM star_pass_item WHERE host = ?", arguments: [host])
    }
}

extension FavoriteRecord {
    /// The item as the account's star has it. A row that says all of this already is not written.
    /// - Returns: whether it was no favorite before.
    fileprivate func bringIn(_ db: Database, starredAt: Date?, now: Date) throws -> Bool {
        let key: StatementArguments = [id.catalog.rawValue, id.host, id.id]
        let wasFavorite = try isFavorite(db)
        try db.cachedStatement(
            sql: """
                INSERT INTO favorite (
                    catalog, host, item_id, title, is_favorite, added_at, starred_on_server, starred_at, stamp,
                    snapshot_format, snapshot)
                VALUES (?, ?, ?, ?, 1, ?, 1, ?, random(), ?, ?)
                ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                    title = excluded.title,
                    added_at = CASE WHEN is_favorite THEN added_at ELSE excluded.added_at END,
                    is_favorite = 1,
                    starred_on_server = 1,
                    starred_at = coalesce(excluded.starred_at, starred_at),
                    stamp = excluded.stamp,
                    snapshot_format = excluded.snapshot_format,
                    snapshot = excluded.snapshot
                WHERE NOT is_favorite OR starred_on_server IS NOT 1 OR title <> excluded.title
                    OR starred_at IS NOT coalesce(excluded.starred_at, starred_at)
                    OR snapshot_format <> excluded.snapshot_format OR snapshot <> excluded.snapshot
                """
        ).execute(arguments: key + [title, starredAt ?? now, starredAt, RepositorySnapshot.format, snapshot])
        return !wasFavorite
    }

    /// The favorite as it was taken out; what is known here already stands.
    /// - Returns: whether it was no favorite before.
    func takeIn(_ db: Database, addedAt: Date, starredOnServer: Bool?) throws -> Bool {
        let key: StatementArguments = [id.catalog.rawValue, id.host, id.id]
        let wasFavorite = try isFavorite(db)
        try db.cachedStatement(
            sql: """
                INSERT INTO favorite (
                    catalog, host, item_id, title, is_favorite, added_at, starred_on_server, stamp,
                    snapshot_format, snapshot)
                VALUES (?, ?, ?, ?, 1, ?, ?, random(), ?, ?)
                ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                    added_at = CASE WHEN is_favorite THEN min(added_at, excluded.added_at) ELSE excluded.added_at END,
                    is_favorite = 1,
                    starred_on_server = coalesce(starred_on_server, excluded.starred_on_server),
                    stamp = excluded.stamp
                WHERE NOT is_favorite OR added_at > excluded.added_at
                    OR (starred_on_server IS NULL AND excluded.starred_on_server IS NOT NULL)
                """
        ).execute(arguments: key + [title, addedAt, starredOnServer, RepositorySnapshot.format, snapshot])
        return !wasFavorite
    }

    private func isFavorite(_ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT is_favorite FROM favorite WHERE catalog = ? AND host = ? AND item_id = ?"),
            arguments: [id.catalog.rawValue, id.host, id.id]) ?? false
    }
}
