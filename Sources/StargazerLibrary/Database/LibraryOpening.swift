import Dispatch
public import Foundation
import GRDB
import Logging

/// Never traps or throws: the condition reports what failed, and the library refuses writes that it cannot save.
public enum LibraryOpening {
    /// Opens the library on its own thread. Waits up to five seconds for a library that another process has locked.
    /// - Parameters:
    ///   - folder: the library's own folder, `$XDG_DATA_HOME/stargazer`; created if missing.
    ///   - codecs: encode and decode items; items of other catalogs are left alone.
    ///   - time: dates the name of a damaged file, and recent queries.
    ///   - watchesFiles: whether to notice other processes. Takes one of the user's inotify instances (128 by default).
    ///   - packages: tells which items the machine has packages of; nil where none are known.
    public static func open(
        at folder: URL, codecs: ItemCodecs, time: TimeSource = .system, watchesFiles: Bool = true,
        copiesDaily: Bool = false, packages: PackageStateSource? = nil
    ) async -> (library: LibraryDatabase, condition: LibraryCondition) {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "library.opening", qos: .userInitiated).async {
                let opener = LibraryOpener(
                    files: LibraryFiles(folder: folder), codecs: codecs, time: time, watchesFiles: watchesFiles)
                let opened = opener.open()
                let library = LibraryDatabase(
                    opened, by: opener, codecs: codecs, time: time, packages: packages)
                if copiesDaily { library.startDailyCopies() }
                continuation.resume(returning: (library, opened.condition))
            }
        }
    }
}

struct LibraryOpener {
    typealias Opened = (connection: LibraryConnection, condition: LibraryCondition)

    let files: LibraryFiles
    let codecs: ItemCodecs
    let time: TimeSource
    var watchesFiles = true
    /// Maximum size in bytes to check completely while opening: so much causes no noticeable delay.
    var maxCheckedSize = 16_000_000
    let log = Logger(label: "library")

    func open() -> Opened {
        do {
            try files.prepare()
        } catch let failure as LibraryFiles.SystemFailure where failure.isReadOnly {
            return openForReading(.readOnly)
        } catch {
            return openForReading(LibraryFailure(error, folder: nil))
        }
        return files.withExclusiveLock { openPrepared() } ?? unavailable(.busy)
    }

    private func openPrepared() -> Opened {
        do {
            do {
                return try openForWriting()
            } catch let error as DatabaseError where error.lacksSharedMemory && !LibraryFailure.isFull(files.folder) {
                // A library with a log that was made elsewhere.
                try DatabaseFile.removeLog(files.main.path)
                return try openForWriting()
            }
        } catch let error as DatabaseError {
            log.error("library not opened", metadata: ["error": "\(error)"])
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR: return recreate()
            default: return openForReading(LibraryFailure(error, folder: files.folder))
            }
        } catch is RowDecodingError {
            // The version number is damaged.
            return recreate()
        } catch {
            return unavailable(LibraryFailure(error, folder: files.folder))
        }
    }

    private func openForWriting() throws -> Opened {
        let first = try DatabaseQueue(path: files.main.path, configuration: Self.configuration)
        // Checked before writing anything: a library of a newer version must not change.
        if try first.read(LibrarySchema.isNewer) {
            try first.close()
            return openForReading(.newer)
        }
        if try first.read(LibrarySchema.isUnreleased) {
            try first.close()
            return recreate()
        }
        let check = LibraryIntegrityCheck(files: files, codecs: codecs, maxCheckedSize: maxCheckedSize, log: log)
        try check.checkBeforeUse(first)
        let pool = try openPool()
        // Closed only after the pool is open, so that SQLite keeps the write-ahead log.
        try first.close()
        try pool.read(LibrarySchema.verifyForWriting)
        let openFiles = OpenLibraryFiles(files, of: pool)
        check.scheduleCheck(pool, at: openFiles, time: time)
        return (connection(pool, at: openFiles), try condition(pool))
    }

    /// Says once that the library has no write-ahead log.
    private func condition(_ database: any DatabaseWriter) throws -> LibraryCondition {
        guard !(database is DatabasePool) else { return .ready }
        let isFirst = try database.write { db in
            try db.execute(sql: "INSERT OR IGNORE INTO library_info VALUES ('without_log', '1')")
            return db.changesCount > 0
        }
        return isFirst ? .withoutLog(folder: files.folder) : .ready
    }

    /// Writes the file of an open library again after it was removed, and opens it.
    func restore(_ library: any DatabaseWriter, _ openFiles: OpenLibraryFiles) throws -> Opened {
        try files.rewrite { draft in
            let target = try DatabaseQueue(path: draft.path)
            try library.writeWithoutTransaction { source in
                try target.writeWithoutTransaction { try source.backup(to: $0) }
            }
            try target.close()
        } last: {
            openFiles.removeCompanions()
        }
        return open()
    }

    /// Opens the file for writing, creates the schema in an empty one, and deletes what is due.
    private func openPool() throws -> any DatabaseWriter {
        let pool = try DatabaseFile.open(files.main.path, Self.configuration)
        try pool.writeWithoutTransaction { db in
            // Truncates the log after a large change.
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304")
        }
        let isNew = try pool.read(LibrarySchema.storedVersion) < LibrarySchema.version
        try pool.writeWithoutTransaction { try LibrarySchema.prepare($0, codecs: codecs) }
        if isNew {
            // The log contains all of the library again.
            if pool is DatabasePool { _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
        } else {
            let now = time.now()
            try pool.write { try LibrarySchema.sweep($0, now: now) }
        }
        return pool
    }

    /// Keeps the file, which is damaged or of an unreleased version, and copies what can be read from it.
    private func recreate() -> Opened {
        do {
            let kept = try files.moveAside(at: time.now())
            try files.prepare()
            let pool = try openPool()
            let saved = LibrarySalvage(from: kept, codecs: codecs).copy(into: pool)
            log.notice(
                "a library that cannot be used was moved aside",
                metadata: ["saved": "\(saved)", "kept": "\(kept.path)"])
            return (connection(pool, at: OpenLibraryFiles(files, of: pool)), .movedAside(backupURL: kept))
        } catch {
            return unavailable(LibraryFailure(error, folder: files.folder))
        }
    }

    /// Opens the library read-only; empty if there is none. `reason` is the error of every write.
    private func openForReading(_ reason: LibraryFailure) -> Opened {
        let queue = ReadOnlyLibraryOpener(files: files, codecs: codecs).open()
        let condition: LibraryCondition
        switch reason {
        case .newer: condition = .newer
        case .readOnly, .diskFull: condition = .readOnly(folder: files.folder)
        case .busy, .cancelled, .replaced, .removed, .unavailable:
            condition = queue == nil ? .unavailable(folder: files.folder) : .readOnly(folder: files.folder)
        }
        guard let queue else { return (.unavailable(reason, codecs: codecs, log: log), condition) }
        return (connection(queue, writeFailure: reason), condition)
    }

    private func connection(
        _ database: any DatabaseWriter, at openFiles: OpenLibraryFiles? = nil, writeFailure: LibraryFailure? = nil
    ) -> LibraryConnection {
        LibraryConnection(
            database, folder: files.folder, watchesFiles: watchesFiles, openFiles: openFiles,
            writeFailure: writeFailure, log: log)
    }

    private func unavailable(_ failure: LibraryFailure) -> Opened {
        (.unavailable(failure, codecs: codecs, log: log), .unavailable(folder: files.folder))
    }

    /// In KiB, negative as SQLite requires. Queries scan whole indexes, which the system's page cache keeps anyway.
    static let cacheSize = -512

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "library"
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cache_size = \(cacheSize)") }
        return configuration
    }
}

