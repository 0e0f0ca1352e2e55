import Dispatch
public import Foundation
import GRDB
import Logging
public import StargazerCore

/// Opens the library in a folder, whatever is found there. Never traps and never throws: what could not be done is
/// said by the condition, and the library that comes along refuses the writes it cannot keep.
public enum LibraryOpening {
    /// Works on a thread of its own; a library that another process holds is waited for up to five seconds.
    /// - Parameters:
    ///   - folder: the library's own, `$XDG_DATA_HOME/stargazer`; made when it is not there.
    ///   - codecs: how items are written; those of other catalogs are left alone.
    ///   - time: names a damaged file and dates recent queries.
    public static func open(
        at folder: URL, codecs: ItemCodecs, time: TimeSource = .system
    ) async -> (library: any Library, condition: LibraryCondition) {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "library.opening", qos: .userInitiated).async {
                let opener = LibraryOpener(files: LibraryFiles(folder: folder), codecs: codecs, time: time)
                let opened = opener.open()
                continuation.resume(returning: (ReopenableLibrary(opener, opened), opened.condition))
            }
        }
    }

    /// A library that is gone with the object, for sample data.
    public static func inMemory(codecs: ItemCodecs, time: TimeSource = .system) -> any Library {
        do throws(LibraryFailure) {
            return try LibraryDatabase.inMemory(codecs: codecs, time: time)
        } catch {
            return UnavailableLibrary(error)
        }
    }
}

struct LibraryOpener {
    typealias Opened = (library: any Library, condition: LibraryCondition)

    let files: LibraryFiles
    let codecs: ItemCodecs
    let time: TimeSource
    /// Up to how many bytes all of the library is read before it is used: as much as nobody has to wait for.
    var maxCheckedSize = 16_000_000
    let log = Logger(label: "library")

    func open() -> Opened {
        do {
            try files.prepare()
        } catch let failure as LibraryFiles.SystemFailure where failure.isReadOnly {
            return openForReading(.readOnly)
        } catch {
            let code = (error as? LibraryFiles.SystemFailure).map { "errno \($0.code)" }
            return unavailable(code == "errno \(ENOSPC)" ? .diskFull : .unavailable(code: code ?? "\(error)"))
        }
        return files.withExclusiveLock { openPrepared() }
    }

    private func openPrepared() -> Opened {
        do {
            return try openForWriting()
        } catch let error as DatabaseError {
            log.error("library not opened", metadata: ["error": "\(error)"])
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR: return recreate()
            default: return openForReading(LibraryFailure(error, folder: files.folder))
            }
        } catch is RowDecodingError {
            // What says which version it is of is damaged.
            return recreate()
        } catch {
            return unavailable(LibraryFailure(error, folder: files.folder))
        }
    }

    private func openForWriting() throws -> Opened {
        let first = try DatabaseQueue(path: files.main.path, configuration: Self.configuration)
        // Asked before anything is written: a newer library stays as it is.
        if try first.read(LibrarySchema.isNewer) {
            try first.close()
            return openForReading(.newer)
        }
        let check = LibraryIntegrityCheck(files: files, codecs: codecs, maxCheckedSize: maxCheckedSize, log: log)
        try check.checkBeforeUse(first)
        let pool = try openPool()
        // Closed once there is another, so that the write-ahead log stays where it is.
        try first.close()
        try pool.read(LibrarySchema.verifyForWriting)
        let openFiles = OpenLibraryFiles(files, of: pool)
        check.scheduleCheck(pool, at: openFiles, time: time)
        return (library(pool, at: openFiles), .ready)
    }

    /// Writes the file of an open library again, which was removed, and opens it.
    func restore(_ library: LibraryDatabase, _ openFiles: OpenLibraryFiles) throws -> Opened {
        try files.rewrite { draft in
            let target = try DatabaseQueue(path: draft.path)
            try library.database.writeWithoutTransaction { source in
                try target.writeWithoutTransaction { try source.backup(to: $0) }
            }
            try target.close()
        } last: {
            openFiles.removeCompanions()
        }
        return open()
    }

    /// Opens the file to be written, with the shape of this version.
    private func openPool() throws -> DatabasePool {
        let pool = try DatabasePool(path: files.main.path, configuration: Self.configuration)
        try pool.writeWithoutTransaction { db in
            // The log of a large change gives its room back.
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304")
        }
        let stored = try pool.read(LibrarySchema.storedVersion)
        try pool.write(LibrarySchema.deleteUnknownMigrations)
        try LibrarySchema.migrator(codecs).migrate(pool)
        // The log then holds all of the library once more.
        if stored < LibrarySchema.version { _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
        return pool
    }

    /// Keeps the damaged file, takes over what can still be read of it.
    private func recreate() -> Opened {
        do {
            let kept = try files.moveAside(at: time.now())
            try files.prepare()
            let pool = try openPool()
            let saved = LibrarySalvage(from: kept, codecs: codecs).copy(into: pool)
            log.notice("a damaged library was moved aside", metadata: ["saved": "\(saved)", "kept": "\(kept.path)"])
            return (library(pool, at: OpenLibraryFiles(files, of: pool)), .movedAside(backupURL: kept))
        } catch {
            return unavailable(LibraryFailure(error, folder: files.folder))
        }
    }

    /// Shows what is there; nothing there is shown as nothing.
    /// - Parameter reason: what a write is answered with.
    private func openForReading(_ reason: LibraryFailure) -> Opened {
        let condition: LibraryCondition
        switch reason {
        case .newer: condition = .newer
        case .readOnly, .diskFull: condition = .readOnly(folder: files.folder)
        case .busy, .cancelled, .replaced, .removed, .unavailable: condition = .unavailable(folder: files.folder)
        }
        guard let queue = ReadOnlyLibraryOpener(files: files, codecs: codecs).open() else {
            return (UnavailableLibrary(reason), condition)
        }
        return (library(queue, writeFailure: reason), condition)
    }

    private func library(
        _ database: any DatabaseWriter, at openFiles: OpenLibraryFiles? = nil, writeFailure: LibraryFailure? = nil
    ) -> LibraryDatabase {
        LibraryDatabase(
            database, folder: files.folder, openFiles: openFiles, codecs: codecs, writeFailure: writeFailure,
            time: time, log: log)
    }

    private func unavailable(_ failure: LibraryFailure) -> Opened {
        (UnavailableLibrary(failure), .unavailable(folder: files.folder))
    }

    /// In KiB, negative as SQLite has it. Questions read indexes from end to end: what is worth keeping of them the
    /// system keeps anyway.
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
