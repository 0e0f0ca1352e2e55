import Foundation
import GRDB

/// Takes the rows that can still be read out of a damaged library.
///
/// The table is walked from both ends until a page cannot be read, so that damage in the middle costs the middle.
struct LibrarySalvage {
    private static let tables = [
        "favorite": [
            "catalog", "host", "item_id", "title", "is_favorite", "added_at", "starred_on_server", "starred_at",
            "stamp", "snapshot_format", "snapshot",
        ],
        "star_pass": ["host", "login"],
        "recent_query": ["catalog", "text_key", "text", "used_at"],
    ]

    let from: URL

    /// - Returns: how many rows were taken over.
    func copy(into queue: DatabaseQueue) -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        guard let source = try? DatabaseQueue(path: from.path, configuration: configuration) else { return 0 }
        var saved = 0
        for (table, columns) in Self.tables {
            var rows = rows(of: table, columns, "ASC", in: source)
            rows.merge(self.rows(of: table, columns, "DESC", in: source)) { first, _ in first }
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            let insert = "INSERT OR IGNORE INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
            let ordered = rows.sorted { $0.key < $1.key }.map(\.value)
            saved +=
                (try? queue.write { db in
                    var count = 0
                    for row in ordered where (try? db.execute(sql: insert, arguments: row)) != nil {
                        count += db.changesCount
                    }
                    return count
                }) ?? 0
        }
        return saved
    }

    private func rows(
        of table: String, _ columns: [String], _ direction: String, in source: DatabaseQueue
    ) -> [Int64: StatementArguments] {
        let sql = "SELECT rowid, \(columns.joined(separator: ", ")) FROM \(table) ORDER BY rowid \(direction)"
        // Without a transaction: the damage that ends the walk would also fail its end.
        let found = source.unsafeRead { db in
            var found: [Int64: StatementArguments] = [:]
            guard let cursor = try? Row.fetchCursor(db, sql: sql) else { return found }
            while let row = try? cursor.next() {
                guard let id = Int64.fromDatabaseValue(row[0]) else { continue }
                found[id] = StatementArguments(row.databaseValues.dropFirst())
            }
            return found
        }
        return found
    }
}
