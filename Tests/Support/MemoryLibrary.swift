import Foundation
public import StargazerCore
import Synchronization

/// A library in memory that keeps the promises of the real one: a write returns when it is kept, and every change is
/// told to every listener. A test may hold writes back, or an answer, or what listeners are told.
public final class MemoryLibrary: ReplaceableLibrary {
    private struct State {
        var shelf: MemoryLibraryContents
        var queries: [CatalogKind: [String]]
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
        var log: [String] = []
        var questions: [FavoritesQuery] = []
        var readings: [[String]] = []
        var failures: [LibraryFailure] = []
        var isSilent = false
        var holdsNextAnswer = false
        var holdsNextFacts = false
        var interests: [any AnyObject & Sendable] = []
        var unreadable: Set<ItemID> = []
        var condition = LibraryCondition.ready
        var watchers: [AsyncStream<LibraryCondition>.Continuation] = []
        var replacement: (shelf: MemoryLibraryContents, queries: [String])?
        var lists: [ItemID: [RelationKind: ListSnapshot]] = [:]
        var viewed: [String: [Item]] = [:]
    }

    private let state: Mutex<State>
    private let gate = AsyncGate()
    private let answers = AsyncGate()
    private let facts = AsyncGate()

    public init(_ favorites: [Favorite] = [], queries: [String] = [], account: String? = nil) {
        var shelf = MemoryLibraryContents()
        shelf.change { $0 = favorites }
        shelf.account = account
        state = Mutex(State(shelf: shelf, queries: [.repositories: queries]))
    }

    /// The writes in the order they were asked for: `add 1`, `remove 1`, `refresh 1`, `star 1`, `unstar 1`,
    /// `note swift`, `clear`, `bring in 100 beginning`, `account ada`, `take in 3`.
    public var log: [String] { state.withLock { $0.log } }
    /// The newest first.
    public var kept: [Favorite] { state.withLock { $0.shelf.favorites } }
    public var queries: [String] { state.withLock { $0.queries[.repositories] ?? [] } }
    public var listeners: Int { state.withLock { $0.listeners.count } }
    /// What was asked about the favorites, in order.
    public var questions: [FavoritesQuery] { state.withLock { $0.questions } }
    /// What each reading of rows gave, by the items' identities.
    public var readings: [[String]] { state.withLock { $0.readings } }

    /// The next writes fail, one by one, with these.
    public func failNext(_ failures: LibraryFailure...) { state.withLock { $0.failures += failures } }

    /// Writes begin but do not end until `release`.
    public func hold() { gate.close() }

    public func release() { gate.open() }

    /// A write waits for `release`.
    public var holdsWrite: Bool { gate.heldCount > 0 }

    /// The next answer about favorites or rows, or the next part of a transfer, is ready but late: it comes with
    /// `releaseAnswer`. Those after it come at once.
    public func holdNextAnswer() {
        answers.close()
        state.withLock { $0.holdsNextAnswer = true }
    }

    public func releaseAnswer() { answers.open() }

    /// Something waits for `releaseAnswer`.
    public var holdsAnswer: Bool { answers.heldCount > 0 }

    /// The next answer about the facts of items is ready but late: it comes with `releaseFacts`.
    public func holdNextFacts() {
        facts.close()
        state.withLock { $0.holdsNextFacts = true }
    }

    public func releaseFacts() { facts.open() }

    /// Something waits for `releaseFacts`.
    public var holdsFacts: Bool { facts.heldCount > 0 }

    /// Listeners hear nothing until `speak`.
    public func fallSilent() { state.withLock { $0.isSilent = true } }

    public func speak() {
        state.withLock { $0.isSilent = false }
        tell()
    }

    /// From now on these favorites, and no others, cannot be read.
    public func damage(_ ids: ItemID...) {
        state.withLock { $0.unreadable = Set(ids) }
        tell()
    }

