import Foundation
import GRDB
public import StargazerCore

extension LibraryDatabase {
    public func tags() async throws(LibraryFailure) -> [CountedTag] { try await read { try TagRecord.all($0) } }

    public func tags(of items: [ItemID]) async throws(LibraryFailure) -> [ItemID: [Tag]] {
        try await read { try TagRecord.tags($0, of: items) }
    }

    @discardableResult
    public func addTag(
        _ name: String, color: TagColor?, to items: [ItemID]
    ) async throws(AnnotationFailure) -> (tag: Tag, change: TagChange) {
        let name = try AnnotationName(name)
        return try await annotate { db, now in
            let record = TagRecord(db: db, now: now)
            let tag = try record.create(name, color: color)
            return (tag, try record.setTag(tag.id, to: true, on: items))
        }
    }

    public func renameTag(_ id: TagID, to name: String) async throws(AnnotationFailure) -> TagRenaming {
        let name = try AnnotationName(name)
        return try await annotate { try TagRecord(db: $0, now: $1).rename(id, to: name) }
    }

    public func setColor(_ color: TagColor?, of id: TagID) async throws(AnnotationFailure) {
        try await annotate { try TagRecord(db: $0, now: $1).setColor(color, of: id) }
    }

    public func mergeTag(_ id: TagID, into other: TagID) async throws(AnnotationFailure) -> RemovedTag {
        try await annotate { try TagRecord(db: $0, now: $1).merge(id, into: other) }
    }

    public func deleteTag(_ id: TagID) async throws(AnnotationFailure) -> RemovedTag {
        try await annotate { try TagRecord(db: $0, now: $1).delete(id) }
    }

    @discardableResult
    public func restoreTag(_ removed: RemovedTag) async throws(AnnotationFailure) -> Tag {
        try await annotate { try TagRecord(db: $0, now: $1).restore(removed) }
    }

    public func setTag(
        _ id: TagID, to isSet: Bool, on items: [ItemID]
    ) async throws(AnnotationFailure) -> TagChange {
        try await annotate { try TagRecord(db: $0, now: $1).setTag(id, to: isSet, on: items) }
    }

    public func note(of item: ItemID) async throws(LibraryFailure) -> Note? {
        try await read { try NoteRecord(item: item).note($0) }
    }

    public func setNote(_ text: String, of item: ItemID) async throws(AnnotationFailure) {
        try await annotate { try NoteRecord(item: item).write($0, text, now: $1) }
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
