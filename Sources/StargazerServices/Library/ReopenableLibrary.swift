import Dispatch
import Foundation
import GRDB
import Logging
public import StargazerCore
import Synchronization

/// The library in a folder, whichever file is there. It forwards everything to the library that is open, and notices when
/// the file of that one is replaced or removed.
///
/// A removed file is written again from the open one. A replaced file is left alone until `reopen`: the open one is still
/// read, and refuses every write.
public final class ReopenableLibrary: ReplaceableLibrary {
    private struct State {
        var library: any Library
        var condition: LibraryCondition
        /// Deals with a file that is no longer at its path.
        var settling: Task<Void, Never>?
        /// Opens the file that is there.
        var reopening: Task<Void, Never>?
        var forwarding: Task<Void, Never>?
    }

    private let opener: LibraryOpener
    private let state: Mutex<State>
    private let news = OpenStreams<Void>()
    private let conditionNews = OpenStreams<LibraryCondition>()
    private let queue = DispatchQueue(label: "library.reopening", qos: .userInitiated)

    /// A program that replaces a file may remove it first. The new one is waited for this long.
    static let patience = Duration.seconds(1)

    init(_ opener: LibraryOpener, _ opened: LibraryOpener.Opened) {
        self.opener = opener
        state = Mutex(State(library: opened.library, condition: opened.condition))
        follow(opened.library)
    }

    deinit { state.withLock { $0.forwarding }?.cancel() }

    /// The library that is open now.
    var current: any Library { state.withLock { $0.library } }

    public func changes() -> AsyncStream<Void> { news.open() }

    public func conditions() -> AsyncStream<LibraryCondition> {
        let stream = conditionNews.open()
        conditionNews.tell(state.withLock { $0.condition })
        return stream
    }

    public func reopen() async {
        let reopening = state.withLock { state in
            if let reopening = state.reopening { return reopening }
            let reopening = Task { await self.openAgain() }
            state.reopening = reopening
            return reopening
        }
        await reopening.value
    }

    private func openAgain() async {
        await state.withLock { $0.settling }?.value
        let opened = await onQueue { [opener] in
            // First, so that a file that came back is not open twice with two logs.
            self.close(self.current)
            return opener.open()
        }
        use(opened, as: opened.condition)
        state.withLock { $0.reopening = nil }
        news.tell(())
    }

    // MARK: The open library

    private func use(_ opened: LibraryOpener.Opened, as condition: LibraryCondition) {
        state.withLock { state in
            state.library = opened.library
            state.condition = condition
            state.forwarding?.cancel()
        }
        follow(opened.library)
        conditionNews.tell(condition)
        news.tell(())
    }

    /// The library goes on being told of, and of its file.
    private func follow(_ library: any Library) {
        let changes = library.changes()
        let forwarding = Task { [weak self] in
            for await _ in changes { self?.news.tell(()) }
        }
        state.withLock { $0.forwarding = forwarding }
        (library as? LibraryDatabase)?.whenFileMoved { [weak self, weak library = library as? LibraryDatabase] in
            if let library { self?.beginToSettle(library, isNeeded: false) }
        }
    }

