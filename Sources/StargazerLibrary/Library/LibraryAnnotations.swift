import Foundation
import GRDB

extension LibraryDatabase {
    public func tags() async throws(LibraryFailure) -> [CountedTag] { try await read { try TagRecord.all($0) } }

    public func tags(of items: [ItemID]) async throws(LibraryFailure) -> [ItemID: [Tag]] {
        try await read { try TagRecord.tags($0, of: items) }
    }

    public func note(of item: ItemID) async throws(LibraryFailure) -> Note? {
        try await read { try NoteRecord(item: item).note($0) }
    }

    /// Runs a change in one transaction, which an `AnnotationFailure` undoes too.
    func annotate<Value: Sendable>(
        _ change: @escaping @Sendable (Database, Date) throws -> Value
    ) async throws(AnnotationFailure) -> Value {
        let now = time.now()
        let result: Result<Value, AnnotationFailure>
        do {
            result = try await write { db in
                var value: Value?
                do {
                    try db.inSavepoint {
                        value = try change(db, now)
                        return .commit
                    }
                } catch let failure as AnnotationFailure {
                    return .failure(failure)
                }
                guard let value else { throw CancellationError() }
                return .success(value)
            }
        } catch {
            throw .library(error)
        }
        return try result.get()
    }
}

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
