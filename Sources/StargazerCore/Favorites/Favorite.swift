public import Foundation

/// An item saved on this computer, with the facts that its row shows offline.
public struct Favorite: Sendable, Hashable, Identifiable {
    public var item: Item
    public var addedAt: Date
    /// Whether the account starred it on the server, as last known; nil when never loaded.
    public var isStarredOnServer: Bool?
    /// Whether the server did not have it when its details were last requested.
    public var isGone: Bool

    public var id: ItemID { item.id }

    public init(item: Item, addedAt: Date, isStarredOnServer: Bool? = nil, isGone: Bool = false) {
        self.item = item
        self.addedAt = addedAt
        self.isStarredOnServer = isStarredOnServer
        self.isGone = isGone
    }
}

/// A removed favorite, for undo.
public struct Removal: Equatable, Sendable {
    /// Unique for each removal.
    public let serial: Int
    public let favorite: Favorite
}

/// A change that could not be saved, to be shown once.
public struct FavoritesError: Equatable, Sendable {
    /// Unique for each error.
    public let serial: Int
    public let failure: LibraryFailure
}

/// A change the user made to favorites, before it is known whether it could be saved.
enum FavoriteEvent {
    case added
    case removed
    /// The removal was undone, so that everything is restored.
    case restored
}

/// How changes of favorites change the account's stars: both are written together, so that neither is ever lost.
@MainActor struct FavoriteMutations {
    /// Returns the changes for the server that belong to a change of favorites.
    var changes: (FavoriteEvent, [Item]) -> [OutboxChange]
    /// Called when both are on disk, or have failed.
    var written: ([OutboxChange], Result<Void, LibraryFailure>) -> Void
    /// Called when removals can no longer be undone.
    var undoDiscarded: () -> Void
}
