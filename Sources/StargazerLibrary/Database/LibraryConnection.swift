import Foundation
import GRDB
import Logging
import Synchronization

/// One open database of the library. Reads do not wait for writes; cancelling ends them at once. A write runs to its
/// end even if its task is cancelled.
final class LibraryConnection: Sendable {
    /// Nil when not even an empty database could be opened.
    let database: (any DatabaseWriter)?
    /// The files of a writable library on disk.
    let openFiles: OpenLibraryFiles?
    /// The error of every write; nil if writing is possible.
    let writeFailure: LibraryFailure?
    private let folder: URL?
    private let changeStreams: StreamBroadcaster<Void>
    private let localCommitObservation: AnyDatabaseCancellable?
    private let fileWatcher: FolderWatcher?
    private let fileMovedHandler: FileMovedHandler

    private final class FileMovedHandler: Sendable {
        let notify = Mutex<(@Sendable () -> Void)?>(nil)
    }

    /// - Parameters:
    ///   - folder: the library's folder; nil in memory.
    ///   - openFiles: nil to skip the check that the same file is still at its path.
    init(
        _ database: (any DatabaseWriter)?, folder: URL?, watchesFiles: Bool = true,
        openFiles: OpenLibraryFiles? = nil, writeFailure: LibraryFailure? = nil, log: Logger
    ) {
        self.database = database
        self.openFiles = openFiles
        self.folder = folder
        self.writeFailure = writeFailure
        let changeStreams = StreamBroadcaster<Void>()
        self.changeStreams = changeStreams
        let notify: @Sendable () -> Void = { [weak changeStreams] in changeStreams?.notify(()) }
        localCommitObservation = database.map { database in
            DatabaseRegionObservation(tracking: Self.shownRegions).start(
                in: database, onError: { log.error("own changes not noticed", metadata: ["error": "\($0)"]) },
                onChange: { _ in notify() })
        }
        let fileMovedHandler = FileMovedHandler()
        self.fileMovedHandler = fileMovedHandler
        fileWatcher = folder.flatMap { folder in
            guard watchesFiles, let database else { return nil }
            let externalCommits = ExternalCommitDetector(database, log: log, onCommit: notify)
            return FolderWatcher(folder: folder) {
                externalCommits.check()
                if let openFiles, openFiles.state != .unchanged { fileMovedHandler.notify.withLock { $0 }?() }
            }
        }
    }

    /// Stands for a library that cannot be opened at all: it is empty, and every write fails.
    static func unavailable(_ failure: LibraryFailure, codecs: ItemCodecs, log: Logger) -> LibraryConnection {
        LibraryConnection(try? emptyDatabase(codecs), folder: nil, writeFailure: failure, log: log)
    }

    static func emptyDatabase(_ codecs: ItemCodecs) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction { try LibrarySchema.prepare($0, codecs: codecs) }
        return queue
    }

    /// What the lists and their rows show. Of the outbox that is what was requested and has failed, not each attempt;
    /// of the star lists the account whose stars show.
    static var shownRegions: [any DatabaseRegionConvertible] {
        [
            Table("item"), Table("tag"), Table("saved_search"), Table("star_update"),
            Table("outbox").select(Column("is_set"), Column("last_error")),
            Table("star_list").select(Column("is_own")),
        ]
    }

    func changes() -> AsyncStream<Void> { changeStreams.open() }

    /// Calls `notify` when the file is no longer at its path. Calls come on any thread, possibly often.
    func onFileMoved(_ notify: @escaping @Sendable () -> Void) { fileMovedHandler.notify.withLock { $0 = notify } }

    func read<Value: Sendable>(
        _ query: @escaping @Sendable (Database) throws -> Value
    ) async throws(LibraryFailure) -> Value {
        guard let database else { throw writeFailure ?? .unavailable(code: "no database") }
        do {
            if folder == nil {
                try Task.checkCancellation()
                return try database.inMemory(query)
            }
            guard openFiles?.failure != nil else { return try await database.read(query) }
            // A reader that opens now would open the new file at the path.
            return try await database.writeWithoutTransaction { db in try db.reading(query) }
        } catch {
            throw Self.failure(error, folder: folder)
        }
    }

    func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws(LibraryFailure) -> Value {
        if let writeFailure { throw writeFailure }
        guard let database else { throw .unavailable(code: "no database") }
        if folder == nil {
            do {
                return try database.inMemory { db in
                    var value: Value?
                    try db.inTransaction {
                        value = try change(db)
                        return .commit
                    }
                    guard let value else { throw CancellationError() }
                    return value
                }
            } catch {
                throw Self.failure(error, folder: folder)
            }
        }
        let result: Result<Value, LibraryFailure> = await withCheckedContinuation { [openFiles] continuation in
            database.asyncWrite { db in
                if let failure = openFiles?.failure { throw failure }
                return try change(db)
            } completion: { [folder] _, result in
                continuation.resume(returning: result.mapError { Self.failure($0, folder: folder) })
            }
        }
        return try result.get()
    }

    private static func failure(_ error: any Error, folder: URL?) -> LibraryFailure {
        if let folder, let error = error as? DatabaseError, error.indicatesCorruption {
            LibraryFiles(folder: folder).markSuspect()
        }
        return LibraryFailure(error, folder: folder)
    }
}

extension DatabaseWriter {
    /// Reads or writes a database in memory, which needs no thread of its own: nothing waits for a disk.
    fileprivate func inMemory<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try unsafeReentrantWrite(body)
    }
}

extension Database {
    /// Reads in one transaction on the writing connection.
    fileprivate func reading<Value>(_ query: (Database) throws -> Value) throws -> Value {
        var answer: Value?
        try inTransaction(.deferred) {
            answer = try query(self)
            return .rollback
        }
        guard let answer else { throw CancellationError() }
        return answer
    }
}
