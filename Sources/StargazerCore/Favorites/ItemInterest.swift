/// The items that one screen shows: what the library knows of them is known while this lives.
@MainActor package final class ItemInterest {
    private(set) var ids: Set<ItemID> = []
    private weak var shelf: FavoritesShelf?

    init(_ shelf: FavoritesShelf) { self.shelf = shelf }

    /// Returns when the library's word on these is known, or no library is open yet.
    /// - Parameter anew: the others are of no interest any more.
    package func learn(_ ids: [ItemID], anew: Bool) async {
        if anew { self.ids = [] }
        self.ids.formUnion(ids)
        await shelf?.learn(ids)
    }
}
