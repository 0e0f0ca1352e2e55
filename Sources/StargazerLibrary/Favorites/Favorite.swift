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

/// The ID of a favorite's row in the library. It stays the same while the item is a favorite and is never reused.
public struct FavoriteRowID: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct StoredFavorite: Sendable, Hashable {
    public var row: FavoriteRowID
    /// Changes with each write of the row by any process.
    public var stamp: Int64
    public var favorite: Favorite
    /// Whether another favorite had the same name after its owner when the row was read.
    public var hasNamesake: Bool

    public init(row: FavoriteRowID, stamp: Int64, favorite: Favorite, hasNamesake: Bool = false) {
        self.row = row
        self.stamp = stamp
        self.favorite = favorite
        self.hasNamesake = hasNamesake
    }
}
