import Foundation
import GRDB

/// The table `note`, within one transaction. A removed note stays as an empty text, so that no merge brings it back.
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

    /// Returns what is stored of a text: nothing if it is blank. SQLite ends a text at the first NUL.
    static func stored(_ text: String) -> String {
        let isBlank = text.allSatisfy { $0.isWhitespace || $0 == "\0" }
        return isBlank ? "" : text.replacing("\0", with: "")
    }

    /// - Parameter text: not longer than a note can be.
    /// - Returns: whether the note is another now. Its change is still to be recorded.
    func write(_ text: String, ofRow row: Int64, _ db: Database, now: Date) throws -> Bool {
        let text = Self.stored(text)
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
