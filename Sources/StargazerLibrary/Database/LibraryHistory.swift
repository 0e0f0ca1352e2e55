import Foundation
import GRDB

/// The table `recent_query`: one row per text, ignoring case and surrounding white space.
enum RecentQueries {
    static let maxCount = 200
    static let selectNewest =
        "SELECT text FROM recent_query WHERE catalog = ? ORDER BY used_at DESC, rowid DESC LIMIT ?"

    static func record(_ db: Database, _ text: String, catalog: CatalogKind, at date: Date) throws {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty { return }
        try db.execute(
            sql: "INSERT OR REPLACE INTO recent_query (catalog, text_key, text, used_at) VALUES (?, ?, ?, ?)",
            arguments: [catalog.rawValue, text.lowercased(), text, date])
        try trim(db, catalog)
    }

    static func newest(_ db: Database, _ limit: Int, catalog: CatalogKind) throws -> [String] {
        try Row.fetchAll(db, sql: selectNewest, arguments: [catalog.rawValue, max(0, limit)])
            .compactMap { $0.value(in: "text") }
    }

    /// Returns all queries with their times, the newest first.
    static func all(_ db: Database, of catalog: CatalogKind) throws -> [ClearedHistory.Query] {
        try Row.fetchAll(
            db,
            sql: "SELECT text, used_at FROM recent_query WHERE catalog = ? ORDER BY used_at DESC, rowid DESC",
            arguments: [catalog.rawValue]
        ).compactMap { row in
            guard let text = row.value(String.self, in: "text") else { return nil }
            return ClearedHistory.Query(text: text, usedAt: row.date(in: "used_at") ?? .distantPast)
        }
    }

    /// Restores queries, except those that were used since.
    static func restore(_ db: Database, _ queries: [ClearedHistory.Query], of catalog: CatalogKind) throws {
        for query in queries.reversed() {
            try db.execute(
                sql: "INSERT OR IGNORE INTO recent_query (catalog, text_key, text, used_at) VALUES (?, ?, ?, ?)",
                arguments: [catalog.rawValue, query.text.lowercased(), query.text, query.usedAt])
        }
        try trim(db, catalog)
    }

    private static func trim(_ db: Database, _ catalog: CatalogKind) throws {
        try db.execute(
            sql: """
                DELETE FROM recent_query WHERE catalog = ?1 AND rowid NOT IN (
                    SELECT rowid FROM recent_query WHERE catalog = ?1 ORDER BY used_at DESC, rowid DESC LIMIT ?2)
                """, arguments: [catalog.rawValue, maxCount])
    }

    static func clear(_ db: Database, of catalog: CatalogKind) throws {
        try db.execute(sql: "DELETE FROM recent_query WHERE catalog = ?", arguments: [catalog.rawValue])
    }
}

extension LibraryDatabase {
    public func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String] {
        (try? await read { db in try RecentQueries.newest(db, limit, catalog: catalog) }) ?? []
    }

    public func recordQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure) {
        let now = time.now()
        try await write { db in try RecentQueries.record(db, text, catalog: catalog, at: now) }
    }
}

/// The table `viewed`: the items whose details were opened, the newest first.
struct ViewedItems {
    let catalog: CatalogKind
    let host: String
    let codecs: ItemCodecs

    private var key: StatementArguments { [catalog.rawValue, host] }

    func items(_ db: Database) throws -> [Item] {
        let reader = ItemFactsReader()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT item_id, title, snapshot_format, snapshot FROM viewed
                WHERE catalog = ? AND host = ? ORDER BY place
                """, arguments: key)
        var items: [Item] = []
        while let row = try rows.next() {
            guard let id = row.value(String.self, in: "item_id"), !id.isEmpty,
                let facts = codecs.facts(in: row, of: catalog, by: reader)
            else { continue }
            items.append(Item(id: ItemID(catalog: catalog, host: host, id: id), facts: facts))
        }
        return items
    }

    func save(_ db: Database, _ items: [Item]) throws {
        try db.execute(sql: "DELETE FROM viewed WHERE catalog = ? AND host = ?", arguments: key)
        for (index, item) in items.enumerated() where item.id.catalog == catalog && item.id.host == host {
            let record = try ItemRecord(item, by: codecs)
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO viewed (catalog, host, item_id, place, title, snapshot_format, snapshot)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """, arguments: key + [item.id.id, index, record.title, record.format, record.snapshot])
        }
    }
}

extension LibraryDatabase {
    public func viewedItems(of catalog: CatalogKind, host: String) async throws(LibraryFailure) -> [Item] {
        let record = ViewedItems(catalog: catalog, host: host, codecs: codecs)
        return try await read { db in try record.items(db) }
    }

    public func saveViewedItems(
        _ items: [Item], of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) {
        let record = ViewedItems(catalog: catalog, host: host, codecs: codecs)
        try await write { db in try record.save(db, items) }
    }
}
