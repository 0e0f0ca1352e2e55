public import Foundation

/// One change of the library by the user. The library applies it and returns its inverse.
///
/// Tags are known by their names: a deleted tag that comes back may have another ID.
public enum LibraryEdit: Sendable, Hashable {
    case addFavorites([Favorite])
    case removeFavorites([FavoriteMark])
    /// Brings removed favorites back. The library still has everything else about them.
    case restoreFavorites([FavoriteMark])

    /// Changes the stars of favorites, which stay favorites. Only items whose star is sent with it change.
    /// - Parameter updates: shown again when stars are removed.
    case setStars([ItemID], isSet: Bool, updates: [StarUpdate])
    /// - Parameter updates: nil for all that show.
    case markUpdates([StarUpdate]?, isSeen: Bool)

    case assignTag(TagAssignment)
    /// If another tag has the new name, merges this tag into that one. Saved searches that name the tag follow it.
    /// - Parameter searches: the saved searches that change; nil for all that name the tag.
    case renameTag(String, to: String, searches: [RetaggedSearch]? = nil)
    case colorTag(String, from: TagColor?, to: TagColor?)
    case mergeTag(String, into: String)
    case deleteTag(String)
    /// - Parameter other: the tag that it was merged into; nil after a deletion.
    case restoreTag(RemovedTag, from: String?)

    /// - Parameter old: the text that the new one was made from; nil for any.
    case writeNote(ItemID, from: String?, to: String)

    case addSearch(SavedSearchFields)
    /// - Parameter fields: what the search is expected to be; nil for anything.
    case deleteSearch(SavedSearchID, SavedSearchFields?)
    case restoreSearch(RemovedSavedSearch)
    case renameSearch(SavedSearchID, from: String?, to: String)
    /// - Parameter seen: the search as it was, of which the user has seen results; nil for one without.
    case updateSearch(
        SavedSearchID, from: SavedSearchQuery?, to: SavedSearchQuery, seen: RemovedSavedSearch? = nil)
    /// - Parameter old: the order that the new one was made from; nil for any.
    case orderSearches([SavedSearchID], from: [SavedSearchID]?)

    case clearHistory(CatalogKind, hosts: [String])
    /// Restores entries as older than all recorded since.
    case restoreHistory(ClearedHistory)

    /// Removes what an import of a file added, by its number. What the user has changed since stays, and so do stars.
    case removeImport(Int64)
    case restoreImport(Int64)
}

/// A favorite without its item, which the library has.
public struct FavoriteMark: Sendable, Hashable {
    public var id: ItemID
    /// When it was added; nil for any time.
    public var addedAt: Date?
    /// Whether the star on the server changed together with the favorite.
    public var changesStar: Bool
    /// Whether the server did not have it when it was removed.
    public var isGone: Bool

    public init(_ id: ItemID, addedAt: Date? = nil, changesStar: Bool = false, isGone: Bool = false) {
        self.id = id
        self.addedAt = addedAt
        self.changesStar = changesStar
        self.isGone = isGone
    }
}

/// Items that get a tag, or lose it.
public struct TagAssignment: Sendable, Hashable {
    public var name: String
    /// The color of a new tag.
    public var color: TagColor?
    public var isSet: Bool
    public var items: [ItemID]
    /// Whether a tag that does not exist is created.
    public var creates: Bool
    /// Whether a tag that no item has any more is deleted.
    public var deletes: Bool

    public init(
        _ name: String, color: TagColor? = nil, isSet: Bool, on items: [ItemID], creates: Bool = false,
        deletes: Bool = false
    ) {
        self.name = name
        self.color = color
        self.isSet = isSet
        self.items = items
        self.creates = creates
        self.deletes = deletes
    }
}

public struct SavedSearchQuery: Sendable, Hashable {
    public var text: String
    /// Nil for the default order of the source.
    public var order: ItemOrder?

    public init(text: String, order: ItemOrder?) {
        self.text = text
        self.order = order
    }
}

public struct SavedSearchFields: Sendable, Hashable {
    public var name: String
    public var source: String
    public var query: SavedSearchQuery

