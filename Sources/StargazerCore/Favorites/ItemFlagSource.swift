import Observation

/// The one source of what is the person's own about items: whether they are favorites, and what the account has to do
/// with them. Every list and pane asks it, and hears from it when that changes.
@MainActor public struct ItemFlagSource {
    let shelf: FavoritesShelf
    let stars: GitHubStars?
    let follows: GitHubFollows?

    /// - Parameters:
    ///   - stars: nil where there is no account.
    ///   - follows: nil where there is no account.
    public init(shelf: FavoritesShelf, stars: GitHubStars? = nil, follows: GitHubFollows? = nil) {
        self.shelf = shelf
        self.stars = stars
        self.follows = follows
    }

    public func flags(of id: ItemID) -> ItemFlags {
        ItemFlags(
            isFavorite: shelf.contains(id), isStarredOnServer: stars?.mark(of: id), follow: follows?.marks[id])
    }

    /// An item is looked at by itself: what the account has to do with it is asked for, once.
    func look(at item: Item) {
        stars?.look(at: item)
        follows?.look(at: item)
    }

    /// A list may tell what the account has to do with those in it.
    func learn(_ items: [Item], in kind: RelationKind, of origin: Item) {
        follows?.learn(items, in: kind, of: origin)
    }

    /// Calls at once and after each change, until the task is cancelled.
    func watch(_ changed: @escaping @MainActor () -> Void) -> Task<Void, Never> {
        Task { [shelf, stars, follows] in
            for await _ in Observations({ (shelf.facts, stars?.marks, follows?.marks) }) { changed() }
        }
    }
}
