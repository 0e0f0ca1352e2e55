import Foundation
import GRDB
import StargazerCore

/// Takes the rows that can still be read out of a damaged library. The index is not among them: it is made again.
///
/// Tables are walked from both ends until a page cannot be read, so that damage in the middle costs the middle.
struct LibrarySalvage {
    /// What is copied of each table. A table of ``LibrarySchema/tables`` that is not here is lost.
    static let tables = [
        "favorite": [
            "catalog", "host", "item_id", "title", "is_favorite", "added_at", "starred_on_server", "starred_at",
            "stamp", "snapshot_format", "snapshot",
        ],
        "star_pass": ["host", "login"],
        "kept_list": ["catalog", "host", "item_id", "relation", "seen_at"],
        "kept_list_member": [
            "catalog", "host", "item_id", "relation", "place", "member_catalog", "member_id", "title",
            "snapshot_format", "snapshot",
        ],
        "recent_query": ["catalog", "text_key", "text", "used_at"],
    ]
    /// What an import of stars has gone through. It begins again, since what it brought may be lost.
    static let excluded: Set = ["star_pass_item"]

    /// What is read in place of a column, so that one damaged value does not cost the rest of its row.
    private static let replacements = [
        "title": "CASE typeof(title) WHEN 'text' THEN title ELSE '' END",
        "is_favorite": "coalesce(is_favorite, added_at IS NOT NULL)",
        "added_at": "CASE WHEN is_favorite THEN coalesce(added_at, 0) ELSE added_at END",
        "stamp": "CASE typeof(stamp) WHEN 'integer' THEN stamp ELSE random() END",
        "place": "CASE typeof(place) WHEN 'integer' THEN place ELSE 0 END",
        "snapshot_format": "CASE typeof(snapshot_format) WHEN 'integer' THEN snapshot_format ELSE 0 END",
        "snapshot": "CASE typeof(snapshot) WHEN 'text' THEN snapshot ELSE '' END",
        "used_at": "coalesce(used_at, 0)",
    ]

    /// A row with a greater number gets another one, so that there are numbers after it.
    static let maxRowID: Int64 = 1 << 53

    let from: URL
    let codecs: ItemCodecs

    /// - Returns: how many rows were taken over.
    func copy(into target: any DatabaseWriter) -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        guard let source = try? DatabaseQueue(path: from.path, configuration: configuration) else { return 0 }
        let saved = try? target.write { db in
            // Without a transaction: the damage that ends a walk would also fail its end.
            let saved = source.unsafeRead { damaged in
                Self.tables.reduce(0) { $0 + copy($1.key, $1.value, from: damaged, into: db) }
            }
            try LibraryIndex.fill(db, codecs: codecs)
            return saved
        }
        return saved ?? 0
    }

    private func copy(_ table: String, _ columns: [String], from source: Database, into target: Database) -> Int {
        var (names, marks) = (columns.joined(separator: ", "), columns.map { _ in "?" }.joined(separator: ", "))
        let values = columns.map { "\(Self.replacements[$0] ?? $0) AS \($0)" }.joined(separator: ", ")
        let number = "CASE WHEN rowid <= \(Self.maxRowID) THEN rowid END"
        let select = "SELECT \(number), \(values) FROM \(table) ORDER BY rowid"
        if table == "favorite" { (names, marks) = (names + ", title_key", marks + ", ?") }
        let insert = "INSERT OR IGNORE INTO \(table) (rowid, \(names)) VALUES (?, \(marks))"
        var saved = 0
        for direction in ["ASC", "DESC"] {
            guard let rows = try? Row.fetchCursor(source, sql: "\(select) \(direction)") else { continue }
            while let row = try? rows.next() {
                var values = StatementArguments(row.databaseValues)
                if table == "favorite" { values += [SearchWords.titleKey(row.value(in: "title") ?? "")] }
                if (try? target.execute(sql: insert, arguments: values)) != nil { saved += target.changesCount }
            }
        }
        return saved
    }
}
