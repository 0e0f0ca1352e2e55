import Foundation
import GRDB
import StargazerCore
@testable public import StargazerLibrary
@testable import StargazerServices
import Synchronization

/// The real library over a database in memory. A test may hold writes back, or an answer, let writes fail, change the
/// library like another process, and replace it.
public final class MemoryLibrary: ReplaceableLibrary {
    private struct State {
        var inner: LibraryDatabase
        var observation: AnyDatabaseCancellable?
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
        var log: [String] = []
        var queries: [FavoritesQuery] = []
        var readings: [[String]] = []
        var facetQueries: [FavoritesQuery] = []
        var failures: [LibraryFailure] = []
        var sendingFailures: [LibraryFailure] = []
        var readingFailures: [LibraryFailure] = []
        var failingReads = 0
        var isSilent = false
        var holdsNextResponse = false
        var holdsNextFacts = false
        var kept: [any AnyObject & Sendable] = []
        var unreadable: Set<ItemID> = []
        var condition = LibraryCondition.ready
        var watchers: [AsyncStream<LibraryCondition>.Continuation] = []
        var replacement: LibraryDatabase?
    }

    private let state: Mutex<State>
    private let gate = AsyncGate()
    private let responses = AsyncGate()
    private let facts = AsyncGate()

    /// - Parameters:
    ///   - account: the login on the host `test` whose stars the library has.
    ///   - time: the clock of what the library dates by itself.
    public init(
        _ favorites: [Favorite] = [], queries: [String] = [], account: String? = nil, time: TimeSource = .system
    ) {
        state = Mutex(State(inner: LibraryDatabase.sample(favorites, queries: queries, account: account, time: time)))
        observe()
    }

    // MARK: What a test sees

    var inner: LibraryDatabase { state.withLock { $0.inner } }

    /// The writes in the order in which they ended: `add 1`, `remove 1`, `refresh 1`, `star 1`, `unstar 1`, `gone 1`, `found 1`,
    /// `query swift`, `clear`, `stars 100 beginning`, `account ada`, `import 3`, `list 3 followers`, `viewed 2`.
    public var log: [String] { state.withLock { $0.log } }
    /// The newest first.
    public var favorites: [Favorite] { inner.sampleFavorites }
    /// The repository queries, the newest first.
    public var recentQueries: [String] { inner.sampleQueries }
    public var listeners: Int { state.withLock { $0.listeners.count } }
    /// The queries for favorites, in order.
    public var favoritesQueries: [FavoritesQuery] { state.withLock { $0.queries } }
    /// The queries for facets, in order.
    public var facetQueries: [FavoritesQuery] { state.withLock { $0.facetQueries } }
    /// The IDs that each read of rows returned.
    public var readings: [[String]] { state.withLock { $0.readings } }

    // MARK: What a test controls

    /// The next writes fail, one by one, with these.
    public func failNext(_ failures: LibraryFailure...) { state.withLock { $0.failures += failures } }

    /// Makes the next looks for something to send fail.
    public func failNextSending(_ failures: LibraryFailure...) {
        state.withLock { $0.sendingFailures += failures }
    }

    /// Makes the next queries for favorites fail.
    public func failNextReading(_ failures: LibraryFailure...) {
        state.withLock { $0.readingFailures += failures }
    }

    /// Makes the next reads of rows, facts, tags, searches, counts and snapshots fail, as while another process holds
    /// the file.
    public func failNextReads(_ count: Int = 1) { state.withLock { $0.failingReads += count } }
    /// The number of reads that are still to fail.
    public var failingReads: Int { state.withLock { $0.failingReads } }

    func passRead() throws(LibraryFailure) {
        let fails = state.withLock { state in
            defer { state.failingReads = max(0, state.failingReads - 1) }
            return state.failingReads > 0
        }
        if fails { throw .busy }
    }

    func nextSendingFailure() -> LibraryFailure? {
        state.withLock { $0.sendingFailures.isEmpty ? nil : $0.sendingFailures.removeFirst() }
    }

    /// Writes begin but do not end until `release`.
    public func hold() { gate.close() }
    public func release() { gate.open() }
    /// Whether a write waits for `release`.
    public var holdsWrite: Bool { gate.heldCount > 0 }

    /// The next answer about favorites or rows, or the next part of a transfer, comes with `releaseResponse`.
    public func holdNextResponse() {
        responses.close()
        state.withLock { $0.holdsNextResponse = true }
    }
    public func releaseResponse() { responses.open() }
    /// Whether something waits for `releaseResponse`.
    public var holdsResponse: Bool { responses.heldCount > 0 }

    /// The next answer about the facts of items comes with `releaseFacts`.
    public func holdNextFacts() {
        facts.close()
        state.withLock { $0.holdsNextFacts = true }
    }
    public func releaseFacts() { facts.open() }
    /// Whether something waits for `releaseFacts`.
    public var holdsFacts: Bool { facts.heldCount > 0 }

    /// Changes are not reported until `reportChanges`.
    public func hideChanges() { state.withLock { $0.isSilent = true } }
    public func reportChanges() {
        state.withLock { $0.isSilent = false }
        report()
    }

    /// From now on these favorites, and no others, cannot be read.
    public func damage(_ ids: ItemID...) {
        state.withLock { $0.unreadable = Set(ids) }
        report()
    }

