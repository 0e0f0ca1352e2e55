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
    ///   - time: names a damaged file and dates recent queries.
    public static func open(
        at folder: URL, time: TimeSource = .system
    ) async -> (library: any Library, condition: LibraryCondition) {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "library.opening", qos: .userInitiated).async {
                let opener = LibraryOpener(files: LibraryFiles(folder: folder), time: time)
                continuation.resume(returning: opener.open())
            }
        }
    }

    /// A library that is gone with the object, for sample data.
    public static func inMemory(time: TimeSource = .system) -> any Library {
        do throws(LibraryFailure) {
            return try LibraryDatabase.inMemory(time: time)
        } catch {
            return RefusingLibrary(error)
        }
    }
}

struct LibraryOpener {
    typealias Opened = (library: any Library, condition: LibraryCondition)

    let files: LibraryFiles
    let time: TimeSource
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
        return files.alone { openPrepared() }
    }

    private func openPrepared() -> Opened {
        do {
            return try openForWriting()
        } catch let error as DatabaseError {
            log.error("library not opened", metadata: ["error": "\(error)"])
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR: return beginAnew()
            default: return openForReading(LibraryFailure(error, folder: files.folder))
            }
        } catch {
            return unavailable(LibraryFailure(error, folder: files.folder))
        }
    }

    private func openForWriting() throws -> Opened {
        let queue = try DatabaseQueue(path: files.main.path, configuration: Self.configuration)
        // Asked before anything is written: a newer library stays as it is.
        if try queue.read(LibrarySchema.isNewer) {
            try queue.close()
            return openForReading(.newer)
        }
        let check = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        if check != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: check) }
        try begin(queue)
        try queue.read(LibrarySchema.verifyForWriting)
        return (LibraryDatabase(queue, folder: files.folder, time: time, log: log), .ready)
    }

    private func begin(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        }
        try LibrarySchema.migrator.migrate(queue)
    }

    /// Keeps the damaged file, takes over what can still be read of it.
    private func beginAnew() -> Opened {
        do {
            let kept = try files.moveAside(at: time.now())
            try files.prepare()
            let queue = try DatabaseQueue(path: files.main.path, configuration: Self.configuration)
            try begin(queue)
            let saved = LibrarySalvage(from: kept).copy(into: queue)
            log.notice("a damaged library was moved aside", metadata: ["saved": "\(saved)", "kept": "\(kept.path)"])
            let library = LibraryDatabase(queue, folder: files.folder, time: time, log: log)
            return (library, .movedAside(keptAt: kept))
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
        case .busy, .unavailable: condition = .unavailable(folder: files.folder)
        }
        guard let queue = LibraryReading(files: files).open() else { return (RefusingLibrary(reason), condition) }
        let library = LibraryDatabase(queue, folder: files.folder, refusal: reason, time: time, log: log)
        return (library, condition)
    }

    private func unavailable(_ failure: LibraryFailure) -> Opened {
        (RefusingLibrary(failure), .unavailable(folder: files.folder))
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "library"
        return configuration
    }
}
