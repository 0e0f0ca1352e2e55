import Foundation
import GRDB
import StargazerCore

/// Copies the readable rows of a damaged library. The index is not copied, but rebuilt.
///
/// Tables are read from both ends up to the first unreadable page, so that damage in the middle loses only the middle.
struct LibrarySalvage {
    /// The columns to copy from each table. A table of ``LibrarySchema/tables`` that is missing here is lost.
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
    /// The progress of an import of stars. The import starts again, since the rows it added may be lost.
    static let excluded: Set = ["star_pass_item"]

    /// Expressions that replace columns, so that one damaged value does not lose its row.
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

    /// Maximum row ID to keep. A row with a greater ID gets a new one, so that IDs remain for later rows.
    static let maxRowID: Int64 = 1 << 53

    let from: URL
    let codecs: ItemCodecs

    /// - Returns: the number of rows copied.
    func copy(into target: any DatabaseWriter) -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        guard let source = try? DatabaseQueue(path: from.path, configuration: configuration) else { return 0 }
        let saved = try? target.write { db in
            // Without a transaction: the damage that ends a scan would also make the commit fail.
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