/// Opens a library that must not or cannot be written.
///
/// SQLite reads a write-ahead log only through an index file next to it. In a folder that is not writable, that file
/// can be missing and cannot be created. This type then reads a copy, or if that fails, the main file alone, without
/// the log. A library of an earlier version, or without an index, is copied to memory and gets today's there.
struct ReadOnlyLibraryOpener {
    let files: LibraryFiles
    let codecs: ItemCodecs

    func open() -> DatabaseQueue? {
        if access(files.main.path, R_OK) != 0 { return nil }
        for attempt in [openDirectly, openCopy, openWithoutLog] {
            if let queue = try? current(attempt()), (try? queue.read(LibrarySchema.verify)) != nil { return queue }
        }
        return nil
    }

    private func openDirectly() throws -> DatabaseQueue {
        try DatabaseQueue(path: files.main.path, configuration: readOnly)
    }

    private func openCopy() throws -> DatabaseQueue {
        let copy = FileManager.default.temporaryDirectory.appending(path: "stargazer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: copy) }
        let copied = LibraryFiles(folder: copy)
        try FileManager.default.copyItem(at: files.main, to: copied.main)
        if access(files.log.path, F_OK) == 0 {
            try FileManager.default.copyItem(at: files.log, to: copied.log)
        }
        // The copies keep the mode, and SQLite opens a file without write permission read-only.
        for file in [copied.main, copied.log] { _ = chmod(file.path, 0o600) }
        return try inMemory(DatabaseQueue(path: copied.main.path))
    }

    private func openWithoutLog() throws -> DatabaseQueue {
        try DatabaseQueue(path: files.main.absoluteString + "?immutable=1", configuration: readOnly)
    }

    private func current(_ queue: DatabaseQueue) throws -> DatabaseQueue {
        let isEarlier = try queue.read(LibrarySchema.storedVersion) < LibrarySchema.version
        if !isEarlier, (try? queue.read(LibraryIndex.verify)) != nil { return queue }
        let memory = try inMemory(queue)
        try memory.writeWithoutTransaction { db in
            if !isEarlier {
                try LibraryIndex.drop(db)
                try LibraryIndex.create(db, codecs: codecs)
            }
            try LibrarySchema.prepare(db, codecs: codecs)
        }
        return memory
    }

    private func inMemory(_ source: DatabaseQueue) throws -> DatabaseQueue {
        let memory = try DatabaseQueue()
        try source.backup(to: memory)
        try source.close()
        return memory
    }

    private var readOnly: Configuration {
        var configuration = LibraryOpener.configuration
        configuration.readonly = true
        return configuration
    }
}
