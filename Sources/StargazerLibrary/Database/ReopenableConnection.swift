import Dispatch
import Foundation
import GRDB
import Logging
import Synchronization

/// The library's connection. A removed file is written again from the open library. After a replacement, the open
/// library can be read but refuses writes, until `reopen` opens the new file.
final class ReopenableConnection: Sendable {
    private struct State {
        var connection: LibraryConnection
        var condition: LibraryCondition
        /// Handles a file that is no longer at its path.
        var fileChangeTask: Task<Void, Never>?
        /// Opens the new file.
        var reopenTask: Task<Void, Never>?
        var forwardingTask: Task<Void, Never>?
        var copyTask: Task<Void, Never>?
    }

    /// Nil for a library in memory.
    let opener: LibraryOpener?
    private let state: Mutex<State>
    private let changeStreams = StreamBroadcaster<Void>()
    private let conditionStreams = StreamBroadcaster<LibraryCondition>()
    private let queue = DispatchQueue(label: "library.reopening", qos: .userInitiated)

    /// A program that replaces a file may remove it first. This is how long to wait for the new one.
    static let removalGracePeriod = Duration.seconds(1)

    init(_ opener: LibraryOpener?, _ opened: LibraryOpener.Opened) {
        self.opener = opener
        state = Mutex(State(connection: opened.connection, condition: opened.condition))
        forwardChanges(opened.connection)
    }

    deinit {
        let tasks = state.withLock { [$0.forwardingTask, $0.copyTask] }
        for task in tasks { task?.cancel() }
    }

    /// Keeps the task that copies the library, and cancels it with the library.
    func own(_ copyTask: Task<Void, Never>) {
        state.withLock { state in
            state.copyTask?.cancel()
            state.copyTask = copyTask
        }
    }

    var current: LibraryConnection { state.withLock { $0.connection } }

    func changes() -> AsyncStream<Void> { changeStreams.open() }

    /// Tells of a change that is not in the file.
    func notify() { changeStreams.notify(()) }

    func conditions() -> AsyncStream<LibraryCondition> {
        let stream = conditionStreams.open()
        conditionStreams.notify(state.withLock { $0.condition })
        return stream
    }

    func reopen() async {
        let reopenTask = state.withLock { state in
            if let reopenTask = state.reopenTask { return reopenTask }
            let reopenTask = Task { _ = await self.openAgain() }
            state.reopenTask = reopenTask
            return reopenTask
        }
        await reopenTask.value
    }

    /// Closes the library, changes its files and opens it again, even if the change fails. Reads and writes wait.
    func reopen(changing change: @escaping @Sendable () throws -> Void) async throws {
        while true {
            let (others, own) = state.withLock { state -> (Task<Void, Never>?, Task<Result<Void, any Error>, Never>?) in
                if let reopenTask = state.reopenTask { return (reopenTask, nil) }
                let own = Task { await self.openAgain(changing: change) }
                state.reopenTask = Task { _ = await own.value }
                return (nil, own)
            }
            await others?.value
            if let own { return try await own.value.get() }
        }
    }

    private func openAgain(
        changing change: @escaping @Sendable () throws -> Void = {}
    ) async -> Result<Void, any Error> {
        guard let opener else { return .success(()) }
        await state.withLock { $0.fileChangeTask }?.value
        let (changed, opened) = await onQueue {
            // Closed first, so that a file that was moved back is not open twice with two logs.
            self.close(self.current)
            return (Result(catching: change), opener.open())
        }
        replaceConnection(opened, as: opened.condition)
        state.withLock { $0.reopenTask = nil }
        changeStreams.notify(())
        return changed
    }

    // MARK: Open database

    private func replaceConnection(_ opened: LibraryOpener.Opened, as condition: LibraryCondition) {
        state.withLock { state in
            state.connection = opened.connection
            state.condition = condition
            state.forwardingTask?.cancel()
        }
        forwardChanges(opened.connection)
        conditionStreams.notify(condition)
        changeStreams.notify(())
    }

    /// Forwards the changes and watches the file.
    private func forwardChanges(_ connection: LibraryConnection) {
        let changes = connection.changes()
        let forwardingTask = Task { [weak self] in
            for await _ in changes { self?.changeStreams.notify(()) }
        }
        state.withLock { $0.forwardingTask = forwardingTask }
        connection.onFileMoved { [weak self, weak connection] in
            if let connection { self?.startHandlingFileChange(connection, isNeeded: false) }
        }
    }

    private func close(_ connection: LibraryConnection) {
        do { try connection.database?.close() } catch {
            opener?.log.warning("a library was not closed", metadata: ["error": "\(error)"])
        }
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: work()) } }
    }

    // MARK: Replaced or removed file

    /// - Parameter isNeeded: a write is waiting, so try again even after a failure.
    @discardableResult
    private func startHandlingFileChange(_ connection: LibraryConnection, isNeeded: Bool) -> Task<Void, Never>? {
        state.withLock { state in
            if let fileChangeTask = state.fileChangeTask { return fileChangeTask }
            guard state.connection === connection, state.reopenTask == nil, let opener,
                let openFiles = connection.openFiles
            else { return nil }
            switch (openFiles.state, state.condition) {
            case (.unchanged, _), (.replaced, .replaced): return nil
            case (.removed, .removed) where !isNeeded: return nil
            default: break
            }
            let fileChangeTask = Task {
                await self.handleFileChange(connection, openFiles, opener)
                self.state.withLock { $0.fileChangeTask = nil }
            }
            state.fileChangeTask = fileChangeTask
            return fileChangeTask
        }
    }

    private func handleFileChange(
        _ connection: LibraryConnection, _ openFiles: OpenLibraryFiles, _ opener: LibraryOpener
    ) async {
        guard let database = connection.database else { return }
        if openFiles.state == .removed { try? await opener.time.sleep(Self.removalGracePeriod) }
        switch openFiles.state {
        case .unchanged: return
        case .replaced:
            await setCondition(.replaced(folder: opener.files.folder)) { openFiles.detach(database) }
        case .removed:
            let restored = await onQueue { Result { try opener.restore(database, openFiles) } }
            switch restored {
            case .success(let opened):
                let isRestored = opened.condition == .ready
                replaceConnection(opened, as: isRestored ? .restored(folder: opener.files.folder) : opened.condition)
                await onQueue { self.close(connection) }
            case .failure(let error):
                opener.log.error("the library is not written again", metadata: ["error": "\(error)"])
                guard openFiles.state != .replaced else { return await handleFileChange(connection, openFiles, opener) }
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

    // MARK: Reading and writing

    /// Returns the connection after any reopening has finished.
    private func opened() async -> LibraryConnection {
        await state.withLock { $0.reopenTask }?.value
        return current
    }

    func read<Value: Sendable>(
        _ query: @escaping @Sendable (Database) throws -> Value
    ) async throws(LibraryFailure) -> Value { try await opened().read(query) }

    func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws(LibraryFailure) -> Value {
        let connection = await opened()
        do throws(LibraryFailure) {
            return try await connection.write(change)
        } catch {
            guard error == .removed || error == .replaced else { throw error }
            await startHandlingFileChange(connection, isNeeded: true)?.value
            // Nothing was written. If another database is open now, write there.
            let settled = await opened()
            guard settled !== connection else { throw error }
            return try await settled.write(change)
        }
    }
}
