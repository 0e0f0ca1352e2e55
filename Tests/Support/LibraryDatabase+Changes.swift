import StargazerCore
@testable public import StargazerLibrary
@testable import StargazerServices

/// Changes of tags, notes and saved searches that tests make directly, by ID.
extension LibraryDatabase {
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

    public func setNote(_ text: String, of item: ItemID) async throws(AnnotationFailure) {
        try await apply(.writeNote(item, from: nil, to: text), sending: [], if: .none)
    }

    @discardableResult
    public func addSavedSearch(
        _ name: String, source: String, text: String, order: ItemOrder?
    ) async throws(AnnotationFailure) -> SavedSearch {
        let name = try AnnotationName(name)
        return try await annotate { db, now in
            try SavedSearchRecord(db: db, now: now).add(name, source: source, text: text, order: order)
        }
    }

    public func renameSavedSearch(_ id: SavedSearchID, to name: String) async throws(AnnotationFailure) {
        let name = try AnnotationName(name)
        try await annotate { try SavedSearchRecord(db: $0, now: $1).rename(id, to: name) }
    }

    public func updateSavedSearch(
        _ id: SavedSearchID, text: String, order: ItemOrder?
    ) async throws(AnnotationFailure) {
        try await annotate { try SavedSearchRecord(db: $0, now: $1).update(id, text: text, order: order) }
    }

    public func deleteSavedSearch(_ id: SavedSearchID) async throws(AnnotationFailure) -> RemovedSavedSearch {
        try await annotate { try SavedSearchRecord(db: $0, now: $1).delete(id) }
    }

    public func restoreSavedSearch(_ removed: RemovedSavedSearch) async throws(AnnotationFailure) {
        try await annotate { try SavedSearchRecord(db: $0, now: $1).restore(removed) }
    }

    public func orderSavedSearches(_ ids: [SavedSearchID]) async throws(AnnotationFailure) {
        try await annotate { try SavedSearchRecord(db: $0, now: $1).order(ids) }
    }
}

/// Changes of favorites and of the history that tests make directly.
extension EditStore where Self: FavoritesStore {
    public func add(_ favorites: [Favorite], sending changes: [OutboxChange] = []) async throws(LibraryFailure) {
        try await change(.addFavorites(favorites), changes)
    }

    public func add(_ favorite: Favorite, sending change: OutboxChange? = nil) async throws(LibraryFailure) {
        try await add([favorite], sending: [change].compactMap(\.self))
    }

    /// - Returns: the removed favorites.
    @discardableResult
    public func remove(
        _ ids: [ItemID], sending changes: [OutboxChange] = []
    ) async throws(LibraryFailure) -> [Favorite] {
        let facts = try await facts(of: ids)
        let favorites = try await items(of: ids).compactMap { item in
            guard let fact = facts[item.id] else { return nil as Favorite? }
            return fact.addedAt.map {
                Favorite(
                    item: item, addedAt: $0, isStarredOnServer: fact.isStarredOnServer, isGone: fact.isGone)
            }
        }
        try await change(.removeFavorites(ids.map { FavoriteMark($0) }), changes)
        return favorites
    }

    /// - Returns: the removed favorite; nil when the item was not a favorite.
    @discardableResult
    public func remove(_ id: ItemID, sending change: OutboxChange? = nil) async throws(LibraryFailure) -> Favorite? {
        try await remove([id], sending: [change].compactMap(\.self)).first
    }

    public func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure) {
        try await change(.clearHistory(catalog, hosts: []), [])
    }

    private func change(_ edit: LibraryEdit, _ changes: [OutboxChange]) async throws(LibraryFailure) {
        do throws(AnnotationFailure) {
            try await apply(edit, sending: changes, if: .none)
        } catch {
            guard case .library(let failure) = error else { preconditionFailure("favorites have no other failures") }
            throw failure
        }
    }
}
