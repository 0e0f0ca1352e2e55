public import Foundation

/// An item saved on this computer, with the facts that its row shows offline.
public struct Favorite: Sendable, Hashable, Identifiable {
    public var item: Item
    public var addedAt: Date
    /// Whether the account starred it on the server, as requested or last known; nil when never loaded.
    public var isStarredOnServer: Bool?
    /// The request for the star that the server has not confirmed; nil without one.
    public var starRequest: StarRequest?
    /// Whether the server did not have it when its details were last requested.
    public var isGone: Bool

    public var id: ItemID { item.id }

    public init(
        item: Item, addedAt: Date, isStarredOnServer: Bool? = nil, starRequest: StarRequest? = nil,
        isGone: Bool = false
    ) {
        self.item = item
        self.addedAt = addedAt
        self.isStarredOnServer = isStarredOnServer
        self.starRequest = starRequest
        self.isGone = isGone
    }
}

/// A change that could not be saved, to be shown once.
public struct FavoritesError: Equatable, Sendable {
    public let serial: Int
    public let failure: LibraryFailure
}
