public import Observation
public import StargazerLibrary

/// The people the account follows and its followers, to the extent known since signing in.
/// Lists that are loaded anyway supply these facts; only for opened people is a request sent.
@MainActor @Observable public final class GitHubFollows {
    public private(set) var states: [ItemID: FollowState] = [:]
    public var problem: MutationFailure? { outbox.problems[.follow] }
    /// The account's own list that is checked for new and lost followers.
    static let trackedRelation = RelationKind.followers
    /// The signed-in account; nil while signed out.
    public private(set) var login: String?

    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let outbox: OutboxSender
    /// What the server has said since signing in.
    @ObservationIgnored private var followed: [ItemID: Bool] = [:]
    @ObservationIgnored private var followers: [ItemID: Bool] = [:]
    @ObservationIgnored private var asked: Set<ItemID> = []
    /// Known once the user has opened the account's own page.
    @ObservationIgnored private var ownID: ItemID?
    @ObservationIgnored private var watching: Task<Void, Never>?
    /// The most people remembered of each kind; then they are asked for again.
    private static let maxKnown = 10_000

    package init(account: any GitHubAccount, outbox: OutboxSender) {
        self.account = account
        self.outbox = outbox
        outbox.followConfirmed = { [weak self] in self?.record(followed: $0.isSet, $0.item.id) }
        watching = Task { [weak self, outbox] in
            for await _ in Observations({ outbox.requestedFollows }) { self?.show() }
        }
    }

    isolated deinit { watching?.cancel() }

    public func setFollowed(_ isFollowed: Bool, _ item: Item) {
        guard applies(to: item) else { return }
        let shown = states[item.id]?.isFollowed ?? !isFollowed
        outbox.enqueue(outbox.changes([(AccountMutation(.follow, item, isSet: isFollowed), shown)]))
        show()
    }

    public func tryAgain(_ problem: MutationFailure) { outbox.tryAgain(problem) }

    /// Loads the relations to a person, once. Failures are not shown.
    public func loadState(of item: Item) {
        if isOwn(item) {
            ownID = item.id
            return show()
        }
        guard let login, applies(to: item) else { return }
        outbox.loadState(.follow, of: item) { [account] () throws(CatalogFailure) in
            do throws(CatalogFailure) { return try await account.isFollowed(item) } catch {
                // Offer to follow nevertheless: pressing the button then shows what the token lacks.
                if case .notAllowed = error { return false }
                throw error
            }
        } learned: { [weak self] in
            self?.record(followed: $0, item.id)
        }
        guard followers[item.id] == nil, asked.insert(item.id).inserted else { return }
        Task { [weak self, account] in
            // Shown as not known, and asked again the next time.
            let answer = try? await account.isFollowed(login: login, by: item)
            guard let self, login == self.login else { return }
            guard let answer else {
                asked.remove(item.id)
                return
            }
            if followers.count >= Self.maxKnown { (followers, asked) = ([:], []) }
            followers[item.id] = answer
            show()
        }
    }

    private func record(followed isFollowed: Bool, _ id: ItemID) {
        if followed.count >= Self.maxKnown { followed = [:] }
        followed[id] = isFollowed
        show()
    }

    /// Records the relations that the account's own lists imply for their members.
    func recordRelation(_ items: [Item], in kind: RelationKind, of origin: Item) {
        guard isOwn(origin) else { return }
        let ids = items.map(\.id)
        switch kind {
        case .followers:
            for id in ids { followers[id] = true }
            show()
        case .following:
            for id in ids { followed[id] = true }
            show()
        default: break
        }
    }

    public func isOwn(_ item: Item) -> Bool {
        guard let login, item.id.host == account.host, let person = item.person else { return false }
        return person.login.lowercased() == login.lowercased()
    }

    // MARK: Account

    func signedIn(as login: String) { begin(login) }

    func signedOut() { begin(nil) }

    private func begin(_ login: String?) {
        self.login = login
        (followed, followers, asked, ownID) = ([:], [:], [], nil)
        show()
    }

    /// Whether the account can follow the item: only other people, since following organizations needs the GraphQL API.
    private func applies(to item: Item) -> Bool {
        guard login != nil, item.id.host == account.host, let person = item.person else { return false }
        return person.kind == .person && !isOwn(item)
    }

    private func show() {
        guard login != nil else {
            if !states.isEmpty { states = [:] }
            return
        }
        var states = followed.merging(outbox.requestedFollows) { $1 }.mapValues { FollowState(isFollowed: $0) }
        for (id, follows) in followers { states[id, default: FollowState()].followsBack = follows }
        if let ownID { states[ownID] = FollowState(isOwn: true) }
        if states != self.states { self.states = states }
    }
}
