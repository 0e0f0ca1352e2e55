import Foundation
import GRDB

/// The row of an item, and its text.
struct DocumentRecord {
    let row: Int64
    let id: ItemID
    let stamp: Int64?
    let isIndexed: Bool
    private let hasFields: Bool
    private let storedFields: Data?

    static let maxItems = 200_000

    private static let columns = "row, catalog, host, item_id, stamp, fields, is_indexed"
    private static let selectItem = "SELECT \(columns) FROM item WHERE catalog = ? AND host = ? AND item_id = ?"
    private static let selectRow = "SELECT \(columns) FROM item WHERE row = ?"
    private static let selectPending = "SELECT \(columns) FROM item WHERE NOT is_indexed ORDER BY row LIMIT ?"
    private static let selectText = "SELECT text FROM document WHERE row = ?"
    private static let selectPath = "SELECT path FROM item WHERE row = ?"
    private static let selectDocument = """
        SELECT version, path, branch, fetched_at, checked_at, text FROM item JOIN document USING (row)
        WHERE catalog = ? AND host = ? AND item_id = ?
        """
    private static let selectStamps = """
        SELECT catalog, host, item_id, stamp FROM item
        WHERE (catalog, host, item_id) > (?, ?, ?) AND (catalog, host, item_id) <= (?, ?, ?)
        ORDER BY catalog, host, item_id
        """
    private static let selectSummary = "SELECT \(StampSummary.columns) FROM item"
    private static let selectVersion = """
        SELECT version, checked_at FROM item WHERE catalog = ? AND host = ? AND item_id = ? AND version IS NOT NULL
        """
    static let selections = [
        selectStamps, selectSummary, selectItem, selectRow, selectPending, selectText, selectPath, selectDocument,
        selectVersion,
    ]

    /// - Throws: `SQLITE_CORRUPT` for a damaged row: the index would keep its words for ever.
    private init(_ row: Row) throws {
        guard let number = row.value(Int64.self, in: "row"),
            let catalog = row.value(String.self, in: "catalog"),
            let host = row.value(String.self, in: "host"),
            let item = row.value(String.self, in: "item_id"),
            let isIndexed = row.value(Bool.self, in: "is_indexed")
        else { throw Self.damage }
        self.row = number
        self.isIndexed = isIndexed
        id = ItemID(catalog: CatalogKind(rawValue: catalog), host: host, id: item)
        stamp = row.value(Int64.self, in: "stamp")
        hasFields = row.value(DatabaseValue.self, in: "fields").map { $0 != .null } ?? false
        storedFields = row.value(Data.self, in: "fields")
    }

    /// Returns nil if they were never set.
    func fields() throws -> DocumentFields? {
        guard hasFields else { return nil }
        guard let storedFields,
            let fields = try? JSONDecoder().decode(StoredFields.self, from: storedFields)
        else {
            throw Self.damage
        }
        return fields.fields(of: id, stamp: stamp ?? 0)
    }

