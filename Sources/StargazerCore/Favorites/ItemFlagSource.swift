import Observation
public import StargazerLibrary

/// The flags of all items. Every list and pane reads and observes them here.
@MainActor public struct ItemFlagSource {
    let favoritesModel: FavoritesModel
    let stars: GitHubStars?
    let follows: GitHubFollows?

    /// Stars and follows are nil when there is no account.
    public init(favoritesModel: FavoritesModel, stars: GitHubStars? = nil, follows: GitHubFollows? = nil) {
        self.favoritesModel = favoritesModel
        self.stars = stars
        self.follows = follows
    }

    public func flags(of id: ItemID) -> ItemFlags {
        ItemFlags(
            isFavorite: favoritesModel.contains(id), isStarredOnServer: stars?.state(of: id),
            isStarWaiting: isStarWaiting(id, favoritesModel.facts[id]?.starRequest), follow: follows?.states[id],
            isGone: favoritesModel.facts[id]?.isGone == true)
    }

    /// Whether the server did not accept the request for a star yet; it is sent again.
    func isStarWaiting(_ id: ItemID, _ request: StarRequest?) -> Bool {
        request == .failed && favoritesModel.canStar(id) && favoritesModel.pendingStars[id] == nil
    }

    /// Loads the account's star and follow state of an opened item, once.
    func loadState(of item: Item) {
        stars?.loadState(of: item)
        follows?.loadState(of: item)
    }

    func recordRelation(_ items: [Item], in kind: RelationKind, of origin: Item) {
        follows?.recordRelation(items, in: kind, of: origin)
    }

    /// Calls `changed` immediately and after each change, until the task is cancelled.
    func watch(_ changed: @escaping @MainActor () -> Void) -> Task<Void, Never> {
        Task { [favoritesModel, stars, follows] in
            for await _ in Observations({
                (favoritesModel.facts, favoritesModel.pendingStars, stars?.host, follows?.states)
            }) { changed() }
        }
    }
}
