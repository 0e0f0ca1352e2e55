import Observation

/// The one source of what is the person's own about items: whether they are favorites, and what the account has to do
/// with them. Every list and pane asks it, and hears from it when that changes.
@MainActor public struct ItemFlagSource {
    let favoritesModel: FavoritesModel
    let stars: GitHubStars?
    let follows: GitHubFollows?

    /// - Parameters:
    ///   - stars: nil where there is no account.
    ///   - follows: nil where there is no account.
    public init(favoritesModel: FavoritesModel, stars: GitHubStars? = nil, follows: GitHubFollows? = nil) {
        self.favoritesModel = favoritesModel
        self.stars = stars
        self.follows = follows
    }

    public func flags(of id: ItemID) -> ItemFlags {
        ItemFlags(
            isFavorite: favoritesModel.contains(id), isStarredOnServer: stars?.state(of: id),
            follow: follows?.states[id])
    }

    /// An item is looked at by itself: what the account has to do with it is asked for, once.
    func loadState(of item: Item) {
        stars?.loadState(of: item)
        follows?.loadState(of: item)
    }

    /// A list may tell what the account has to do with those in it.
    func recordRelation(_ items: [Item], in kind: RelationKind, of origin: Item) {
        follows?.recordRelation(items, in: kind, of: origin)
    }

    /// Calls at once and after each change, until the task is cancelled.
    func watch(_ changed: @escaping @MainActor () -> Void) -> Task<Void, Never> {
        Task { [favoritesModel, stars, follows] in
            for await _ in Observations({ (favoritesModel.facts, stars?.states, follows?.states) }) { changed() }
        }
    }
}
