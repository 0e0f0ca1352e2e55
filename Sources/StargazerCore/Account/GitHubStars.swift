public import Observation

/// The account's stars on its server, separate from the favorites.
/// Stars follow changes of favorites, never the other way round.
@MainActor @Observable public final class GitHubStars {
    public private(set) var states = StarStates()
    public private(set) var problem: StarMutationFailure?

    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let queue: WishLine<StarMutation>
    @ObservationIgnored private let writes = LibraryWrites()
    @ObservationIgnored private var isSignedIn = false
    /// The star states of removed favorites, for undo.
    @ObservationIgnored private var removed: [ItemID: Bool] = [:]

    public init(account: any GitHubAccount, favoritesModel: FavoritesModel, formats: Formats) {
        self.account = account
        self.favoritesModel = favoritesModel
        queue = WishLine(formats: formats) { wish throws(CatalogFailure) in
            try await account.setStarred(wish.isStarred, wish.item)
        }
        queue.changed = { [weak self] in self?.show() }
        queue.learned = { [writes] isStarred, item in
            writes.add { library throws(LibraryFailure) in
                try await library.recordStar(isStarred, on: item)
            } done: { _ in
            }
        }
        queue.failed = { [weak self] in self?.problem = $0 }
        favoritesModel.addObserver { [weak self] event in self?.follow(event) }
    }

    /// - Parameter library: stores star states from now on.
    public func attach(library: any Library) { writes.attach(library) }

    /// Returns whether the account has starred the item, as last changed or loaded.
    /// Nil when there is no account on the item's server.
    public func state(of id: ItemID) -> Bool? {
        states.isStarred(id, stored: favoritesModel.facts[id]?.isStarredOnServer)
    }

    /// Sets or removes the account's star. Does not change the favorite.
    public func setStarred(_ isStarred: Bool, _ item: Item) {
        enqueue(StarMutation(item: item, isStarred: isStarred, isFromFavorite: false))
    }

    /// Repeats the requests that failed.
    public func tryAgain(_ problem: StarMutationFailure) {
        for refused in problem.mutations { enqueue(refused) }
    }

    /// Loads the star state of an item, once. Failures are not shown.
    public func loadState(of item: Item) {
        guard states.apply(to: item.id) else { return }
        queue.loadState(of: item) { [account] () throws(CatalogFailure) in try await account.isStarred(item) }
    }

    /// Returns when all requests have been confirmed or rejected, and saved.
    public func settled() async {
        await queue.settled()
        await withCheckedContinuation { continuation in
            writes.add({ _ in }, done: { _ in continuation.resume() })
        }
    }

    // MARK: Account

    /// - Parameter login: the account. The library deletes the stars of any other.
    func signedIn(as login: String) {
        isSignedIn = true
        removed = [:]
        queue.begin()
        writes.add { [host = account.host] library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        } done: { _ in
        }
    }

    /// Updates the library after its file was replaced: it may hold another account's stars.
    /// - Parameter login: the signed-in account; nil while signed out.
    func libraryReplaced(login: String?) {
        removed = [:]
        guard let login else { return }
        writes.add { [host = account.host] library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        } done: { _ in
        }
    }

    /// Clears all star states.
    /// - Parameter isRefused: whether the server rejected the credential. Pending requests then report this failure.
    func signedOut(isRefused: Bool) {
        isSignedIn = false
        removed = [:]
        queue.begin(saying: isRefused ? .unauthorized : nil)
    }

    // MARK: Requests

    private func follow(_ event: FavoriteEvent) {
        switch event {
        case .added(let item): enqueue(StarMutation(item: item, isStarred: true, isFromFavorite: true))
        case .removed(let item):
            removed[item.id] = state(of: item.id)
            // A star that was not visible is not removed without the user's knowledge.
            guard removed[item.id] == true else { return }
            enqueue(StarMutation(item: item, isStarred: false, isFromFavorite: true))
        case .restored(let item):
            guard removed[item.id] == true else { return }
            enqueue(StarMutation(item: item, isStarred: true, isFromFavorite: true))
        }
    }

    private func enqueue(_ mutation: StarMutation) {
        if let shown = state(of: mutation.item.id) { queue.wish(mutation, shown: shown) }
    }

    private func show() { states = StarStates(host: isSignedIn ? account.host : nil, known: queue.told) }
}
