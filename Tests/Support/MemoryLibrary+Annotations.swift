public import Foundation
import StargazerCore
public import StargazerLibrary
import StargazerServices

extension MemoryLibrary {
    public func tags() async throws(LibraryFailure) -> [CountedTag] {
        try passRead()
        return try await inner.tags()
    }

    public func tags(of items: [ItemID]) async throws(LibraryFailure) -> [ItemID: [Tag]] {
        try await inner.tags(of: items)
    }

    @discardableResult
    public func addTag(
        _ name: String, color: TagColor?, to items: [ItemID]
    ) async throws(AnnotationFailure) -> (tag: Tag, change: TagChange) {
        try await annotate { library throws(AnnotationFailure) in
            try await library.addTag(name, color: color, to: items)
        }
    }

    public func renameTag(_ id: TagID, to name: String) async throws(AnnotationFailure) -> TagRenaming {
        try await annotate { library throws(AnnotationFailure) in try await library.renameTag(id, to: name) }
    }

    public func setColor(_ color: TagColor?, of id: TagID) async throws(AnnotationFailure) {
        try await annotate { library throws(AnnotationFailure) in try await library.setColor(color, of: id) }
    }

    public func mergeTag(_ id: TagID, into other: TagID) async throws(AnnotationFailure) -> RemovedTag {
        try await annotate { library throws(AnnotationFailure) in try await library.mergeTag(id, into: other) }
    }

    public func deleteTag(_ id: TagID) async throws(AnnotationFailure) -> RemovedTag {
        try await annotate { library throws(AnnotationFailure) in try await library.deleteTag(id) }
    }

    @discardableResult
    public func restoreTag(_ removed: RemovedTag) async throws(AnnotationFailure) -> Tag {
        try await annotate { library throws(AnnotationFailure) in try await library.restoreTag(removed) }
    }

    public func setTag(_ id: TagID, to isSet: Bool, on items: [ItemID]) async throws(AnnotationFailure) -> TagChange {
        try await annotate { library throws(AnnotationFailure) in try await library.setTag(id, to: isSet, on: items) }
    }

    public func note(of item: ItemID) async throws(LibraryFailure) -> Note? { try await inner.note(of: item) }

    /// Changes a note like another process, also while writes are held.
    public func changeNote(_ text: String, of item: ItemID) async throws(AnnotationFailure) {
        try await inner.setNote(text, of: item)
    }

    public func setNote(_ text: String, of item: ItemID) async throws(AnnotationFailure) {
        try await annotate { library throws(AnnotationFailure) in try await library.setNote(text, of: item) }
    }

    public func savedSearches() async throws(LibraryFailure) -> [SavedSearch] {
        try passRead()
        return try await inner.savedSearches()
    }

    @discardableResult
    public func addSavedSearch(
        _ name: String, source: String, text: String, order: ItemOrder?
    ) async throws(AnnotationFailure) -> SavedSearch {
        try await annotate { library throws(AnnotationFailure) in
            try await library.addSavedSearch(name, source: source, text: text, order: order)
        }
    }

    public func renameSavedSearch(_ id: SavedSearchID, to name: String) async throws(AnnotationFailure) {
        try await annotate { library throws(AnnotationFailure) in try await library.renameSavedSearch(id, to: name) }
    }

    public func updateSavedSearch(
        _ id: SavedSearchID, text: String, order: ItemOrder?
    ) async throws(AnnotationFailure) {
        try await annotate { library throws(AnnotationFailure) in
            try await library.updateSavedSearch(id, text: text, order: order)
        }
    }

    public func seenResults(of id: SavedSearchID) async throws(LibraryFailure) -> SeenResults? {
        try passRead()
        return try await inner.seenResults(of: id)
    }

    public func recordSeen(
        _ id: SavedSearchID, at date: Date, results: SeenResults?
    ) async throws(AnnotationFailure) {
        try await annotate { library throws(AnnotationFailure) in
            try await library.recordSeen(id, at: date, results: results)
        }
    }

    public func recordNewResults(
        _ count: Int, of id: SavedSearchID, at date: Date
    ) async throws(AnnotationFailure) {
        try await annotate { library throws(AnnotationFailure) in
            try await library.recordNewResults(count, of: id, at: date)
        }
    }

    public func deleteSavedSearch(_ id: SavedSearchID) async throws(AnnotationFailure) -> RemovedSavedSearch {
        try await annotate { library throws(AnnotationFailure) in try await library.deleteSavedSearch(id) }
    }

    public func restoreSavedSearch(_ removed: RemovedSavedSearch) async throws(AnnotationFailure) {
        try await annotate { library throws(AnnotationFailure) in try await library.restoreSavedSearch(removed) }
    }

    public func orderSavedSearches(_ ids: [SavedSearchID]) async throws(AnnotationFailure) {
        try await annotate { library throws(AnnotationFailure) in try await library.orderSavedSearches(ids) }
    }
}
