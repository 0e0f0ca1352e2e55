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
                    }
                }, failed: { [weak self] in self?.problem = $0 }))
        favoritesModel.mutations = FavoriteMutations(
            account: { [outbox] in outbox.current },
            isWaiting: { [outbox] in outbox.isWaiting(.star, $0) },
            changes: { [weak self] in self?.changes(isSet: $0, of: $1) ?? [] },
            written: { [outbox] changes, isWritten in outbox.written(changes, isWritten: isWritten) },
            release: { [outbox] in outbox.release() })
    }

    /// Returns whether the account has starred the item, as last changed or loaded.
    /// Nil when there is no account on the item's server.
    public func state(of id: ItemID) -> Bool? {
        states.isStarred(id, stored: favoritesModel.facts[id]?.isStarredOnServer)
    }

    /// Sets or removes the account's stars. Does not change the favorites.
    public func setStarred(_ isStarred: Bool, _ items: [Item]) {
        outbox.send(
            items.compactMap { item in
                state(of: item.id).map { (AccountMutation(.star, item, isSet: isStarred), $0) }
            })
    }

    public func setStarred(_ isStarred: Bool, _ item: Item) { setStarred(isStarred, [item]) }

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
        setStarAccount(login)
        show()
    }

    /// Updates the library after its file was replaced: it may hold another account's stars.
    /// - Parameter login: the signed-in account; nil while signed out.
    func libraryReplaced(login: String?) {
        if let login { setStarAccount(login) }
    }

    private func setStarAccount(_ login: String) {
        writer.add { [host = account.host] library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        }
    }

    /// Clears all star states.
    func signedOut() {
        isSignedIn = false
        show()
    }

    // MARK: Favorites

    /// Returns the changes of the stars that belong to a change of favorites, and shows them.
    private func changes(isSet: Bool, of items: [Item]) -> [OutboxChange] {
        let requests = items.compactMap { item -> OutboxSender.Request? in
            // A star that was not visible is not removed without the user's knowledge.
            guard let shown = state(of: item.id), isSet || shown else { return nil }
            return (AccountMutation(.star, item, isSet: isSet, isFromFavorite: true), shown)
        }
        return outbox.request(requests, isHeldBack: !isSet)
    }

    private func show() {
        states = StarStates(
            host: isSignedIn ? account.host : nil, current: outbox.states(.star), waiting: outbox.waiting(.star))
    }
}
