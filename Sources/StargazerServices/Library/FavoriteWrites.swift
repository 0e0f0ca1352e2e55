import Foundation
import GRDB
import StargazerCore

/// The changes of the table `favorite`, each of which leaves it true to its rules: a row is there while the item is a
/// favorite or starred on the server, and the one fact never takes the other away.
extension FavoriteRecord {
    /// - Parameter starredOnServer: nil leaves what is known.
    func add(_ db: Database, addedAt: Date, starredOnServer: Bool?) throws {
        try db.execute(
            sql: """
                INSERT INTO favorite (
                    catalog, host, item_id, title, is_favorite, added_at, starred_on_server, stamp,
                    snapshot_format, snapshot)
                VALUES (?, ?, ?, ?, 1, ?, ?, random(), ?, ?)
                ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                    title = excluded.title,
                    added_at = CASE WHEN is_favorite THEN added_at ELSE excluded.added_at END,
                    is_favorite = 1,
                    starred_on_server = coalesce(excluded.starred_on_server, starred_on_server),
                    stamp = excluded.stamp,
                    snapshot_format = excluded.snapshot_format,
                    snapshot = excluded.snapshot
                """,
            arguments: [
                id.catalog.rawValue, id.host, id.id, title, addedAt, starredOnServer, RepositorySnapshot.format,
                snapshot,
            ])
    }

    /// Touches nothing when the item is no favorite or the snapshot is as it was.
    func refresh(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE favorite SET title = ?1, snapshot_format = ?2, snapshot = ?3, stamp = random()
                WHERE catalog = ?4 AND host = ?5 AND item_id = ?6 AND is_favorite
                    AND (title <> ?1 OR snapshot_format <> ?2 OR snapshot <> ?3)
                """,
            arguments: [title, RepositorySnapshot.format, snapshot, id.catalog.rawValue, id.host, id.id])
    }

    static func remove(_ db: Database, _ id: ItemID) throws {
        let key: StatementArguments = [id.catalog.rawValue, id.host, id.id]
        try db.execute(
            sql: """
                DELETE FROM favorite
                WHERE catalog = ? AND host = ? AND item_id = ? AND NOT coalesce(starred_on_server, 0)
                """, arguments: key)
        try db.execute(
            sql: """
                UPDATE favorite SET is_favorite = 0, added_at = NULL, stamp = random()
                WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
                """, arguments: key)
    }

    /// The snapshot of a row that is there already stays as it is.
    func noteStar(_ db: Database, _ isStarred: Bool) throws {
        let key: StatementArguments = [id.catalog.rawValue, id.host, id.id]
        guard isStarred else {
            try db.execute(
                sql: """
                    DELETE FROM favorite WHERE catalog = ? AND host = ? AND item_id = ? AND NOT is_favorite
                    """, arguments: key)
            try db.execute(
                sql: """
                    UPDATE favorite SET starred_on_server = 0, starred_at = NULL, stamp = random()
                    WHERE catalog = ? AND host = ? AND item_id = ? AND starred_on_server IS NOT 0
                    """, arguments: key)
            return
        }
        try db.execute(
            sql: """
                INSERT INTO favorite (
                    catalog, host, item_id, title, is_favorite, starred_on_server, stamp, snapshot_format, snapshot)
                VALUES (?, ?, ?, ?, 0, 1, random(), ?, ?)
                ON CONFLICT (catalog, host, item_id) DO UPDATE SET starred_on_server = 1, stamp = excluded.stamp
                    WHERE starred_on_server IS NOT 1
                """, arguments: key + [title, RepositorySnapshot.format, snapshot])
    }
}
