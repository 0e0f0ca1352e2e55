package import StargazerLibrary

/// The items of one screen. While this exists, the favorites model keeps their facts up to date.
@MainActor package final class TrackedItems {
    private(set) var ids: Set<ItemID> = []
    private weak var favoritesModel: FavoritesModel?

    init(_ favoritesModel: FavoritesModel) { self.favoritesModel = favoritesModel }

    /// Returns when these items' facts are loaded, or at once when no library is open.
    /// - Parameter startingOver: whether to stop tracking the previous items.
    package func load(_ ids: [ItemID], startingOver: Bool) async {
        if startingOver { self.ids = [] }
        self.ids.formUnion(ids)
        await favoritesModel?.load(ids)
    }
}

/// The items of all open screens.
@MainActor struct TrackedScreens {
    private struct Screen {
        weak var items: TrackedItems?
    }

    private var screens: [Screen] = []

    var ids: Set<ItemID> { screens.reduce(into: []) { $0.formUnion($1.items?.ids ?? []) } }

    func contains(_ id: ItemID) -> Bool { screens.contains { $0.items?.ids.contains(id) == true } }

    mutating func add(_ items: TrackedItems) { screens.append(Screen(items: items)) }

    mutating func removeClosed() { screens.removeAll { $0.items == nil } }
}
