public import StargazerCore
import Synchronization

/// An account that answers what and when a test says, and remembers what it was asked.
///
/// Left alone it behaves like a server with one account: any credential is good, and a star that was set is there. A
/// `reply…` closure takes the place of that for one kind of question, `failNext` for the next questions of any kind.
/// While it holds, questions are remembered and wait; a cancelled one is answered `.cancelled`, as the network does,
/// unless it `ignoresCancellation`.
public final class ScriptedAccount: GitHubAccount {
    public enum Call: Sendable, Equatable {
        case use(Credential?)
        case identify(Credential)
        case limits
        case setStarred(Bool, ItemID)
        case isStarred(ItemID)
        case starred(BatchCursor?)
        case setFollowed(Bool, ItemID)
        case isFollowed(ItemID)
        case isFollowedBy(ItemID, String)
    }

    private struct State {
        var calls: [Call] = []
        var credential: Credential?
        var stars: Set<ItemID> = []
        var followed: Set<ItemID> = []
        var followers: Set<ItemID> = []
        var setFollowed: (@Sendable (Bool, Item) -> CatalogFailure?)?
        var failures: [CatalogFailure] = []
        var isHolding = false
        var held: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var lastNumber = 0
        var use: (@Sendable (Credential?) -> CatalogFailure?)?
        var identify: (@Sendable (Credential) -> Result<Account, CatalogFailure>)?
        var limits: (@Sendable () -> Result<[RateLimit], CatalogFailure>)?
        var setStarred: (@Sendable (Bool, Item) -> CatalogFailure?)?
        var isStarred: (@Sendable (Item) -> Result<Bool, CatalogFailure>)?
        var starred: (@Sendable (BatchCursor?) -> Result<StarredBatch, CatalogFailure>)?

        mutating func nextFailure() -> CatalogFailure? { failures.isEmpty ? nil : failures.removeFirst() }
    }

    public let host: String
    public let service = "Test"
    private let ignoresCancellation: Bool
    private let state = Mutex(State())

    /// - Parameter stars: what the account has starred from the start.
    public init(host: String = "test", stars: Set<ItemID> = [], ignoresCancellation: Bool = false) {
        self.host = host
        self.ignoresCancellation = ignoresCancellation
        state.withLock { $0.stars = stars }
    }

    /// All that was asked, in order, also what is held or failed.
    public var calls: [Call] { state.withLock { $0.calls } }
    /// The credential in use.
    public var credential: Credential? { state.withLock { $0.credential } }
    /// What is starred on the server.
    public var stars: Set<ItemID> { state.withLock { $0.stars } }
    /// Questions that wait just now.
    public var heldCount: Int { state.withLock { $0.held.count } }

    public func replyUse(_ reply: @escaping @Sendable (Credential?) -> CatalogFailure?) {
        state.withLock { $0.use = reply }
    }
    public func replyIdentify(_ reply: @escaping @Sendable (Credential) -> Result<Account, CatalogFailure>) {
        state.withLock { $0.identify = reply }
    }
    public func replyLimits(_ reply: @escaping @Sendable () -> Result<[RateLimit], CatalogFailure>) {
        state.withLock { $0.limits = reply }
    }
    /// Without a failure the star is set as asked.
    public func replySetStarred(_ reply: @escaping @Sendable (Bool, Item) -> CatalogFailure?) {
        state.withLock { $0.setStarred = reply }
    }
    public func replyIsStarred(_ reply: @escaping @Sendable (Item) -> Result<Bool, CatalogFailure>) {
        state.withLock { $0.isStarred = reply }
    }
    public func replyStarred(_ reply: @escaping @Sendable (BatchCursor?) -> Result<StarredBatch, CatalogFailure>) {
        state.withLock { $0.starred = reply }
    }

    /// Without a failure somebody is followed as asked.
    public func replySetFollowed(_ reply: @escaping @Sendable (Bool, Item) -> CatalogFailure?) {
        state.withLock { $0.setFollowed = reply }
    }
    /// Whom the account follows and who follows it from the start.
    public func stub(followed: Set<ItemID>, followers: Set<ItemID> = []) {
        state.withLock { ($0.followed, $0.followers) = (followed, followers) }
    }

