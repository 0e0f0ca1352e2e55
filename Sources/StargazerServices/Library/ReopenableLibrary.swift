import Dispatch
import Foundation
import GRDB
import Logging
public import StargazerCore
import Synchronization

/// A library that survives the replacement or removal of its file. It forwards all calls to the library that is open.
///
/// A removed file is written again from the open library. After a replacement, the open library can still be read but
/// refuses writes, until `reopen` opens the new file.
public final class ReopenableLibrary: ReplaceableLibrary {
    private struct State {
        var library: any Library
        var condition: LibraryCondition
        /// Handles a file that is no longer at its path.
        var fileChangeTask: Task<Void, Never>?
        /// Opens the new file.
        var reopenTask: Task<Void, Never>?
        var forwardingTask: Task<Void, Never>?
    }

    private let opener: LibraryOpener
    private let state: Mutex<State>
    private let changeStreams = StreamBroadcaster<Void>()
    private let conditionStreams = StreamBroadcaster<LibraryCondition>()
    private let queue = DispatchQueue(label: "library.reopening", qos: .userInitiated)

    /// A program that replaces a file may remove it first. This is how long to wait for the new one.
    static let removalGracePeriod = Duration.seconds(1)

    init(_ opener: LibraryOpener, _ opened: LibraryOpener.Opened) {
        self.opener = opener
        state = Mutex(State(library: opened.library, condition: opened.condition))
        forwardChanges(opened.library)
    }

    deinit { state.withLock { $0.forwardingTask }?.cancel() }

    /// The library that is open now.
    var current: any Library { state.withLock { $0.library } }

    public func changes() -> AsyncStream<Void> { changeStreams.open() }

    public func conditions() -> AsyncStream<LibraryCondition> {
        let stream = conditionStreams.open()
        conditionStreams.notify(state.withLock { $0.condition })
        return stream
    }

    public func reopen() async {
        let reopenTask = state.withLock { state in
            if let reopenTask = state.reopenTask { return reopenTask }
            let reopenTask = Task { await self.openAgain() }
            state.reopenTask = reopenTask
            return reopenTask
        }
        await reopenTask.value
    }

    private func openAgain() async {
        await state.withLock { $0.fileChangeTask }?.value
        let opened = await onQueue { [opener] in
            // Closed first, so that a file that was moved back is not open twice with two logs.
            self.close(self.current)
            return opener.open()
        }
        replaceLibrary(opened, as: opened.condition)
        state.withLock { $0.reopenTask = nil }
        changeStreams.notify(())
    }

    // MARK: Open library

    private func replaceLibrary(_ opened: LibraryOpener.Opened, as condition: LibraryCondition) {
        state.withLock { state in
            state.library = opened.library
            state.condition = condition
            state.forwardingTask?.cancel()
        }
        forwardChanges(opened.library)
        conditionStreams.notify(condition)
        changeStreams.notify(())
    }

