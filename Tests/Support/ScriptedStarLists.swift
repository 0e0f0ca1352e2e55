import Foundation
public import StargazerCore
public import StargazerLibrary
import Synchronization

/// Public star lists of one user, `ada`, in pages of ten from the newest star on. A test changes the list, and may hold requests back.
public final class ScriptedStarLists: StarLists {
    private struct State {
        var stars: [StarredItem] = []
        var failures: [CatalogFailure] = []
        var pages: [Int] = []
        var lookups: [String] = []
        var items: [ItemID] = []
        var number: Int64 = 1
        var change: @Sendable (StarredBatch, _ page: Int) -> StarredBatch = { batch, _ in batch }
        var answers: [ItemID: Result<Item, CatalogFailure>] = [:]
        var reply: (@Sendable (ItemID) -> Result<Item, CatalogFailure>)?
    }

    public let host: String
    public let service = "Test"
    private let state = Mutex(State())
    private let gate = AsyncGate()

    public init(_ count: Int = 0, host: String = "test") {
        self.host = host
        state.withLock { state in
            state.stars = (0..<count).map {
                StarredItem(item: .sample($0 + 1), starredAt: Date(timeIntervalSince1970: TimeInterval($0 + 1)))
            }
        }
    }

    /// The numbers of the requested pages.
    public var pages: [Int] { state.withLock { $0.pages } }
    /// The items that were asked for.
    public var items: [ItemID] { state.withLock { $0.items } }
    /// The names that were looked up.
    public var lookups: [String] { state.withLock { $0.lookups } }
    /// The number of requests that wait.
    public var heldCount: Int { gate.heldCount }

    public func change(_ change: (inout [StarredItem]) -> Void) { state.withLock { change(&$0.stars) } }
    /// Gives the user name to the account of this number.
    public func setOwner(_ number: Int64) { state.withLock { $0.number = number } }
    /// Changes the pages.
    public func changePages(_ change: @escaping @Sendable (StarredBatch, _ page: Int) -> StarredBatch) {
        state.withLock { $0.change = change }
    }
    /// Sets what is answered about an item; without it, one that is not in the list is gone.
    public func answer(_ answer: Result<Item, CatalogFailure>, about id: ItemID) {
        state.withLock { $0.answers[id] = answer }
    }
    /// Answers about the items that no other answer is for.
    public func reply(_ reply: @escaping @Sendable (ItemID) -> Result<Item, CatalogFailure>) {
        state.withLock { $0.reply = reply }
    }
    /// Makes the next requests fail with these failures, in order.
    public func failNext(_ failures: CatalogFailure...) { state.withLock { $0.failures += failures } }
    /// Makes requests wait until `release`.
    public func hold() { gate.close() }
    public func release() { gate.open() }

    public func owner(named login: String) async throws(CatalogFailure) -> StarListOwner {
        state.withLock { $0.lookups.append(login) }
        try await wait()
        guard login.lowercased() == "ada" else { throw .gone }
        let stars = state.withLock { $0.stars }
        return StarListOwner(
            login: "ada", number: state.withLock { $0.number }, name: "Ada", stars: stars.count,
            requests: (stars.count + 9) / 10)
    }

    public func number(of login: String) async throws(CatalogFailure) -> Int64? {
        state.withLock { $0.number }
    }

    public func stars(of login: String, after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch {
        let page = cursor.flatMap { Int($0.opaque) } ?? 1
        state.withLock { $0.pages.append(page) }
        try await wait()
        let (stars, change) = state.withLock { ($0.stars, $0.change) }
        let items = Array(stars.reversed().dropFirst((page - 1) * 10).prefix(10))
        let batch = StarredBatch(
            items: items, end: page * 10 < stars.count ? .more(BatchCursor("\(page + 1)")) : .complete,
            position: (page - 1) * 10 + items.count)
        return change(batch, page)
    }

    public func item(_ id: ItemID) async throws(CatalogFailure) -> Item {
        state.withLock { $0.items.append(id) }
        try await wait()
        let (answer, listed) = state.withLock { state in
            (state.answers[id] ?? state.reply?(id), state.stars.first { $0.item.id == id }?.item)
        }
        return try (answer ?? listed.map { .success($0) } ?? .failure(.gone)).get()
    }

    private func wait() async throws(CatalogFailure) {
        await gate.pass()
        if Task.isCancelled { throw .cancelled }
        let failure = state.withLock { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
        if let failure { throw failure }
    }
}
