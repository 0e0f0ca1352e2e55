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
