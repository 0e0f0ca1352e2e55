public import StargazerCore
public import StargazerLibrary
import Synchronization

/// An account that answers as a test scripts it, and records its calls.
///
/// Without a script it behaves like a server with one account: any credential is valid, and stars that were set exist.
/// A `reply…` closure replaces that for one kind of call, `failNext` for the next calls of any kind. While it holds,
/// calls are recorded and wait. A cancelled call is answered `.cancelled`, as by the network, unless the account
/// `ignoresCancellation`.
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
        var starCount: Int?

        mutating func nextFailure() -> CatalogFailure? { failures.isEmpty ? nil : failures.removeFirst() }
    }

    public let host: String
    public let service = "Test"
    private let ignoresCancellation: Bool
    private let state = Mutex(State())

    /// - Parameter stars: The initial stars of the account.
    public init(host: String = "test", stars: Set<ItemID> = [], ignoresCancellation: Bool = false) {
        self.host = host
        self.ignoresCancellation = ignoresCancellation
        state.withLock { $0.stars = stars }
    }

    /// All calls in order, including held and failed ones.
    public var calls: [Call] { state.withLock { $0.calls } }
    /// The credential in use.
    public var credential: Credential? { state.withLock { $0.credential } }
    /// The stars on the server.
    public var stars: Set<ItemID> { state.withLock { $0.stars } }
    /// The number of calls that wait.
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
    /// Replaces the answer to setting a star. Returning nil sets the star.
    public func replySetStarred(_ reply: @escaping @Sendable (Bool, Item) -> CatalogFailure?) {
        state.withLock { $0.setStarred = reply }
    }
    public func replyIsStarred(_ reply: @escaping @Sendable (Item) -> Result<Bool, CatalogFailure>) {
        state.withLock { $0.isStarred = reply }
    }
    public func replyStarred(_ reply: @escaping @Sendable (BatchCursor?) -> Result<StarredBatch, CatalogFailure>) {
        state.withLock { $0.starred = reply }
    }

    /// Replaces the answer to following a person. Returning nil follows the person.
    public func replySetFollowed(_ reply: @escaping @Sendable (Bool, Item) -> CatalogFailure?) {
        state.withLock { $0.setFollowed = reply }
    }
    /// Sets the people that the account follows, and its followers.
    public func stub(followed: Set<ItemID>, followers: Set<ItemID> = []) {
        state.withLock { ($0.followed, $0.followers) = (followed, followers) }
    }

    /// Makes the next calls fail with these failures, in order.
    public func failNext(_ failures: CatalogFailure...) { state.withLock { $0.failures += failures } }

    /// Makes calls wait from now on.
    public func hold() { state.withLock { $0.isHolding = true } }

    /// Answers all waiting calls, and lets later ones pass.
    public func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isHolding = false
            return state.held
        }
        for one in held { one.continuation.resume(returning: true) }
    }

    /// Answers the oldest waiting call as soon as there is one. Later calls keep waiting.
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

    public func inCurrentSession() -> any GitHubAccount { self }

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
        return try state.withLock { $0.starred }?(cursor).get() ?? StarredBatch(items: [], end: .complete)
    }

    public func starCount() async throws(CatalogFailure) -> Int? { state.withLock { $0.starCount } }

    /// Sets the number of stars; nil, as without a script, is unknown.
    public func setStarCount(_ count: Int?) { state.withLock { $0.starCount = count } }

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

    /// Records the call, waits while calls are held, and throws when a failure is due.
    private func ask(_ call: Call) async throws(CatalogFailure) {
        // Chosen while the call is recorded: a test that sees the call may set the failure of the next one.
        let (number, isHolding, failure) = state.withLock { state in
            state.calls.append(call)
            state.lastNumber += 1
            return (state.lastNumber, state.isHolding, state.isHolding ? nil : state.nextFailure())
        }
        if isHolding, await !wasReleased(number) { throw .cancelled }
        if Task.isCancelled, !ignoresCancellation { throw .cancelled }
        if let failure = isHolding ? state.withLock({ $0.nextFailure() }) : failure { throw failure }
    }

    /// - Returns: false when the call was cancelled before.
    private func wasReleased(_ number: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let response: Bool? = state.withLock { state in
                    if Task.isCancelled, !ignoresCancellation { return false }
                    guard state.isHolding else { return true }
                    state.held.append((number, continuation))
                    return nil
                }
                if let response { continuation.resume(returning: response) }
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
