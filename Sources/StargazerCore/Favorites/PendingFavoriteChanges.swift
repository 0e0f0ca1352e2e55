/// The latest change of each item by the user, until the library's published state agrees.
struct PendingFavoriteChanges {
    private struct Change {
        var stored: Favorite?
        var isFavorite: Bool
        /// The number of writes that have not ended.
        var unwritten: Int
    }

    private var changes: [ItemID: Change] = [:]

    func contains(_ id: ItemID) -> Bool { changes[id] != nil }

    /// Returns whether the item is a favorite after the change; nil without a change.
    func willBeFavorite(_ id: ItemID) -> Bool? { changes[id]?.isFavorite }

    /// The favorite as stored before the change, offered for undo when the item is removed again.
    func storedFavorite(_ id: ItemID) -> Favorite? { changes[id]?.stored }

    mutating func begin(_ id: ItemID, stored: Favorite?, isFavorite: Bool) {
        changes[id] = Change(
            stored: stored, isFavorite: isFavorite, unwritten: (changes[id]?.unwritten ?? 0) + 1)
    }

    mutating func writeEnded(_ ids: [ItemID]) {
        for id in ids { changes[id]?.unwritten -= 1 }
    }

    /// Drops the latest change when it could not be saved. An earlier change has been superseded anyway.
    mutating func writeFailed(_ ids: [ItemID]) {
        for id in ids where changes[id]?.unwritten == 0 { changes[id] = nil }
    }

    /// Drops changes that are saved and published.
    mutating func dropPublished(isFavorite: (ItemID) -> Bool) {
        for (id, change) in changes where change.unwritten == 0 && change.isFavorite == isFavorite(id) {
            changes[id] = nil
        }
    }
}
