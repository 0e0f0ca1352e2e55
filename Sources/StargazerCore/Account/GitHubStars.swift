public import Observation

/// The stars on the account's server, the second fact of an item: they follow what is done to the favorites and never
/// lead it.
@MainActor @Observable public final class GitHubStars {
    public private(set) var states = StarStates()
    public private(set) var problem: StarMutationFailure?

    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let queue: WishLine<StarMutation>
    @ObservationIgnored private let writes = LibraryWrites()
    @ObservationIgnored private var isSignedIn = false
    /// What showed when a favorite was taken off, for putting it back.
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

    /// - Parameter library: where what is learned of stars is kept from now on.
    public func attach(library: any Library) { writes.attach(library) }

    /// Whether the account's star is on the item, as last wished or known; nil where there is no account for it.
    public func state(of id: ItemID) -> Bool? {
        states.isStarred(id, stored: favoritesModel.facts[id]?.isStarredOnServer)
    }

    /// Sets or takes back the account's star alone; the favorite stays as it is.
    public func setStarred(_ isStarred: Bool, _ item: Item) {
        enqueue(StarMutation(item: item, isStarred: isStarred, isFromFavorite: false))
    }

    /// Wishes the same again that was refused.
    public func tryAgain(_ problem: StarMutationFailure) {
        for refused in problem.mutations { enqueue(refused) }
    }

    /// Asks once whether the account's star is on the item; failing to learn it is not worth a word.
    public func loadState(of item: Item) {
        guard states.apply(to: item.id) else { return }
        queue.loadState(of: item) { [account] () throws(CatalogFailure) in try await account.isStarred(item) }
    }

    /// Returns when all that was wished is confirmed or refused, and kept.
    public func settled() async {
        await queue.settled()
        await withCheckedContinuation { continuation in
            writes.add({ _ in }, done: { _ in continuation.resume() })
        }
    }

    // MARK: Who is signed in

    /// - Parameter login: what the library holds of another's stars is forgotten.
    func signedIn(as login: String) {
        isSignedIn = true
        removed = [:]
        queue.begin()
        writes.add { [host = account.host] library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        } done: { _ in
        }
    }

    /// The library may hold the stars of another login.
    /// - Parameter login: who is signed in; nil for nobody.
    func libraryReplaced(login: String?) {
        removed = [:]
        guard let login else { return }
        writes.add { [host = account.host] library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        } done: { _ in
        }
    }

    /// All marks go.
    /// - Parameter isRefused: the server does not accept the credential any more, which is said where a star was wished.
    func signedOut(isRefused: Bool) {
        isSignedIn = false
        removed = [:]
        queue.begin(saying: isRefused ? .unauthorized : nil)
    }

    // MARK: Wishing

    private func follow(_ event: FavoriteEvent) {
        switch event {
        case .added(let item): enqueue(StarMutation(item: item, isStarred: true, isFromFavorite: true))
        case .removed(let item):
            removed[item.id] = state(of: item.id)
            // A star that nobody was shown is not taken back behind their back.
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
