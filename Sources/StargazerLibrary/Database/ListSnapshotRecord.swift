import Foundation
import GRDB

/// The tables of list snapshots. Members are stored as snapshots, so that those who left the list can still be shown.
struct ListSnapshotRecord {
    let kind: RelationKind
    let id: ItemID
    let codecs: ItemCodecs

    static let selectList = """
        SELECT seen_at FROM list_snapshot WHERE catalog = ? AND host = ? AND item_id = ? AND relation = ?
        """
    static let selectMembers = """
        SELECT member_catalog, member_id, title, snapshot_format, snapshot FROM list_snapshot_member
        WHERE catalog = ? AND host = ? AND item_id = ? AND relation = ? ORDER BY place
        """

    private var key: StatementArguments { ItemRecord.key(id) + [kind.rawValue] }

    func list(_ db: Database) throws -> ListSnapshot? {
        guard let seenAt = try Row.fetchOne(db, sql: Self.selectList, arguments: key)?.date(in: "seen_at") else {
            return nil
        }
        let reader = ItemFactsReader()
        let rows = try Row.fetchCursor(db, sql: Self.selectMembers, arguments: key)
        var items: [Item] = []
        while let row = try rows.next() {
            guard let catalog = row.value(String.self, in: "member_catalog").map(CatalogKind.init(rawValue:)),
                let memberID = row.value(String.self, in: "member_id"),
                let facts = codecs.facts(in: row, of: catalog, by: reader)
            else { continue }
            items.append(Item(id: ItemID(catalog: catalog, host: id.host, id: memberID), facts: facts))
        }
        return ListSnapshot(items: items, seenAt: seenAt)
    }

    func save(_ db: Database, _ list: ListSnapshot) throws {
        let place = "WHERE catalog = ? AND host = ? AND item_id = ? AND relation = ?"
        try db.execute(sql: "DELETE FROM list_snapshot_member \(place)", arguments: key)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO list_snapshot (catalog, host, item_id, relation, seen_at) VALUES (?, ?, ?, ?, ?)
                """, arguments: key + [list.seenAt])
        let insert = try db.makeStatement(
            sql: """
                INSERT OR IGNORE INTO list_snapshot_member (catalog, host, item_id, relation, place, member_catalog,
                    member_id, title, snapshot_format, snapshot)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for (index, item) in list.items.enumerated() where item.id.host == id.host {
            let record = try ItemRecord(item, by: codecs)
            try insert.execute(
                arguments: key
                    + [index, item.id.catalog.rawValue, item.id.id, record.title, record.format, record.snapshot])
        }
    }
}

extension LibraryDatabase {
    public func listSnapshot(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> ListSnapshot? {
        let record = ListSnapshotRecord(kind: kind, id: id, codecs: codecs)
        return try await read { db in try record.list(db) }
    }

    public func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure) {
        let record = ListSnapshotRecord(kind: kind, id: id, codecs: codecs)
        try await write { db in try record.save(db, list) }
    }
}
