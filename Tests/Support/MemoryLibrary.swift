public import Foundation
import GRDB
public import StargazerCore
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
        var isSilent = false
        var holdsNextAnswer = false
        var holdsNextFacts = false
        var kept: [any AnyObject & Sendable] = []
        var unreadable: Set<ItemID> = []
        var condition = LibraryCondition.ready
        var watchers: [AsyncStream<LibraryCondition>.Continuation] = []
        var replacement: LibraryDatabase?
    }

    private static let codecs = ItemCodecs([RepositoryCodec(), PersonCodec(), GifCodec(), PhotoCodec()])
    private let state: Mutex<State>
    private let gate = AsyncGate()
    private let answers = AsyncGate()
    private let facts = AsyncGate()

    /// - Parameter account: the login on the host `test` whose stars the library has.
    public init(_ favorites: [Favorite] = [], queries: [String] = [], account: String? = nil) {
        state = Mutex(State(inner: Self.filled(favorites, queries, account)))
        observe()
    }

    private static func filled(_ favorites: [Favorite], _ queries: [String], _ account: String?) -> LibraryDatabase {
        let library = LibraryDatabase.inMemory(codecs: codecs)
        write(library) { db in
            if let account {
                try StarImportRecord(login: account, host: "test", codecs: codecs).setStarAccount(db)
            }
            for favorite in favorites { try put(db, favorite) }
            for (number, text) in queries.reversed().enumerated() {
                let date = Date(timeIntervalSince1970: Double(number))
                try RecentQueries.record(db, text, catalog: .repositories, at: date)
            }
        }
        return library
    }

    private static func put(_ db: Database, _ favorite: Favorite) throws {
        var index: [LibraryIndex.Entry] = []
        try ItemRecord(favorite.item, by: codecs).add(
            db, addedAt: favorite.addedAt, starredOnServer: favorite.isStarredOnServer, now: favorite.addedAt,
            index: &index)
        try LibraryIndex.write(db, &index)
        try db.execute(
            sql: """
                UPDATE item SET added_at = ?, starred_on_server = ? WHERE catalog = ? AND host = ? AND item_id = ?
                """, arguments: [favorite.addedAt, favorite.isStarredOnServer] + ItemRecord.key(favorite.id))
    }

    private static func write(_ library: LibraryDatabase, _ change: (Database) throws -> Void) {
        do {
            try library.connection.current.database?.write(change)
        } catch {
            preconditionFailure("a database in memory cannot be written: \(error)")
        }
    }

    // MARK: What a test sees

    var inner: LibraryDatabase { state.withLock { $0.inner } }

    /// The writes in the order in which they ended: `add 1`, `remove 1`, `refresh 1`, `star 1`, `unstar 1`,
    /// `query swift`, `clear`, `stars 100 beginning`, `account ada`, `import 3`, `list 3 followers`, `viewed 2`.
    public var log: [String] { state.withLock { $0.log } }
    /// The newest first.
    public var favorites: [Favorite] {
        let reader = FavoriteReader(Self.codecs)
        let found = try? inner.connection.current.database?.read { db in
            try Row.fetchAll(db, sql: FavoriteReader.selectAll).filter { $0.value(in: "is_favorite") == true }
                .compactMap { reader.favorite(from: $0) }
        }
        return (found ?? []).sorted { $0.addedAt > $1.addedAt }
    }
    /// The repository queries, the newest first.
    public var recentQueries: [String] {
        let found = try? inner.connection.current.database?.read { db in
            try RecentQueries.newest(db, 1_000, catalog: .repositories)
        }
        return found ?? []
    }
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

    /// Writes begin but do not end until `release`.
    public func hold() { gate.close() }
    public func release() { gate.open() }
    /// Whether a write waits for `release`.
    public var holdsWrite: Bool { gate.heldCount > 0 }

    /// The next answer about favorites or rows, or the next part of a transfer, comes with `releaseAnswer`.
    public func holdNextAnswer() {
        answers.close()
        state.withLock { $0.holdsNextAnswer = true }
    }
    public func releaseAnswer() { answers.open() }
    /// Whether something waits for `releaseAnswer`.
    public var holdsAnswer: Bool { answers.heldCount > 0 }

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
        let new = Self.filled(favorites, queries, account)
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
        let before = favorites
        var after = before
        change(&after)
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        let removed = Set(old.keys).subtracting(after.map(\.id))
        Self.write(inner) { db in
            for id in removed { try ItemRecord.remove(db, id, now: Date(timeIntervalSince1970: 0)) }
            for favorite in after where old[favorite.id] != favorite { try Self.put(db, favorite) }
        }
    }

    /// Retains what must live as long as this does.
    func keep(_ object: any AnyObject & Sendable) { state.withLock { $0.kept.append(object) } }

    // MARK: Changes and conditions

    private func observe() {
        guard let database = inner.connection.current.database else { return }
        let observation = DatabaseRegionObservation(
            tracking: Table("item"), Table("tag"), Table("saved_search"), Table("saved_search_seen")
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

    private func passAnswers() async {
        let isHeld = state.withLock { state in
            defer { state.holdsNextAnswer = false }
            return state.holdsNextAnswer
        }
        if isHeld { await answers.pass() }
    }

    /// A write that is held, or takes its time, is in the log as soon as it begins; any other once it has ended.
    /// - Parameters:
    ///   - before: runs before anything changes.
    ///   - change: gets the database that is open then.
    private func write<Value>(
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

// MARK: - The library

extension MemoryLibrary {
    public func favorites(
        _ query: FavoritesQuery, reading first: Int
    ) async throws(LibraryFailure) -> FavoritesResult {
        var logged = query
        logged.calendar = nil
        state.withLock { [logged] in $0.queries.append(logged) }
        var answer = try await inner.favorites(query, reading: first)
        let unreadable = state.withLock { $0.unreadable }
        answer.first.removeAll { unreadable.contains($0.favorite.id) }
        await passAnswers()
        return answer
    }

    public func favoritesCounts() async throws(LibraryFailure) -> FavoritesCounts {
        try await inner.favoritesCounts()
    }

    public func facets(of query: FavoritesQuery) async throws(LibraryFailure) -> FavoritesFacets {
        state.withLock { $0.facetQueries.append(query) }
        return try await inner.facets(of: query)
    }

    public func favorites(
        in rows: [FavoriteRowID], known: [FavoriteRowID: Int64]
    ) async throws(LibraryFailure) -> [StoredFavorite] {
        let unreadable = state.withLock { $0.unreadable }
        let found = try await inner.favorites(in: rows, known: known).filter { !unreadable.contains($0.favorite.id) }
        state.withLock { $0.readings.append(found.map(\.favorite.id.id)) }
        await passAnswers()
        return found
    }

    public func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts] {
        let answer = try await inner.facts(of: ids)
        let isHeld = state.withLock { state in
            defer { state.holdsNextFacts = false }
            return state.holdsNextFacts
        }
        if isHeld { await facts.pass() }
        return answer
    }

    public func stampSummary() async throws(LibraryFailure) -> StampSummary { try await inner.stampSummary() }
    public func stamps(after id: ItemID?, limit: Int) async throws(LibraryFailure) -> [ItemStamp] {
        try await inner.stamps(after: id, limit: limit)
    }

    public func documentFields(of ids: [ItemID]) async throws(LibraryFailure) -> [DocumentFields] {
        try await inner.documentFields(of: ids)
    }

    /// In parts of a hundred.
    public func export(
        only items: [ItemID]?, _ body: @escaping @Sendable (ExportPart) -> Bool
    ) async throws(LibraryFailure) {
        let parts = Mutex<[ExportPart]>([])
        try await inner.export(only: items) { part in
            parts.withLock { $0.append(part) }
            return true
        }
        for part in parts.withLock(\.self) {
            guard case .favorites(let favorites) = part else {
                guard body(part) else { return }
                continue
            }
            for part in favorites.parts {
                guard body(.favorites(part)) else { return }
                await passAnswers()
            }
        }
    }

    public func favorites(
        titled titles: Set<String>, of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) -> [String: ItemID] {
        try await inner.favorites(titled: titles, of: catalog, host: host)
    }

    public func add(_ favorites: [Favorite], sending changes: [OutboxChange]) async throws(LibraryFailure) {
        try await write([entry("add", favorites.map(\.id))]) { library throws(LibraryFailure) in
            try await library.add(favorites, sending: changes)
        }
    }

    public func remove(_ ids: [ItemID], sending changes: [OutboxChange]) async throws(LibraryFailure) -> [Favorite] {
        try await write([entry("remove", ids)]) { library throws(LibraryFailure) in
            try await library.remove(ids, sending: changes)
        }
    }

    /// One entry of the log for each transaction: `add 1 2 3`.
    private func entry(_ change: String, _ ids: [ItemID]) -> String {
        ([change] + ids.map(\.id)).joined(separator: " ")
    }

    public func refresh(_ items: [Item]) async throws(LibraryFailure) {
        try await write(items.map { "refresh \($0.id.id)" }) { library throws(LibraryFailure) in
            try await library.refresh(items)
        }
    }

    public func recordStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) {
        try await write(["\(isStarred ? "star" : "unstar") \(item.id.id)"]) { library throws(LibraryFailure) in
            try await library.recordStar(isStarred, on: item)
        }
    }

    /// In parts of a hundred, after each of which `holdNextAnswer` holds it.
    public func importContent(
        _ content: ImportContent, step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> ImportResult {
        try await write(["import \(content.favorites.count)"]) { () async throws(LibraryFailure) in
            for done in stride(from: 100, to: content.steps + 100, by: 100) {
                guard step(min(done, content.steps)) else { throw .cancelled }
                await self.passAnswers()
            }
        } change: { library throws(LibraryFailure) in
            try await library.importContent(content) { _ in true }
        }
    }

    public func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String] {
        await inner.recentQueries(of: catalog, limit: limit)
    }

    public func recordQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write(["query \(text)"]) { library throws(LibraryFailure) in
            try await library.recordQuery(text, of: catalog)
        }
    }

    public func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write(["clear"]) { library throws(LibraryFailure) in
            try await library.clearRecentQueries(of: catalog)
        }
    }

    public func viewedItems(of catalog: CatalogKind, host: String) async throws(LibraryFailure) -> [Item] {
        try await inner.viewedItems(of: catalog, host: host)
    }

    public func saveViewedItems(
        _ items: [Item], of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) {
        try await write(["viewed \(items.count)"]) { library throws(LibraryFailure) in
            try await library.saveViewedItems(items, of: catalog, host: host)
        }
    }

    public func listSnapshot(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> ListSnapshot? {
        try await inner.listSnapshot(kind, of: id)
    }

    public func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure) {
        try await write(["list \(list.items.count) \(kind.rawValue)"]) { library throws(LibraryFailure) in
            try await library.saveSnapshot(list, as: kind, of: id)
        }
    }

    public func importStars(
        _ batch: [StarredItem], of login: String, host: String, as step: StarImportStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarImportCount {
        try await write(["stars \(batch.count) \(step)"]) { library throws(LibraryFailure) in
            try await library.importStars(batch, of: login, host: host, as: step, next: next)
        }
    }

    public func beginStarImport(
        of login: String, host: String
    ) async throws(LibraryFailure) -> StarImportResumePoint? {
        try await inner.beginStarImport(of: login, host: host)
    }

    public func starImportState(of login: String, host: String) async -> StarImportState {
        await inner.starImportState(of: login, host: host)
    }

    public func setStarAccount(login: String, host: String) async throws(LibraryFailure) {
        try await write(["account \(login)"]) { library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        }
    }

    // The log names only stars that the server has confirmed.

    public func enqueue(_ changes: [OutboxChange]) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in try await library.enqueue(changes) }
    }

    public func outbox(of account: OutboxAccount) async throws(LibraryFailure) -> [OutboxEntry] {
        try await inner.outbox(of: account)
    }

    public func outboxCounts() async throws(LibraryFailure) -> [OutboxAccount: Int] { try await inner.outboxCounts() }

    public func beginSending(of account: OutboxAccount, now: Date) async throws(LibraryFailure) -> OutboxNext {
        try await inner.beginSending(of: account, now: now)
    }

    public func endSending(_ entry: OutboxEntry, as outcome: OutboxOutcome) async throws(LibraryFailure) -> Bool {
        let isWaiting = try await inner.endSending(entry, as: outcome)
        if entry.mutation.kind == .star, case .confirmed(let isSet) = outcome {
            state.withLock { $0.log.append("\(isSet ? "star" : "unstar") \(entry.mutation.item.id.id)") }
        }
        return isWaiting
    }

    public func releaseOutbox(of account: OutboxAccount, now: Date) async throws(LibraryFailure) {
        try await inner.releaseOutbox(of: account, now: now)
    }

    public func postponeOutbox(of account: OutboxAccount, until date: Date) async throws(LibraryFailure) {
        try await inner.postponeOutbox(of: account, until: date)
    }
}

extension [AnnotatedFavorite] {
    /// A hundred at a time.
    fileprivate var parts: [[AnnotatedFavorite]] {
        stride(from: 0, to: count, by: 100).map { Array(self[$0..<Swift.min($0 + 100, count)]) }
    }
}
