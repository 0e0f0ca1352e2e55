/// Several items that were added to the favorites together, to be offered for undo once.
public struct Addition: Sendable {
    /// Unique for each addition.
    public let serial: Int
    public let items: [Item]
}

extension FavoritesModel {
    /// Adds those of the items that are not favorites yet, and offers to undo that once they are on disk.
    func addTogether(_ items: [Item]) {
        let new = items.filter { !willBeFavorite($0.id) }
        guard !new.isEmpty else { return }
        add(new)
        Task {
            await settled()
            let added = new.filter { willBeFavorite($0.id) }
            if !added.isEmpty { addition = Addition(serial: nextSerial(), items: added) }
        }
    }

    /// Removes what was added, except what was removed since. That removal can be undone as well.
    public func undo(_ addition: Addition) { removeItems(addition.items.filter { willBeFavorite($0.id) }) }
}