    private func close(_ library: any Library) {
        do { try (library as? LibraryDatabase)?.database.close() } catch {
            opener.log.warning("a library was not closed", metadata: ["error": "\(error)"])
        }
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: work()) } }
    }

    // MARK: A file that is no longer at its path

    /// - Parameter isNeeded: something is to be written, so that what failed before is tried again.
    @discardableResult
    private func beginToSettle(_ library: LibraryDatabase, isNeeded: Bool) -> Task<Void, Never>? {
        state.withLock { state in
            if let settling = state.settling { return settling }
            guard state.library as? LibraryDatabase === library, state.reopening == nil, let place = library.place
            else { return nil }
            switch (place.state, state.condition) {
            case (.same, _), (.replaced, .replaced): return nil
            case (.removed, .removed) where !isNeeded: return nil
            default: break
            }
            let settling = Task {
                await self.settle(library, place)
                self.state.withLock { $0.settling = nil }
            }
            state.settling = settling
            return settling
        }
    }

    private func settle(_ library: LibraryDatabase, _ place: LibraryPlace) async {
        if place.state == .removed { try? await opener.time.sleep(Self.patience) }
        switch place.state {
        case .same: return
        case .replaced: await say(.replaced(folder: opener.files.folder)) { place.detach(library.database) }
        case .removed:
            let restored = await onQueue { [opener] in Result { try opener.restore(library, place) } }
            switch restored {
            case .success(let opened):
                let isRestored = opened.condition == .ready
                use(opened, as: isRestored ? .restored(folder: opener.files.folder) : opened.condition)
                await onQueue { self.close(library) }
            case .failure(let error):
                opener.log.error("the library is not written again", metadata: ["error": "\(error)"])
                guard place.state != .replaced else { return await settle(library, place) }
                await say(.removed(folder: opener.files.folder))
            }
        }
    }

    private func say(
        _ condition: LibraryCondition, after work: @escaping @Sendable () -> Void = {}
    ) async {
        await onQueue(work)
        let isNew = state.withLock { state in
            defer { state.condition = condition }
            return state.condition != condition
        }
        if isNew { conditionNews.tell(condition) }
    }

    // MARK: Forwarding

    /// The library, once it is open.
    private func opened() async -> any Library {
        await state.withLock { $0.reopening }?.value
        return current
    }

    private func write<Value: Sendable>(
        _ change: (any Library) async throws(LibraryFailure) -> Value
    ) async throws(LibraryFailure) -> Value {
        let library = await opened()
        do throws(LibraryFailure) {
            return try await change(library)
        } catch {
            guard error == .removed || error == .replaced, let database = library as? LibraryDatabase else {
                throw error
            }
            await beginToSettle(database, isNeeded: true)?.value
            // Nothing of it was written. Where there is another library by now, it goes there.
            let settled = await opened()
            guard settled as? LibraryDatabase !== database else { throw error }
            return try await change(settled)
        }
    }

    public func favorites(
        _ query: FavoritesQuery, reading first: Int
    ) async throws(LibraryFailure) -> FavoritesAnswer { try await opened().favorites(query, reading: first) }

    public func favorites(
        in rows: [FavoriteRow], known: [FavoriteRow: Int64]
    ) async throws(LibraryFailure) -> [StoredFavorite] { try await opened().favorites(in: rows, known: known) }

    public func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts] {
        try await opened().facts(of: ids)
    }

    public func everyFavorite(_ take: @escaping @Sendable ([Favorite]) -> Bool) async throws(LibraryFailure) {
        try await opened().everyFavorite(take)
    }

    public func add(_ favorite: Favorite) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.add(favorite) }
    }

    @discardableResult
    public func remove(_ id: ItemID) async throws(LibraryFailure) -> Favorite? {
        try await write { library throws(LibraryFailure) in try await library.remove(id) }
    }

    public func refresh(_ items: [Item]) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.refresh(items) }
    }

    public func noteStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.noteStar(isStarred, on: item) }
    }

    public func takeIn(
        _ favorites: [Favorite], step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> Int {
        try await write { library throws(LibraryFailure) in try await library.takeIn(favorites, step: step) }
    }

    public func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String] {
        await opened().recentQueries(of: catalog, limit: limit)
    }

    public func noteQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.noteQuery(text, of: catalog) }
    }

    public func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.clearRecentQueries(of: catalog) }
    }

    public func keptList(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> KeptList? {
        try await opened().keptList(kind, of: id)
    }

    public func keep(_ list: KeptList, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.keep(list, as: kind, of: id) }
    }

    public func bringIn(
        _ batch: [StarredItem], of login: String, host: String, as step: StarsStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarsTally {
        try await write { library throws(LibraryFailure) in
            try await library.bringIn(batch, of: login, host: host, as: step, next: next)
        }
    }

    public func placeToResume(of login: String, host: String) async -> StarsPlace? {
        await opened().placeToResume(of: login, host: host)
    }

    public func starsBroughtIn(of login: String, host: String) async -> StarsBroughtIn {
        await opened().starsBroughtIn(of: login, host: host)
    }

    public func accountChanged(login: String, host: String) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in
            try await library.accountChanged(login: login, host: host)
        }
    }
}
