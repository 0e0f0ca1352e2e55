import GRDB
public import StargazerCore

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
        for (place, item) in items.enumerated() where item.id.catalog == catalog && item.id.host == host {
            let record = try ItemRecord(item, by: codecs)
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO viewed (catalog, host, item_id, place, title, snapshot_format, snapshot)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """, arguments: key + [item.id.id, place, record.title, record.format, record.snapshot])
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