    private static let damage = DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "a document is damaged")

    static func find(_ db: Database, _ id: ItemID) throws -> DocumentRecord? {
        try Row.fetchOne(db.cachedStatement(sql: selectItem), arguments: id.arguments).map(
            DocumentRecord.init)
    }

    static func find(_ db: Database, row: Int64) throws -> DocumentRecord? {
        try Row.fetchOne(db.cachedStatement(sql: selectRow), arguments: [row]).map(DocumentRecord.init)
    }

    /// Returns items that are not in the index.
    static func pending(_ db: Database, limit: Int) throws -> [DocumentRecord] {
        try Row.fetchAll(db.cachedStatement(sql: selectPending), arguments: [limit]).map(
            DocumentRecord.init)
    }

    /// In SQLite, data is above all texts.
    private static let aboveAllTexts: StatementArguments = [Data(), Data(), Data()]

    static func stampSummary(_ db: Database) throws -> StampSummary {
        try Row.fetchOne(db.cachedStatement(sql: selectSummary)).map(StampSummary.init) ?? StampSummary()
    }

    /// Returns the stamps of the items after `first` (nil: from the start) through `last` (nil: to the end), in the
    /// order of the parts of their IDs; a nil stamp for an item whose fields were never set.
    static func stamps(_ db: Database, after first: ItemID?, through last: ItemID?) throws -> [(ItemID, Int64?)] {
        var stamps: [(ItemID, Int64?)] = []
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: selectStamps),
            arguments: (first.map(ItemRecord.key) ?? ["", "", ""]) + (last.map(ItemRecord.key) ?? aboveAllTexts))
        while let row = try rows.next() {
            guard let catalog = row.value(String.self, in: "catalog"), let host = row.value(String.self, in: "host"),
                let item = row.value(String.self, in: "item_id")
            else { throw damage }
            let id = ItemID(catalog: CatalogKind(rawValue: catalog), host: host, id: item)
            stamps.append((id, row.value(Int64.self, in: "stamp")))
        }
        return stamps
    }

    /// - Throws: `SQLITE_CORRUPT` for a damaged text.
    static func text(_ db: Database, row: Int64) throws -> String? {
        guard let stored = try Row.fetchOne(db.cachedStatement(sql: selectText), arguments: [row])
        else { return nil }
        guard let text = stored.value(Data.self, in: "text").flatMap(IndexableDocument.decompressed)
        else { throw damage }
        return text
    }

    static func isOrg(_ db: Database, row: Int64) throws -> Bool {
        let found = try Row.fetchOne(db.cachedStatement(sql: selectPath), arguments: [row])
        return found?.value(String.self, in: "path")?.lowercased().hasSuffix(".org") ?? false
    }

    static func document(_ db: Database, of id: ItemID) throws -> StoredDocument? {
        guard
            let stored = try Row.fetchOne(
                db.cachedStatement(sql: selectDocument), arguments: id.arguments)
        else {
            return nil
        }
        guard let text = stored.value(Data.self, in: "text").flatMap(IndexableDocument.decompressed),
            let version = stored.value(String.self, in: "version"),
            let fetched = stored.value(Double.self, in: "fetched_at"),
            let checked = stored.value(Double.self, in: "checked_at")
        else { throw damage }
        return StoredDocument(
            id: id, text: text, version: version, path: stored.value(String.self, in: "path"),
            branch: stored.value(String.self, in: "branch"), fetchedAt: Date(timeIntervalSince1970: fetched),
            checkedAt: Date(timeIntervalSince1970: checked))
    }

    /// Returns nil without a text, and for a damaged row, whose text is then loaded again.
    static func version(_ db: Database, of id: ItemID) throws -> DocumentVersion? {
        guard let stored = try Row.fetchOne(db.cachedStatement(sql: selectVersion), arguments: id.arguments),
            let version = stored.value(String.self, in: "version"),
            let checked = stored.value(Double.self, in: "checked_at")
        else { return nil }
        return DocumentVersion(version: version, checkedAt: Date(timeIntervalSince1970: checked))
    }

    // MARK: Writing

    /// Inserts an item that the same transaction adds to the index. Returns the item before that.
    static func insert(_ db: Database, _ id: ItemID) throws -> DocumentRecord {
        try db.cachedStatement(
            sql: "INSERT INTO item (catalog, host, item_id, is_indexed) VALUES (?, ?, ?, 1)"
        )
        .execute(arguments: id.arguments)
        return DocumentRecord(row: db.lastInsertedRowID, id: id)
    }

    private init(row: Int64, id: ItemID) {
        self.row = row
        self.id = id
        isIndexed = false
        stamp = nil
        hasFields = false
        storedFields = nil
    }

    func markIndexed(_ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE item SET is_indexed = 1 WHERE row = ?").execute(arguments: [
            row
        ])
    }

    func write(_ db: Database, _ text: IndexableDocument) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO document (row, text) VALUES (?, ?)")
            .execute(arguments: [row, text.compressed])
        try db.cachedStatement(
            sql: "UPDATE item SET version = ?, path = ?, branch = ?, fetched_at = ?, checked_at = ? WHERE row = ?"
        )
        .execute(arguments: [
            text.document.version, text.document.path, text.document.branch,
            text.document.fetchedAt.timeIntervalSince1970,
            text.document.checkedAt.timeIntervalSince1970, row,
        ])
    }

    func write(_ db: Database, _ fields: DocumentFields) throws {
        try db.cachedStatement(sql: "UPDATE item SET stamp = ?, fields = ? WHERE row = ?")
            .execute(arguments: [fields.stamp, try JSONEncoder().encode(StoredFields(fields)), row])
    }

    static func recordCheck(_ db: Database, of id: ItemID, at date: Date) throws {
        try db.execute(
            sql: """
                UPDATE item SET checked_at = ? WHERE catalog = ? AND host = ? AND item_id = ? AND version IS NOT NULL
                """,
            arguments: [date.timeIntervalSince1970] + id.arguments)
    }

    func remove(_ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM document WHERE row = ?").execute(arguments: [row])
        try db.cachedStatement(sql: "DELETE FROM item WHERE row = ?").execute(arguments: [row])
    }
}

extension ItemID {
    fileprivate var arguments: StatementArguments { [catalog.rawValue, host, id] }
}

/// Fields as they are stored, without what has its own column.
private struct StoredFields: Codable {
    let title: String
    let topics: [String]
    let description: String
    let note: String
    let tags: [String]

    init(_ fields: DocumentFields) {
        title = fields.title
        topics = fields.topics
        description = fields.description
        note = fields.note
        tags = fields.tags
    }

    func fields(of id: ItemID, stamp: Int64) -> DocumentFields {
        DocumentFields(
            id: id, stamp: stamp, title: title, topics: topics, description: description, note: note,
            tags: tags)
    }
}
