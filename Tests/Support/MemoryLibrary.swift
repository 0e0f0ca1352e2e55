import Foundation
public import StargazerCore
import Synchronization

/// A library in memory that keeps the promises of the real one: a write returns when it is kept, and every change is
/// told to every listener. A test may hold writes back, or hold back what listeners are told.
public final class MemoryLibrary: Library {
    private struct State {
        var favorites: [Favorite] = []
        /// What is starred on a server without being a favorite.
        var stars: [ItemID: Bool] = [:]
        var queries: [String] = []
        var listeners: [Int: AsyncStream<[Favorite]>.Continuation] = [:]
        var lastListener = 0
        var log: [String] = []
        var failures: [LibraryFailure] = []
        var isSilent = false
        var account: String?
        var place: StarsPlace?
        var came: [ItemID: Bool] = [:]
    }

    private let state: Mutex<State>
    private let gate = Gate()

    public init(_ favorites: [Favorite] = [], queries: [String] = [], account: String? = nil) {
        state = Mutex(
            State(favorites: favorites.sorted { $0.addedAt > $1.addedAt }, queries: queries, account: account))
    }

    /// The writes in the order they were asked for: `add 1`, `remove 1`, `refresh 1`, `star 1`, `unstar 1`,
    /// `note swift`, `clear`, `bring in 100 beginning`, `account ada`, `take in 3`.
    public var log: [String] { state.withLock { $0.log } }
    public var kept: [Favorite] { state.withLock { $0.favorites } }
    public var queries: [String] { state.withLock { $0.queries } }
    public var listeners: Int { state.withLock { $0.listeners.count } }

    /// The next writes fail, one by one, with these.
    public func failNext(_ failures: LibraryFailure...) { state.withLock { $0.failures += failures } }

    /// Writes begin but do not end until `release`.
    public func hold() { gate.close() }

    public func release() { gate.open() }

    /// Listeners hear nothing until `speak`.
    public func fallSilent() { state.withLock { $0.isSilent = true } }

    public func speak() {
        state.withLock { $0.isSilent = false }
        tell()
    }

    /// A change made by another process.
    public func change(_ change: (inout [Favorite]) -> Void) {
        state.withLock { change(&$0.favorites) }
        tell()
    }

    public func favorites() -> AsyncStream<[Favorite]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [Favorite].self)
        let (id, now) = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return (state.lastListener, state.isSilent ? nil : state.favorites)
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
        if let now { continuation.yield(now) }
        return stream
    }

    public func add(_ favorite: Favorite) async throws(LibraryFailure) {
        try await write("add \(favorite.id.id)") { state in
            let known = state.favorites.first { $0.id == favorite.id }?.isStarredOnServer ?? state.stars[favorite.id]
            state.favorites.removeAll { $0.id == favorite.id }
            state.favorites.append(favorite)
            state.favorites[state.favorites.count - 1].isStarredOnServer = favorite.isStarredOnServer ?? known
            state.favorites.sort { $0.addedAt > $1.addedAt }
        }
    }

    public func remove(_ id: ItemID) async throws(LibraryFailure) {
        try await write("remove \(id.id)") { state in
            let isStarred = state.favorites.first { $0.id == id }?.isStarredOnServer == true
            state.favorites.removeAll { $0.id == id }
            state.stars[id] = isStarred ? true : nil
        }
    }

    public func refresh(_ item: Item) async throws(LibraryFailure) {
        try await write("refresh \(item.id.id)") { state in
            for index in state.favorites.indices where state.favorites[index].id == item.id {
                state.favorites[index].item = item
            }
        }
    }

    public func noteStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) {
        try await write("\(isStarred ? "star" : "unstar") \(item.id.id)") { state in
            if let index = state.favorites.firstIndex(where: { $0.id == item.id }) {
                state.favorites[index].isStarredOnServer = isStarred
            } else {
                state.stars[item.id] = isStarred ? true : nil
            }
        }
    }

    public func recentQueries(limit: Int) async -> [String] { Array(queries.prefix(limit)) }

    public func noteQuery(_ text: String) async throws(LibraryFailure) {
        try await write("note \(text)") { state in
            state.queries.removeAll { $0 == text }
            state.queries.insert(text, at: 0)
        }
    }

    public func clearRecentQueries() async throws(LibraryFailure) {
        try await write("clear") { state in state.queries = [] }
    }

    /// Keeps the batch and the place; what did not come stays as it was known.
    public func bringIn(
        _ batch: [StarredItem], of login: String, host: String, as step: StarsStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarsTally {
        try await write("bring in \(batch.count) \(step)") { state in
            if step == .beginning { state.came = [:] }
            for starred in batch {
                let index = state.favorites.firstIndex { $0.id == starred.item.id }
                if let index {
                    state.favorites[index].isStarredOnServer = true
                } else {
                    let added = starred.starredAt ?? .distantPast
                    state.favorites.append(Favorite(item: starred.item, addedAt: added, isStarredOnServer: true))
                }
                if state.came[starred.item.id] == nil { state.came[starred.item.id] = index == nil }
            }
            state.favorites.sort { $0.addedAt > $1.addedAt }
            let tally = StarsTally(total: state.came.count, new: state.came.values.count { $0 })
            state.account = login
            state.place = next.map { StarsPlace(next: $0, tally: tally) }
            return tally
        }
    }

    public func placeToResume(of login: String, host: String) async -> StarsPlace? {
        state.withLock { $0.account == login ? $0.place : nil }
    }

    public func accountChanged(login: String, host: String) async throws(LibraryFailure) {
        try await write("account \(login)") { state in
            guard state.account != login else { return }
            (state.account, state.place) = (login, nil)
            state.stars = state.stars.filter { $0.key.host != host }
            for index in state.favorites.indices where state.favorites[index].id.host == host {
                state.favorites[index].isStarredOnServer = nil
            }
        }
    }

    public func takeIn(_ favorites: [Favorite]) async throws(LibraryFailure) -> Int {
        try await write("take in \(favorites.count)") { state in
            let new = favorites.filter { one in !state.favorites.contains { $0.id == one.id } }
            state.favorites = (state.favorites + new).sorted { $0.addedAt > $1.addedAt }
            return new.count
        }
    }

    private func write<Value>(_ name: String, _ change: (inout State) -> Value) async throws(LibraryFailure) -> Value {
        state.withLock { $0.log.append(name) }
        await gate.pass()
        let result: Result<Value, LibraryFailure> = state.withLock { state in
            if !state.failures.isEmpty { return .failure(state.failures.removeFirst()) }
            return .success(change(&state))
        }
        let value = try result.get()
        tell()
        return value
    }

    private func tell() {
        state.withLock { state in
            guard !state.isSilent else { return }
            for listener in state.listeners.values { listener.yield(state.favorites) }
        }
    }
}
