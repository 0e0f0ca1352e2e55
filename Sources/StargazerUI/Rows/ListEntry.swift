package import StargazerCore

/// What one place of a list of items shows: an item, or what stands after the last one.
enum ListEntry: Equatable, Sendable {
    case item(ItemContent)
    /// An item that is still being read.
    case placeholder
    case footer(ListFooter)

    /// What a place is told from others by. There may be a hundred thousand: hence the item's apart.
    enum ID: Hashable, Sendable {
        indirect case item(ItemID)
        case favorite(FavoriteRowID)
        /// The number of items before it makes it another place after each batch: were it the same, GTK would hold on to
        /// it and scroll along to the new end.
        case footer(after: Int)

        var isItem: Bool {
            if case .footer = self { return false }
            return true
        }
    }
}

/// What a list shows: the names of its places, and what stands at each.
package struct ListEntries {
    var ids: [ListEntry.ID] = []
    var entry: @MainActor (ListEntry.ID, Int) -> ListEntry = { _, _ in .placeholder }
    /// Told which place is on top of the screen.
    var topRowChanged: @MainActor (Int) -> Void = { _ in }

    /// Results that are all there.
    package static func results(
        _ rows: [ItemContent], footer: ListFooter = .none, topRowChanged: @escaping @MainActor (Int) -> Void = { _ in }
    ) -> ListEntries {
        let ids = rows.map { ListEntry.ID.item($0.id) } + (footer == .none ? [] : [.footer(after: rows.count)])
        return ListEntries(
            ids: ids, entry: { _, index in index < rows.count ? .item(rows[index]) : .footer(footer) },
            topRowChanged: topRowChanged)
    }

    /// Takes off what stands after the last item.
    @MainActor mutating func removeFooter() -> ListFooter {
        guard let id = ids.last, !id.isItem, case .footer(let footer) = entry(id, ids.count - 1) else { return .none }
        ids.removeLast()
        return footer
    }

    /// Favorites, of which those near the screen are read.
    @MainActor static func favorites(_ rows: [FavoriteRowID], _ contents: FavoriteRowLoader) -> ListEntries {
        ListEntries(
            ids: ids(of: rows),
            entry: { [weak contents] id, _ in
                guard case .favorite(let row) = id else { return .placeholder }
                return contents?.content(of: row).map { .item($0) } ?? .placeholder
            },
            topRowChanged: { [weak contents] in contents?.didScrollTo($0) })
    }
    /// Away from the main actor: there, whoever maps a hundred thousand is asked for each whether it is there.
    nonisolated private static func ids(of rows: [FavoriteRowID]) -> [ListEntry.ID] { rows.map { .favorite($0) } }
}