    public init(name: String, source: String, query: SavedSearchQuery) {
        self.name = name
        self.source = source
        self.query = query
    }

    public init(_ search: SavedSearch) {
        self.init(
            name: search.name, source: search.source,
            query: SavedSearchQuery(text: search.text, order: search.order))
    }
}

/// The search history of one kind of item, as it was before it was cleared.
public struct ClearedHistory: Sendable, Hashable {
    public struct Query: Sendable, Hashable {
        public var text: String
        public var usedAt: Date

        public init(text: String, usedAt: Date) {
            self.text = text
            self.usedAt = usedAt
        }
    }

    public var catalog: CatalogKind
    public var hosts: [String]
    /// The newest first.
    public var queries: [Query]
    public var viewed: [Item]

    public init(catalog: CatalogKind, hosts: [String], queries: [Query], viewed: [Item]) {
        self.catalog = catalog
        self.hosts = hosts
        self.queries = queries
        self.viewed = viewed
    }
}

public struct AppliedEdit: Sendable, Hashable {
    /// Undoes what really changed; nil if nothing did.
    public var inverse: LibraryEdit?
    /// The number of parts that were left as they are, because they are not as the edit expects them.
    public var skipped: Int
    /// The name of the only item.
    public var title: String?
    public var tag: Tag?
    public var search: SavedSearch?
    /// The text of the note, if the library joined it with another text.
    public var joinedNote: String?

    public init(_ inverse: LibraryEdit?, skipped: Int = 0) {
        self.inverse = inverse
        self.skipped = skipped
    }
}

/// How exactly the library must be as an edit expects it.
public enum EditPrecondition: Sendable, Hashable {
    /// The user sees the library and wants the change: as much of it as possible.
    case none
    /// The edit undoes or repeats another: what has changed since is skipped.
    case unchanged
}

public protocol EditStore: Sendable {
    /// Applies an edit in one transaction.
    /// - Parameter changes: written to the outbox in the same transaction, except those of skipped items.
    @discardableResult
    func apply(
        _ edit: LibraryEdit, sending changes: [OutboxChange], if precondition: EditPrecondition
    ) async throws(AnnotationFailure) -> AppliedEdit
    /// Returns those of the items that are favorites or removed favorites.
    func items(of ids: [ItemID]) async throws(LibraryFailure) -> [Item]
}

extension LibraryEdit {
    public var items: [ItemID] {
        switch self {
        case .addFavorites(let favorites): favorites.map(\.id)
        case .removeFavorites(let marks), .restoreFavorites(let marks): marks.map(\.id)
        case .setStars(let ids, _, _): ids
        case .markUpdates(let updates, _): updates?.map(\.item) ?? []
        case .assignTag(let assignment): assignment.items
        case .restoreTag(let removed, _): removed.items
        case .writeNote(let id, _, _): [id]
        case .restoreHistory(let history): history.viewed.map(\.id)
        case .renameTag, .colorTag, .mergeTag, .deleteTag, .addSearch, .deleteSearch, .restoreSearch, .renameSearch,
            .updateSearch, .orderSearches, .clearHistory, .removeImport, .restoreImport:
            []
        }
    }

    /// How much memory the edit needs, in IDs.
    package var weight: Int {
        switch self {
        case .restoreTag(let removed, _):
            1 + removed.items.count + removed.addedByMerge.count + removed.searches.count
        case .renameTag(_, _, let searches): 1 + (searches?.count ?? 0)
        default: 1 + items.count
        }
    }

    /// Whether items become favorites; nil for another edit.
    package var makesFavorites: Bool? {
        switch self {
        case .addFavorites, .restoreFavorites: true
        case .removeFavorites: false
        default: nil
        }
    }

    /// The items whose stars change together with the favorites, as far as the edit says.
    package var itemsWithStar: [ItemID] {
        switch self {
        case .removeFavorites(let marks), .restoreFavorites(let marks): marks.filter(\.changesStar).map(\.id)
        case .setStars(let ids, _, _): ids
        default: []
        }
    }
}
