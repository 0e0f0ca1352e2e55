public import Observation

/// The account's stars on its server, separate from the favorites.
/// Stars follow changes of favorites, never the other way round.
@MainActor @Observable public final class GitHubStars {
    public private(set) var states = StarStates()
    public private(set) var problem: MutationFailure?

    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let outbox: OutboxSender
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private var isSignedIn = false
    /// The star states of removed favorites, for undo.
    @ObservationIgnored private var removed: [ItemID: Bool] = [:]

    /// - Parameter writer: the queue that the outbox is written by.
    package init(
        account: any GitHubAccount, favoritesModel: FavoritesModel, outbox: OutboxSender, writer: LibraryWriter
    ) {
        self.account = account
        self.favoritesModel = favoritesModel
        self.outbox = outbox
        self.writer = writer
        outbox.listen(
            .star,
            OutboxSender.Listener(
                changed: { [weak self] in self?.show() },
                learned: { [writer] isStarred, item in
                    writer.add { library throws(LibraryFailure) in
                        try await library.recordStar(isStarred, on: item)
                    } done: { _ in
                    }
                }, failed: { [weak self] in self?.problem = $0 }))
        favoritesModel.mutations = FavoriteMutations(
            change: { [weak self] event in self?.change(for: event) },
            written: { [outbox] change, result in outbox.written(change, result) },
            undoDiscarded: { [outbox] in outbox.release() })
    }

    /// Returns whether the account has starred the item, as last changed or loaded.
    /// Nil when there is no account on the item's server.
    public func state(of id: ItemID) -> Bool? {
        states.isStarred(id, stored: favoritesModel.facts[id]?.isStarredOnServer)
    }

    /// Sets or removes the account's star. Does not change the favorite.
    public func setStarred(_ isStarred: Bool, _ item: Item) {
        guard let shown = state(of: item.id) else { return }
        outbox.send(AccountMutation(.star, item, isSet: isStarred), shown: shown)
    }

    /// Repeats the requests that failed.
    public func tryAgain(_ problem: MutationFailure) { outbox.tryAgain(problem) }

    /// Loads the star state of an item, once. Failures are not shown.
    public func loadState(of item: Item) {
        guard states.apply(to: item.id) else { return }
        outbox.loadState(.star, of: item) { [account] () throws(CatalogFailure) in try await account.isStarred(item) }
    }

    // MARK: Account

    /// - Parameter login: the account. The library deletes the stars of any other.
    func signedIn(as login: String) {
        isSignedIn = true
        removed = [:]
        setStarAccount(login)
        show()
    }

    /// Updates the library after its file was replaced: it may hold another account's stars.
    /// - Parameter login: the signed-in account; nil while signed out.
    func libraryReplaced(login: String?) {
        removed = [:]
        if let login { setStarAccount(login) }
    }

    private func setStarAccount(_ login: String) {
        writer.add { [host = account.host] library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        } done: { _ in
        }
    }

    /// Clears all star states.
    func signedOut() {
        isSignedIn = false
        removed = [:]
        show()
    }

    // MARK: Favorites

    /// Returns the change of the star that belongs to a change of a favorite, and shows it.
    private func change(for event: FavoriteEvent) -> OutboxChange? {
        switch event {
        case .added(let item): return change(item, isSet: true)
        case .removed(let item):
            removed[item.id] = state(of: item.id)
            // A star that was not visible is not removed without the user's knowledge.
            return removed[item.id] == true ? change(item, isSet: false) : nil
        case .restored(let item): return removed[item.id] == true ? change(item, isSet: true) : nil
        }
    }

    private func change(_ item: Item, isSet: Bool) -> OutboxChange? {
        guard let shown = state(of: item.id) else { return nil }
        let mutation = AccountMutation(.star, item, isSet: isSet, isFromFavorite: true)
        return outbox.request(mutation, shown: shown, isHeldBack: !isSet)
    }

    private func show() { states = StarStates(host: isSignedIn ? account.host : nil, known: outbox.states(.star)) }
}