    /// The next questions fail, one by one, with these.
    public func failNext(_ failures: CatalogFailure...) { state.withLock { $0.failures += failures } }

    /// Questions wait from now on.
    public func hold() { state.withLock { $0.isHolding = true } }

    /// All that wait are answered, and nothing waits any more.
    public func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isHolding = false
            return state.held
        }
        for one in held { one.continuation.resume(returning: true) }
    }

    /// The one that has waited longest is answered, as soon as there is one; later ones go on waiting.
    public func releaseOne() async {
        await eventually("a held question") { heldCount > 0 }
        let first = state.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst() }
        first?.continuation.resume(returning: true)
    }

    public func use(_ credential: Credential?) throws(CatalogFailure) {
        let reply = state.withLock { state in
            state.calls.append(.use(credential))
            return state.use
        }
        if let failure = reply?(credential) { throw failure }
        state.withLock { $0.credential = credential }
    }

    public func identify(with credential: Credential) async throws(CatalogFailure) -> Account {
        try await ask(.identify(credential))
        return try state.withLock { $0.identify }?(credential).get() ?? Account(login: "ada")
    }

    public func limits() async throws(CatalogFailure) -> [RateLimit] {
        try await ask(.limits)
        return try state.withLock { $0.limits }?().get() ?? []
    }

    public func setStarred(_ isStarred: Bool, _ item: Item) async throws(CatalogFailure) {
        try await ask(.setStarred(isStarred, item.id))
        if let failure = state.withLock({ $0.setStarred })?(isStarred, item) { throw failure }
        state.withLock { state in
            if isStarred { state.stars.insert(item.id) } else { state.stars.remove(item.id) }
        }
    }

    public func isStarred(_ item: Item) async throws(CatalogFailure) -> Bool {
        try await ask(.isStarred(item.id))
        return try state.withLock { $0.isStarred }?(item).get() ?? stars.contains(item.id)
    }

    public func starred(after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch {
        try await ask(.starred(cursor))
        return try state.withLock { $0.starred }?(cursor).get() ?? StarredBatch(items: [], end: .complete, progress: 1)
    }

    public func setFollowed(_ isFollowed: Bool, _ item: Item) async throws(CatalogFailure) {
        try await ask(.setFollowed(isFollowed, item.id))
        if let failure = state.withLock({ $0.setFollowed })?(isFollowed, item) { throw failure }
        state.withLock { state in
            if isFollowed { state.followed.insert(item.id) } else { state.followed.remove(item.id) }
        }
    }

    public func isFollowed(_ item: Item) async throws(CatalogFailure) -> Bool {
        try await ask(.isFollowed(item.id))
        return state.withLock { $0.followed.contains(item.id) }
    }

    public func isFollowed(login: String, by item: Item) async throws(CatalogFailure) -> Bool {
        try await ask(.isFollowedBy(item.id, login))
        return state.withLock { $0.followers.contains(item.id) }
    }

    /// Remembers the question, waits while it is held, and fails where a failure is due.
    private func ask(_ call: Call) async throws(CatalogFailure) {
        // Whether it fails is decided as it is noted: who saw it noted may name the failure of the next one.
        let (number, isHolding, failure) = state.withLock { state in
            state.calls.append(call)
            state.lastNumber += 1
            return (state.lastNumber, state.isHolding, state.isHolding ? nil : state.nextFailure())
        }
        if isHolding, await !wasReleased(number) { throw .cancelled }
        if Task.isCancelled, !ignoresCancellation { throw .cancelled }
        if let failure = isHolding ? state.withLock({ $0.nextFailure() }) : failure { throw failure }
    }

    /// - Returns: false when it was given up before.
    private func wasReleased(_ number: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if Task.isCancelled, !ignoresCancellation { return false }
                    guard state.isHolding else { return true }
                    state.held.append((number, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            guard !ignoresCancellation else { return }
            let left = state.withLock { state in
                state.held.firstIndex { $0.number == number }.map { state.held.remove(at: $0) }
            }
            left?.continuation.resume(returning: false)
        }
    }
}
