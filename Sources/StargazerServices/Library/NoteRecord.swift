import Foundation
import GRDB
import StargazerCore

/// The table `note`, within one transaction. A removed note keeps its row with an empty text, so that a library it is
/// merged with does not bring it back.
struct NoteRecord {
    let item: ItemID

    static let select = """
        SELECT text, note.changed_at FROM item JOIN note ON note.item = item.row
        WHERE catalog = ? AND host = ? AND item_id = ? AND text <> ''
        """

    func note(_ db: Database) throws -> Note? {
        guard let row = try Row.fetchOne(db, sql: Self.select, arguments: ItemRecord.key(item)),
            let text = row.value(String.self, in: "text")
        else { return nil }
        return Note(text: text, changedAt: row.date(in: "changed_at"))
    }

    func write(_ db: Database, _ text: String, now: Date) throws {
        if text.utf8.count > Note.maxLength { throw AnnotationFailure.textTooLong }
        guard let row = try db.annotatedRow(of: item) else { throw AnnotationFailure.missingItem }
        if try write(text, ofRow: row, db, now: now) { try db.recordAnnotationChange(of: [row]) }
    }

    /// - Parameter text: not longer than a note can be.
    /// - Returns: whether the note is another now. Its change is still to be recorded.
    func write(_ text: String, ofRow row: Int64, _ db: Database, now: Date) throws -> Bool {
        // SQLite ends a text at the first NUL.
        let isBlank = text.allSatisfy { $0.isWhitespace || $0 == "\0" }
        let text = isBlank ? "" : text.replacing("\0", with: "")
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO note (item, text, changed_at, device) SELECT ?1, ?2, ?3, \(LibrarySchema.device)
                WHERE ?2 <> '' OR EXISTS (SELECT 1 FROM note WHERE item = ?1)
                ON CONFLICT (item) DO UPDATE SET text = excluded.text, changed_at = excluded.changed_at,
                    device = excluded.device
                WHERE text IS NOT excluded.text
                """)
        try statement.execute(arguments: [row, text, now])
        return db.changesCount > 0
    }
}

extension Database {
    /// Returns the row of an item that can have tags and a note: a favorite, or one whose removal can be undone.
    func annotatedRow(of item: ItemID) throws -> Int64? {
        let select = """
            SELECT row FROM item
            WHERE catalog = ? AND host = ? AND item_id = ? AND (is_favorite OR removed_at IS NOT NULL)
            """
        return try Int64.fetchOne(cachedStatement(sql: select), arguments: ItemRecord.key(item))
    }

    /// Gives items with changed tags or notes new stamps, and updates their words in the index.
    func recordAnnotationChange(of rows: [Int64]) throws {
        let statement = try cachedStatement(sql: "UPDATE item SET stamp = random() WHERE row = ?")
        for row in rows { try statement.execute(arguments: [row]) }
        try LibraryIndex.writeAnnotations(self, of: rows)
    }
}
