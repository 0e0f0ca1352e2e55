public import Observation

/// Whom the account follows, and who follows it, as far as it was looked at, changed or listed since signing in. What a
/// list tells anyway is taken from it; only whoever is opened is asked about.
@MainActor @Observable public final class GitHubFollows {
    /// Of everybody of whom anything is known.
    public private(set) var states: [ItemID: FollowState] = [:]
    public private(set) var problem: FollowMutationFailure?
    /// The account's own list that is looked through for who is new and who left.
    static let trackedRelation = RelationKind.followers
    /// Who is signed in; nil for nobody.
    public private(set) var login: String?

    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let queue: WishLine<FollowMutation>
    @ObservationIgnored private var followers: [ItemID: Bool] = [:]
    @ObservationIgnored private var asked: Set<ItemID> = []
    /// Known once somebody looked at it.
    @ObservationIgnored private var ownID: ItemID?

    public init(account: any GitHubAccount, formats: Formats) {
        self.account = account
        queue = WishLine(formats: formats) { wish throws(CatalogFailure) in
            try await account.setFollowed(wish.isFollowed, wish.item)
        }
        queue.changed = { [weak self] in self?.show() }
        queue.failed = { [weak self] in self?.problem = $0 }
    }

    public func setFollowed(_ isFollowed: Bool, _ item: Item) {
        guard applies(to: item) else { return }
        queue.wish(
            FollowMutation(item: item, isFollowed: isFollowed), shown: states[item.id]?.isFollowed ?? !isFollowed)
    }

    /// Wishes the same again that was refused.
    public func tryAgain(_ problem: FollowMutationFailure) {
        for refused in problem.mutations { setFollowed(refused.isFollowed, refused.item) }
    }

    /// Asks once how it stands between the account and somebody; failing to learn it is not worth a word.
    public func loadState(of item: Item) {
        if isOwn(item) {
            ownID = item.id
            return show()
        }
        guard let login, applies(to: item) else { return }
        queue.loadState(of: item) { [account] () throws(CatalogFailure) in
            do throws(CatalogFailure) { return try await account.isFollowed(item) } catch {
                // To follow is offered all the same: who presses it is told what the token lacks.
                if case .notAllowed = error { return false }
                throw error
            }
        }
        guard followers[item.id] == nil, asked.insert(item.id).inserted else { return }
        Task { [weak self, account] in
            let answer = try? await account.isFollowed(login: login, by: item)
            guard let self, login == self.login else { return }
            guard let answer else {
                asked.remove(item.id)
                return
            }
            followers[item.id] = answer
            show()
        }
    }

    /// The account's own lists say how it stands with everybody in them.
    func recordRelation(_ items: [Item], in kind: RelationKind, of origin: Item) {
        guard isOwn(origin) else { return }
        let ids = items.map(\.id)
        switch kind {
        case .followers:
            for id in ids { followers[id] = true }
            show()
        case .following: queue.note(true, of: ids)
        default: break
        }
    }

    /// Whether it is who is signed in.
    public func isOwn(_ item: Item) -> Bool {
        guard let login, item.id.host == account.host, let person = item.person else { return false }
        return person.login.lowercased() == login.lowercased()
    }

    public func settled() async { await queue.settled() }

    // MARK: Who is signed in

    func signedIn(as login: String) { begin(login) }

    /// - Parameter isRefused: the server does not accept the credential any more, which is said where a change was
    ///   wished.
    func signedOut(isRefused: Bool) { begin(nil, saying: isRefused ? .unauthorized : nil) }

    private func begin(_ login: String?, saying failure: CatalogFailure? = nil) {
        self.login = login
        (followers, asked, ownID) = ([:], [], nil)
        queue.begin(saying: failure)
    }

    /// Nobody follows themselves. Organizations are left out: GitHub documents these calls for people alone, and its
    /// other API, which is not spoken here, has one of its own to follow organizations.
    private func applies(to item: Item) -> Bool {
        guard login != nil, item.id.host == account.host, let person = item.person else { return false }
        return person.kind == .person && !isOwn(item)
    }

    private func show() {
        guard login != nil else {
            if !states.isEmpty { states = [:] }
            return
        }
        var states = queue.told.mapValues { FollowState(isFollowed: $0) }
        for (id, follows) in followers { states[id, default: FollowState()].followsBack = follows }
        if let ownID { states[ownID] = FollowState(isOwn: true) }
        if states != self.states { self.states = states }
    }
}
