/// The items that one screen shows: what the library knows of them is known while this lives.
@MainActor package final class TrackedItems {
    private(set) var ids: Set<ItemID> = []
    private weak var favoritesModel: FavoritesModel?

    init(_ favoritesModel: FavoritesModel) { self.favoritesModel = favoritesModel }

    /// Returns when the library's word on these is known, or no library is open yet.
    /// - Parameter anew: the others are of no interest any more.
    package func load(_ ids: [ItemID], startingOver: Bool) async {
        if startingOver { self.ids = [] }
        self.ids.formUnion(ids)
        await favoritesModel?.load(ids)
    }
}
