public import Observation

/// The stars on the account's server, the second fact of an item: they follow what is done to the favorites and never
/// lead it.
@MainActor @Observable public final class GitHubStars {
    public private(set) var marks = StarMarks()
    public private(set) var problem: StarProblem?

    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let shelf: FavoritesShelf
    @ObservationIgnored private let line: WishLine<StarWish>
    @ObservationIgnored private let writes = LibraryWrites()
    @ObservationIgnored private var isSignedIn = false
    /// What showed when a favorite was taken off, for putting it back.
    @ObservationIgnored private var removed: [ItemID: Bool] = [:]

    public init(account: any GitHubAccount, shelf: FavoritesShelf, formats: Formats) {
        self.account = account
        self.shelf = shelf
        line = WishLine(formats: formats) { wish throws(CatalogFailure) in
            try await account.setStarred(wish.isStarred, wish.item)
        }
        line.changed = { [weak self] in self?.show() }
        line.learned = { [writes] isStarred, item in
            writes.add { library throws(LibraryFailure) in
                try await library.noteStar(isStarred, on: item)
            } done: { _ in
            }
        }
        line.failed = { [weak self] in self?.problem = $0 }
        shelf.hear { [weak self] intent in self?.follow(intent) }
    }

    /// - Parameter library: where what is learned of stars is kept from now on.
    public func attach(library: any Library) { writes.attach(library) }

    /// Whether the account's star is on the item, as last wished or known; nil where there is no account for it.
    public func mark(of id: ItemID) -> Bool? {
        marks.isStarred(id, stored: shelf.facts[id]?.isStarredOnServer)
    }

    /// Sets or takes back the account's star alone; the favorite stays as it is.
    public func setStarred(_ isStarred: Bool, _ item: Item) {
        wish(StarWish(item: item, isStarred: isStarred, isOfFavorite: false))
    }

    /// Wishes the same again that was refused.
    public func tryAgain(_ problem: StarProblem) {
        for refused in problem.wishes { wish(refused) }
    }

    /// Asks once whether the account's star is on the item; failing to learn it is not worth a word.
    public func look(at item: Item) {
        guard marks.apply(to: item.id) else { return }
        line.look(at: item) { [account] () throws(CatalogFailure) in try await account.isStarred(item) }
    }

    /// Returns when all that was wished is confirmed or refused, and kept.
    public func settled() async {
        await line.settled()
        await withCheckedContinuation { continuation in
            writes.add({ _ in }, done: { _ in continuation.resume() })
        }
    }

    // MARK: Who is signed in

    /// - Parameter login: what the library holds of another's stars is forgotten.
    func signedIn(as login: String) {
        isSignedIn = true
        removed = [:]
        line.begin()
        writes.add { [host = account.host] library throws(LibraryFailure) in
            try await library.accountChanged(login: login, host: host)
        } done: { _ in
        }
    }

    /// The library may hold the stars of another login.
    /// - Parameter login: who is signed in; nil for nobody.
    func libraryReplaced(login: String?) {
        removed = [:]
        guard let login else { return }
        writes.add { [host = account.host] library throws(LibraryFailure) in
            try await library.accountChanged(login: login, host: host)
        } done: { _ in
        }
    }

    /// All marks go.
    /// - Parameter isRefused: the server does not accept the credential any more, which is said where a star was wished.
    func signedOut(isRefused: Bool) {
        isSignedIn = false
        removed = [:]
        line.begin(saying: isRefused ? .unauthorized : nil)
    }

    // MARK: Wishing

    private func follow(_ intent: FavoriteIntent) {
        switch intent {
        case .added(let item): wish(StarWish(item: item, isStarred: true, isOfFavorite: true))
        case .removed(let item):
            removed[item.id] = mark(of: item.id)
            // A star that nobody was shown is not taken back behind their back.
            guard removed[item.id] == true else { return }
            wish(StarWish(item: item, isStarred: false, isOfFavorite: true))
        case .putBack(let item):
            guard removed[item.id] == true else { return }
            wish(StarWish(item: item, isStarred: true, isOfFavorite: true))
        }
    }

    private func wish(_ wish: StarWish) {
        if let shown = mark(of: wish.item.id) { line.wish(wish, shown: shown) }
    }

    private func show() { marks = StarMarks(host: isSignedIn ? account.host : nil, told: line.told) }
}
