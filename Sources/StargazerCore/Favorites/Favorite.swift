public import Foundation

/// An item saved on this computer, with the facts that its row shows offline.
public struct Favorite: Sendable, Hashable, Identifiable {
    public var item: Item
    public var addedAt: Date
    /// Whether the account starred it on the server, as last known; nil when never loaded.
    public var isStarredOnServer: Bool?

    public var id: ItemID { item.id }

    public init(item: Item, addedAt: Date, isStarredOnServer: Bool? = nil) {
        self.item = item
        self.addedAt = addedAt
        self.isStarredOnServer = isStarredOnServer
    }
}
