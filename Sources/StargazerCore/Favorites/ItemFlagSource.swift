import Observation

/// The one source of what is the person's own about items: whether they are favorites, and starred by the account. Every
/// list and pane asks it, and hears from it when that changes.
@MainActor public struct ItemFlagSource {
    let shelf: FavoritesShelf
    let stars: GitHubStars?

    /// - Parameter stars: nil where there is no account.
    public init(shelf: FavoritesShelf, stars: GitHubStars? = nil) {
        self.shelf = shelf
        self.stars = stars
    }

    public func flags(of id: ItemID) -> ItemFlags {
        ItemFlags(isFavorite: shelf.contains(id), isStarredOnServer: stars?.mark(of: id))
    }

    /// Calls at once and after each change, until the task is cancelled.
    func watch(_ changed: @escaping @MainActor () -> Void) -> Task<Void, Never> {
        Task { [shelf, stars] in
            for await _ in Observations({ (shelf.facts, stars?.marks) }) { changed() }
        }
    }
}
