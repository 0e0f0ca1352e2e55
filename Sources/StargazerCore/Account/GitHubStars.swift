public import Observation

/// The stars on the account's server, the second fact of an item: they follow what is done to the favorites and never
/// lead it. A wish shows at once and goes back when the server refuses it. One write is under way at a time, in the
/// order of the wishes; of several wishes for one item the last counts.
@MainActor @Observable public final class GitHubStars {
    public private(set) var marks = StarMarks()
    public private(set) var problem: StarProblem?

    private struct Wish {
        var wish: StarWish
        /// What showed before; going back to it needs no write.
        var before: Bool
    }

    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let shelf: FavoritesShelf
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let writes = LibraryWrites()
    @ObservationIgnored private var isSignedIn = false
    /// Counts the times that somebody came or went: what was asked for one is nothing to the next.
    @ObservationIgnored private var session = 0
    @ObservationIgnored private var wishes: [ItemID: Wish] = [:]
    /// What waits to be sent. The wish that is under way is not in it, unless it was changed meanwhile.
    @ObservationIgnored private var line: [ItemID] = []
    @ObservationIgnored private var sending: StarWish?
    @ObservationIgnored private var known: [ItemID: Bool] = [:]
    @ObservationIgnored private var asked: Set<ItemID> = []
    /// What showed when a favorite was taken off, for putting it back.
    @ObservationIgnored private var removed: [ItemID: Bool] = [:]
    @ObservationIgnored private var lastSerial = 0
    @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []

    public init(account: any GitHubAccount, shelf: FavoritesShelf, formats: Formats) {
        self.account = account
        self.shelf = shelf
        self.formats = formats
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
        let id = item.id
        guard marks.apply(to: id), known[id] == nil, wishes[id] == nil, asked.insert(id).inserted else { return }
        Task { [weak self, account, session] in
            let answer = try? await account.isStarred(item)
            guard let self, session == self.session else { return }
            guard let answer else {
                asked.remove(id)
                return
            }
            // What was wished meanwhile is newer.
            if wishes[id] == nil, known[id] == nil { learn(answer, of: item) }
        }
    }

    /// Returns when all that was wished is confirmed or refused, and kept.
    public func settled() async {
        if sending != nil || !line.isEmpty { await withCheckedContinuation { waiting.append($0) } }
        await withCheckedContinuation { continuation in
            writes.add({ _ in }, done: { _ in continuation.resume() })
        }
    }

    // MARK: Who is signed in

    /// - Parameter login: what the library holds of another's stars is forgotten.
    func signedIn(as login: String) {
        begin(isSignedIn: true)
        writes.add { [host = account.host] library throws(LibraryFailure) in
            try await library.accountChanged(login: login, host: host)
        } done: { _ in
        }
    }

    /// All marks go. What was not sent yet never will be: it was meant for the account that is gone.
    /// - Parameter isRefused: the server does not accept the credential any more, which is said where a star was wished.
    func signedOut(isRefused: Bool) {
        let lost = isRefused ? ([sending].compactMap(\.self) + line.compactMap { wishes[$0]?.wish }) : []
        begin(isSignedIn: false)
        if !lost.isEmpty { say(.unauthorized, lost) }
    }

    private func begin(isSignedIn: Bool) {
        self.isSignedIn = isSignedIn
        session += 1
        sending = nil
        (line, wishes, known, asked, removed) = ([], [:], [:], [], [:])
        show()
        proceed()
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
        let id = wish.item.id
        guard let shown = mark(of: id) else { return }
        let new = Wish(wish: wish, before: wishes[id]?.before ?? shown)
        if let sending, sending.item.id == id {
            // What is under way cannot be taken back, only followed by its opposite.
            wishes[id] = new
            line.removeAll { $0 == id }
            if sending.isStarred != wish.isStarred { line.append(id) }
        } else if wishes[id] != nil {
            wishes[id] = wish.isStarred == new.before ? nil : new
            if wishes[id] == nil { line.removeAll { $0 == id } }
        } else if known[id] != wish.isStarred {
            wishes[id] = new
            line.append(id)
        }
        show()
        proceed()
    }

    // MARK: Sending

    private func proceed() {
        guard sending == nil else { return }
        guard !line.isEmpty, let wish = wishes[line.removeFirst()]?.wish else {
            let done = waiting
            waiting = []
            for continuation in done { continuation.resume() }
            return
        }
        sending = wish
        // The task keeps this alive: what was pressed before the window closed is still sent.
        Task { [account, session] in
            var failure: CatalogFailure?
            do throws(CatalogFailure) {
                try await account.setStarred(wish.isStarred, wish.item)
            } catch {
                failure = error
            }
            ended(wish, failure, session)
        }
    }

    private func ended(_ sent: StarWish, _ failure: CatalogFailure?, _ session: Int) {
        guard session == self.session else { return }
        sending = nil
        if let failure { refused(sent, failure) } else { accepted(sent) }
        show()
        proceed()
    }

    private func accepted(_ sent: StarWish) {
        let id = sent.item.id
        if wishes[id]?.wish.isStarred == sent.isStarred {
            wishes[id] = nil
        } else {
            wishes[id]?.before = sent.isStarred
        }
        learn(sent.isStarred, of: sent.item)
    }

    private func refused(_ sent: StarWish, _ failure: CatalogFailure) {
        let id = sent.item.id
        let isOverruled = wishes[id]?.wish.isStarred != sent.isStarred
        if isOverruled, wishes[id]?.wish.isStarred == wishes[id]?.before {
            // The server is where the last wish wants it.
            line.removeAll { $0 == id }
            wishes[id] = nil
        }
        var lost = isOverruled ? [] : [sent]
        if !isOverruled { wishes[id] = nil }
        if failure.concernsAllWrites {
            lost += line.compactMap { wishes[$0]?.wish }
            (line, wishes) = ([], [:])
        }
        if failure != .cancelled, !lost.isEmpty { say(failure, lost) }
    }

    private func say(_ failure: CatalogFailure, _ lost: [StarWish]) {
        lastSerial += 1
        problem = StarProblem(
            serial: lastSerial, wishes: lost, failure: failure, until: failure.retryDate.map(formats.timeOfDay))
    }

    // MARK: Knowing

    private func learn(_ isStarred: Bool, of item: Item) {
        known[item.id] = isStarred
        writes.add { library throws(LibraryFailure) in
            try await library.noteStar(isStarred, on: item)
        } done: { _ in
        }
        show()
    }

    private func show() {
        marks = StarMarks(
            host: isSignedIn ? account.host : nil,
            told: known.merging(wishes.mapValues(\.wish.isStarred)) { $1 })
    }
}
