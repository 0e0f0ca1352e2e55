import Foundation
import GRDB
public import StargazerCore

extension LibraryDatabase {
    public func tags() async throws(LibraryFailure) -> [CountedTag] { try await read { try TagRecord.all($0) } }

    public func tags(of items: [ItemID]) async throws(LibraryFailure) -> [ItemID: [Tag]] {
        try await read { try TagRecord.tags($0, of: items) }
    }

    @discardableResult
    public func createTag(_ name: String, color: TagColor?) async throws(AnnotationFailure) -> Tag {
        let name = try AnnotationName(name)
        return try await annotate { try TagRecord(db: $0, now: $1).create(name, color: color) }
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

    /// Runs a change in one transaction. An `AnnotationFailure` must come before the first write, which it would not undo.
    func annotate<Value: Sendable>(
        _ change: @escaping @Sendable (Database, Date) throws -> Value
    ) async throws(AnnotationFailure) -> Value {
        let now = time.now()
        let result: Result<Value, AnnotationFailure>
        do {
            result = try await write { db in
                do {
                    return .success(try change(db, now))
                } catch let failure as AnnotationFailure {
                    return .failure(failure)
                }
            }
        } catch {
            throw .library(error)
        }
        return try result.get()
    }
}
