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

/// A change that could not be saved, to be shown once.
public struct FavoritesError: Equatable, Sendable {
    /// Unique for each error.
    public let serial: Int
    public let failure: LibraryFailure
}

/// How changes of favorites change the account's stars: both are written together, so that neither is ever lost.
@MainActor struct FavoriteMutations {
    /// The signed-in account; nil while signed out.
    var account: () -> OutboxAccount?
    /// Whether a change of the item's star waits to be sent.
    var isWaiting: (ItemID) -> Bool
    /// Returns the changes for the server that set or remove the stars of items.
    var changes: (Bool, [Item]) -> [OutboxChange]
    /// Called when both are on disk, or with false when they are not.
    var written: ([OutboxChange], Bool) -> Void
    /// Sends what waits until it can no longer be undone.
    var release: () -> Void
}