    /// Forwards the library's changes and watches its file.
    private func forwardChanges(_ library: any Library) {
        let changes = library.changes()
        let forwardingTask = Task { [weak self] in
            for await _ in changes { self?.changeStreams.notify(()) }
        }
        state.withLock { $0.forwardingTask = forwardingTask }
        (library as? LibraryDatabase)?.onFileMoved { [weak self, weak library = library as? LibraryDatabase] in
            if let library { self?.startHandlingFileChange(library, isNeeded: false) }
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

    // MARK: Replaced or removed file

    /// - Parameter isNeeded: a write is waiting, so try again even after a failure.
    @discardableResult
    private func startHandlingFileChange(_ library: LibraryDatabase, isNeeded: Bool) -> Task<Void, Never>? {
        state.withLock { state in
            if let fileChangeTask = state.fileChangeTask { return fileChangeTask }
            guard state.library as? LibraryDatabase === library, state.reopenTask == nil,
                let openFiles = library.openFiles
            else { return nil }
            switch (openFiles.state, state.condition) {
            case (.unchanged, _), (.replaced, .replaced): return nil
            case (.removed, .removed) where !isNeeded: return nil
            default: break
            }
            let fileChangeTask = Task {
                await self.handleFileChange(library, openFiles)
                self.state.withLock { $0.fileChangeTask = nil }
            }
            state.fileChangeTask = fileChangeTask
            return fileChangeTask
        }
    }

    private func handleFileChange(_ library: LibraryDatabase, _ openFiles: OpenLibraryFiles) async {
        if openFiles.state == .removed { try? await opener.time.sleep(Self.removalGracePeriod) }
        switch openFiles.state {
        case .unchanged: return
        case .replaced:
            await setCondition(.replaced(folder: opener.files.folder)) { openFiles.detach(library.database) }
        case .removed:
            let restored = await onQueue { [opener] in Result { try opener.restore(library, openFiles) } }
            switch restored {
            case .success(let opened):
                let isRestored = opened.condition == .ready
                replaceLibrary(opened, as: isRestored ? .restored(folder: opener.files.folder) : opened.condition)
                await onQueue { self.close(library) }
            case .failure(let error):
                opener.log.error("the library is not written again", metadata: ["error": "\(error)"])
                guard openFiles.state != .replaced else { return await handleFileChange(library, openFiles) }
                await setCondition(.removed(folder: opener.files.folder))
            }
        }
    }

    private func setCondition(
        _ condition: LibraryCondition, after work: @escaping @Sendable () -> Void = {}
    ) async {
        await onQueue(work)
        let isNew = state.withLock { state in
            defer { state.condition = condition }
            return state.condition != condition
        }
        if isNew { conditionStreams.notify(condition) }
    }

    // MARK: Forwarding

    /// Returns the library after any reopening has finished.
    private func opened() async -> any Library {
        await state.withLock { $0.reopenTask }?.value
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
            await startHandlingFileChange(database, isNeeded: true)?.value
            // Nothing was written. If another library is open now, write there.
            let settled = await opened()
            guard settled as? LibraryDatabase !== database else { throw error }
            return try await change(settled)
        }
    }

    public func favorites(
        _ query: FavoritesQuery, reading first: Int
    ) async throws(LibraryFailure) -> FavoritesResult { try await opened().favorites(query, reading: first) }

    public func favorites(
        in rows: [FavoriteRowID], known: [FavoriteRowID: Int64]
    ) async throws(LibraryFailure) -> [StoredFavorite] { try await opened().favorites(in: rows, known: known) }

    public func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts] {
        try await opened().facts(of: ids)
    }

    public func forEachFavoriteBatch(_ take: @escaping @Sendable ([Favorite]) -> Bool) async throws(LibraryFailure) {
        try await opened().forEachFavoriteBatch(take)
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

    public func recordStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.recordStar(isStarred, on: item) }
    }

    public func importFavorites(
        _ favorites: [Favorite], step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> Int {
        try await write { library throws(LibraryFailure) in try await library.importFavorites(favorites, step: step) }
    }

    public func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String] {
        await opened().recentQueries(of: catalog, limit: limit)
    }

    public func recordQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.recordQuery(text, of: catalog) }
    }

    public func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.clearRecentQueries(of: catalog) }
    }

    public func listSnapshot(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> ListSnapshot? {
        try await opened().listSnapshot(kind, of: id)
    }

    public func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in try await library.saveSnapshot(list, as: kind, of: id) }
    }

    public func importStars(
        _ batch: [StarredItem], of login: String, host: String, as step: StarImportStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarImportCount {
        try await write { library throws(LibraryFailure) in
            try await library.importStars(batch, of: login, host: host, as: step, next: next)
        }
    }

    public func starImportResumePoint(of login: String, host: String) async -> StarImportResumePoint? {
        await opened().starImportResumePoint(of: login, host: host)
    }

    public func starImportState(of login: String, host: String) async -> StarImportState {
        await opened().starImportState(of: login, host: host)
    }

    public func setStarAccount(login: String, host: String) async throws(LibraryFailure) {
        try await write { library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        }
    }
}
