package import StargazerCore

/// The content of one position in a list: an item or the footer.
enum ListEntry: Equatable, Sendable {
    case item(ItemContent)
    /// An item that is not loaded yet.
    case placeholder
    case footer(ListFooter)

    /// The identity of a position. There may be a hundred thousand favorites, so item IDs are stored indirectly.
    enum ID: Hashable, Sendable {
        indirect case item(ItemID)
        case favorite(FavoriteRowID)
        /// The number of items before it gives the footer a new identity after each batch. With the same identity, GTK
        /// would keep it in place and scroll to the new end.
        case footer(after: Int)

        var isItem: Bool {
            if case .footer = self { return false }
            return true
        }
    }
}

/// The entries of a list: the IDs of its positions, and the content of each.
package struct ListEntries {
    var ids: [ListEntry.ID] = []
    var entry: @MainActor (ListEntry.ID, Int) -> ListEntry = { _, _ in .placeholder }
    /// Called with the position at the top of the screen.
    var topRowChanged: @MainActor (Int) -> Void = { _ in }

    /// Returns the entries of results, which are all loaded.
    package static func results(
        _ rows: [ItemContent], footer: ListFooter = .none, topRowChanged: @escaping @MainActor (Int) -> Void = { _ in }
    ) -> ListEntries {
        let ids = rows.map { ListEntry.ID.item($0.id) } + (footer == .none ? [] : [.footer(after: rows.count)])
        return ListEntries(
            ids: ids, entry: { _, index in index < rows.count ? .item(rows[index]) : .footer(footer) },
            topRowChanged: topRowChanged)
    }

    /// Removes the footer and returns it.
    @MainActor mutating func removeFooter() -> ListFooter {
        guard let id = ids.last, !id.isItem, case .footer(let footer) = entry(id, ids.count - 1) else { return .none }
        ids.removeLast()
        return footer
    }

    /// Returns the entries of favorites, of which only those near the screen are loaded.
    @MainActor static func favorites(_ rows: [FavoriteRowID], _ contents: FavoriteRowLoader) -> ListEntries {
        ListEntries(
            ids: ids(of: rows),
            entry: { [weak contents] id, _ in
                guard case .favorite(let row) = id else { return .placeholder }
                return contents?.content(of: row).map { .item($0) } ?? .placeholder
            },
            topRowChanged: { [weak contents] in contents?.didScrollTo($0) })
    }
    /// Not on the main actor: there, Swift would check the isolation for each of a hundred thousand elements.
    nonisolated private static func ids(of rows: [FavoriteRowID]) -> [ListEntry.ID] { rows.map { .favorite($0) } }
}