    /// Another library takes the place of this one, which `reopen` opens. Until then every write is refused.
    public func replace(with favorites: [Favorite], queries: [String] = [], account: String? = nil) {
        var shelf = MemoryLibraryContents()
        shelf.change { $0 = favorites }
        shelf.account = account
        state.withLock { [shelf] in $0.replacement = (shelf, queries) }
        say(.replaced(folder: URL(filePath: "/library")))
    }

    public func reopen() async {
        state.withLock { state in
            guard let replacement = state.replacement else { return }
            state.shelf = replacement.shelf
            state.queries = [.repositories: replacement.queries]
            (state.lists, state.viewed, state.replacement) = ([:], [:], nil)
        }
        say(.ready)
        tell()
    }

    public func conditions() -> AsyncStream<LibraryCondition> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LibraryCondition.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(state.withLock { $0.condition })
        state.withLock { $0.watchers.append(continuation) }
        return stream
    }

    private func say(_ condition: LibraryCondition) {
        let watchers = state.withLock { state in
            state.condition = condition
            return state.watchers
        }
        for watcher in watchers { watcher.yield(condition) }
    }

    /// A change made by another process.
    public func change(_ change: (inout [Favorite]) -> Void) {
        state.withLock { $0.shelf.change(change) }
        tell()
    }

    /// Keeps what must live as long as this does.
    func keep(_ trackedItems: any AnyObject & Sendable) { state.withLock { $0.interests.append(trackedItems) } }

    // MARK: Reading

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

    public func favorites(
        _ query: FavoritesQuery, reading first: Int
    ) async throws(LibraryFailure) -> FavoritesResult {
        let answer = state.withLock { state in
            state.questions.append(query)
            var answer = state.shelf.answer(query, reading: first)
            answer.first.removeAll { state.unreadable.contains($0.favorite.id) }
            return answer
        }
        await passAnswers()
        return answer
    }

    public func favorites(
        in rows: [FavoriteRowID], known: [FavoriteRowID: Int64]
    ) async throws(LibraryFailure) -> [StoredFavorite] {
        let found = state.withLock { state in
            let found = state.shelf.stored(rows).filter {
                $0.stamp != known[$0.row] && !state.unreadable.contains($0.favorite.id)
            }
            state.readings.append(found.map(\.favorite.id.id))
            return found
        }
        await passAnswers()
        return found
    }

    public func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts] {
        let (answer, isHeld) = state.withLock { state in
            defer { state.holdsNextFacts = false }
            return (state.shelf.facts(of: ids), state.holdsNextFacts)
        }
        if isHeld { await facts.pass() }
        return answer
    }

    public func forEachFavoriteBatch(_ take: @escaping @Sendable ([Favorite]) -> Bool) async throws(LibraryFailure) {
        for part in kept.parts {
            guard take(part) else { return }
            await passAnswers()
        }
    }

    // MARK: Writing

    public func add(_ favorite: Favorite) async throws(LibraryFailure) {
        try await write(["add \(favorite.id.id)"]) { $0.shelf.add(favorite) }
    }

    public func remove(_ id: ItemID) async throws(LibraryFailure) -> Favorite? {
        try await write(["remove \(id.id)"]) { $0.shelf.remove(id) }
    }

    public func refresh(_ items: [Item]) async throws(LibraryFailure) {
        try await write(items.map { "refresh \($0.id.id)" }) { $0.shelf.refresh(items) }
    }

    public func recordStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) {
        try await write(["\(isStarred ? "star" : "unstar") \(item.id.id)"]) {
            $0.shelf.recordStar(isStarred, on: item.id)
        }
    }

    /// In parts of a hundred, after each of which `holdNextAnswer` holds it.
    public func importFavorites(
        _ favorites: [Favorite], step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> Int {
        try await write(["take in \(favorites.count)"]) { () async throws(LibraryFailure) in
            var done = 0
            for part in favorites.parts {
                done += part.count
                guard step(done) else { throw .cancelled }
                await self.passAnswers()
            }
        } change: {
            $0.shelf.importFavorites(favorites)
        }
    }

    // MARK: Searches

    public func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String] {
        state.withLock { Array(($0.queries[catalog] ?? []).prefix(limit)) }
    }

    public func recordQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write(["note \(text)"]) { state in
            state.queries[catalog, default: []].removeAll { $0 == text }
            state.queries[catalog, default: []].insert(text, at: 0)
        }
    }

    public func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write(["clear"]) { $0.queries[catalog] = [] }
    }

    public func viewedItems(of catalog: CatalogKind, host: String) async throws(LibraryFailure) -> [Item] {
        state.withLock { $0.viewed[catalog.rawValue + host] ?? [] }
    }

    public func saveViewedItems(
        _ items: [Item], of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) {
        try await write(["keep \(items.count) viewed"]) { $0.viewed[catalog.rawValue + host] = items }
    }

    // MARK: Lists

    public func listSnapshot(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> ListSnapshot? {
        state.withLock { $0.lists[id]?[kind] }
    }

    public func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure) {
        try await write(["keep \(list.items.count) \(kind.rawValue)"]) { $0.lists[id, default: [:]][kind] = list }
    }

    // MARK: Stars

    /// Keeps the batch and the place; what did not come stays as it was known.
    public func importStars(
        _ batch: [StarredItem], of login: String, host: String, as step: StarImportStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarImportCount {
        try await write(["bring in \(batch.count) \(step)"]) {
            $0.shelf.importStars(batch, of: login, as: step, next: next)
        }
    }

    public func starImportResumePoint(of login: String, host: String) async -> StarImportResumePoint? {
        state.withLock { $0.shelf.account == login ? $0.shelf.place : nil }
    }

    public func starImportState(of login: String, host: String) async -> StarImportState {
        state.withLock { state in
            guard state.shelf.account == login else { return .nothing }
            return state.shelf.place.map { .some($0.tally.total) } ?? (state.shelf.isWhole ? .all : .nothing)
        }
    }

    public func setStarAccount(login: String, host: String) async throws(LibraryFailure) {
        try await write(["account \(login)"]) { $0.shelf.setStarAccount(login, host: host) }
    }

    // MARK: Holding and telling

    private func passAnswers() async {
        let isHeld = state.withLock { state in
            defer { state.holdsNextAnswer = false }
            return state.holdsNextAnswer
        }
        if isHeld { await answers.pass() }
    }

    /// What is held back, or takes its time, is in the log as soon as it begins; all else once it has happened, so that
    /// what a test does next meets it as done.
    /// - Parameter before: what is done before anything changes.
    private func write<Value>(
        _ names: [String], before: (() async throws(LibraryFailure) -> Void)? = nil, change: (inout State) -> Value
    ) async throws(LibraryFailure) -> Value {
        let isLong = gate.isClosed || before != nil
        if isLong {
            state.withLock { $0.log += names }
            await gate.pass()
            try await before?()
        }
        let (result, isNews): (Result<Value, LibraryFailure>, Bool) = state.withLock { state in
            if !isLong { state.log += names }
            if !state.failures.isEmpty { return (.failure(state.failures.removeFirst()), false) }
            if state.replacement != nil { return (.failure(.replaced), false) }
            let (changes, stars) = (state.shelf.changes, state.shelf.stars)
            let value = change(&state)
            return (.success(value), state.shelf.changes != changes || state.shelf.stars != stars)
        }
        if isNews { tell() }
        return try result.get()
    }

    /// Not under the lock: a listener that ends waits for it.
    private func tell() {
        let listeners = state.withLock { $0.isSilent ? [] : Array($0.listeners.values) }
        for listener in listeners { listener.yield() }
    }
}

extension [Favorite] {
    /// A hundred at a time.
    fileprivate var parts: [[Favorite]] {
        stride(from: 0, to: count, by: 100).map { Array(self[$0..<Swift.min($0 + 100, count)]) }
    }
}