    /// Replaces the file, which `reopen` opens. Until then every write is refused.
    public func replace(with favorites: [Favorite], queries: [String] = [], account: String? = nil) {
        let new = LibraryDatabase.sample(favorites, queries: queries, account: account)
        state.withLock { $0.replacement = new }
        show(.replaced(folder: URL(filePath: "/library")))
    }

    public func reopen() async {
        state.withLock { state in
            guard let replacement = state.replacement else { return }
            state.inner = replacement
            state.replacement = nil
        }
        observe()
        show(.ready)
        report()
    }

    /// Changes the favorites like another process.
    public func change(_ change: (inout [Favorite]) -> Void) {
        inner.changeSample(change)
    }

    func record(_ entry: String) { state.withLock { $0.log.append(entry) } }

    /// Retains what must live as long as this does.
    func keep(_ object: any AnyObject & Sendable) { state.withLock { $0.kept.append(object) } }

    // MARK: Changes and conditions

    private func observe() {
        guard let database = inner.connection.current.database else { return }
        let observation = DatabaseRegionObservation(
            tracking: LibraryConnection.shownRegions + [Table("saved_search_seen")]
        ).start(in: database) { _ in
        } onChange: { [weak self] _ in
            self?.report()
        }
        state.withLock { $0.observation = observation }
    }

    /// Not under the lock: a listener that ends waits for it.
    private func report() {
        let listeners = state.withLock { $0.isSilent ? [] : Array($0.listeners.values) }
        for listener in listeners { listener.yield() }
    }

    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
        return stream
    }

    public func conditions() -> AsyncStream<LibraryCondition> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LibraryCondition.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(state.withLock { $0.condition })
        state.withLock { $0.watchers.append(continuation) }
        return stream
    }

    private func show(_ condition: LibraryCondition) {
        let watchers = state.withLock { state in
            state.condition = condition
            return state.watchers
        }
        for watcher in watchers { watcher.yield(condition) }
    }

    // MARK: Holding and failing

    func passResponses() async {
        let isHeld = state.withLock { state in
            defer { state.holdsNextResponse = false }
            return state.holdsNextResponse
        }
        if isHeld { await responses.pass() }
    }

    /// A write that is held, or takes its time, is in the log as soon as it begins; any other once it has ended.
    /// - Parameters:
    ///   - before: runs before anything changes.
    ///   - change: gets the database that is open then.
    func write<Value>(
        _ names: [String], before: (() async throws(LibraryFailure) -> Void)? = nil,
        change: (LibraryDatabase) async throws(LibraryFailure) -> Value
    ) async throws(LibraryFailure) -> Value {
        let isLong = gate.isClosed || before != nil
        if isLong {
            state.withLock { $0.log += names }
            await gate.pass()
            try await before?()
        }
        let (inner, failure) = state.withLock { state -> (LibraryDatabase, LibraryFailure?) in
            if !state.failures.isEmpty { return (state.inner, state.failures.removeFirst()) }
            return (state.inner, state.replacement == nil ? nil : .replaced)
        }
        let result: Result<Value, LibraryFailure>
        do throws(LibraryFailure) {
            if let failure { throw failure }
            result = .success(try await change(inner))
        } catch {
            result = .failure(error)
        }
        if !isLong { state.withLock { $0.log += names } }
        return try result.get()
    }

    /// Changes tags, notes or saved searches: not in the log.
    func annotate<Value>(
        _ change: (LibraryDatabase) async throws(AnnotationFailure) -> Value
    ) async throws(AnnotationFailure) -> Value {
        await gate.pass()
        let (inner, failure) = state.withLock { state in
            (state.inner, state.failures.isEmpty ? nil : state.failures.removeFirst())
        }
        if let failure { throw .library(failure) }
        return try await change(inner)
    }
}

// MARK: - The favorites

extension MemoryLibrary {
    public func favorites(
        _ query: FavoritesQuery, reading first: Int
    ) async throws(LibraryFailure) -> FavoritesResult {
        var logged = query
        logged.calendar = nil
        let failure = state.withLock { [logged] state in
            state.queries.append(logged)
            return state.readingFailures.isEmpty ? nil : state.readingFailures.removeFirst()
        }
        if let failure { throw failure }
        var response = try await inner.favorites(query, reading: first)
        let unreadable = state.withLock { $0.unreadable }
        response.first.removeAll { unreadable.contains($0.favorite.id) }
        await passResponses()
        return response
    }

    public func facets(of query: FavoritesQuery) async throws(LibraryFailure) -> FavoritesFacets {
        state.withLock { $0.facetQueries.append(query) }
        return try await inner.facets(of: query)
    }

    public func favorites(
        in rows: [FavoriteRowID], cached: [FavoriteRowID: Int64]
    ) async throws(LibraryFailure) -> [StoredFavorite] {
        try passRead()
        let unreadable = state.withLock { $0.unreadable }
        let found = try await inner.favorites(in: rows, cached: cached).filter { !unreadable.contains($0.favorite.id) }
        state.withLock { $0.readings.append(found.map(\.favorite.id.id)) }
        await passResponses()
        return found
    }

    public func ids(of rows: [FavoriteRowID]) async throws(LibraryFailure) -> [FavoriteRowID: ItemID] {
        try await inner.ids(of: rows)
    }

    public func rows(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteRowID] {
        try await inner.rows(of: ids)
    }

    public func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts] {
        try passRead()
        let response = try await inner.facts(of: ids)
        let isHeld = state.withLock { state in
            defer { state.holdsNextFacts = false }
            return state.holdsNextFacts
        }
        if isHeld { await facts.pass() }
        return response
    }
}
