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
