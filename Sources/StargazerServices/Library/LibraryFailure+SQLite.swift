import Foundation
import GRDB
import Glibc
import StargazerCore

extension LibraryFailure {
    /// Maps an error of SQLite, GRDB or the system.
    /// - Parameter folder: the library's folder; nil in memory. A full disk is not always `SQLITE_FULL` (growing the
    ///   shared memory or syncing fails with `SQLITE_IOERR`), so this also checks the free space.
    init(_ error: any Error, folder: URL?) {
        if let known = error as? LibraryFailure {
            self = known
            return
        }
        if error is CancellationError {
            self = .cancelled
            return
        }
        if let error = error as? LibraryFiles.SystemFailure {
            self =
                error.isReadOnly
                ? .readOnly : error.code == ENOSPC ? .diskFull : .unavailable(code: "errno \(error.code)")
            return
        }
        guard let error = error as? DatabaseError else {
            self = .unavailable(code: String(describing: type(of: error)))
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_IOERR, .SQLITE_CANTOPEN:
            self = Self.isFull(folder) ? .diskFull : .unavailable(code: Self.code(of: error))
        default: self = .unavailable(code: Self.code(of: error))
        }
    }

    /// Returns SQLite's extended result code, as documented by SQLite.
    static func code(of error: DatabaseError) -> String { "SQLite \(error.extendedResultCode.rawValue)" }

    private static func isFull(_ folder: URL?) -> Bool {
        guard let folder,
            let values = try? FileManager.default.attributesOfFileSystem(forPath: folder.path),
            let free = values[.systemFreeSize] as? NSNumber
        else { return false }
        return free.int64Value < 65_536
    }
}

extension DatabaseError {
    /// Whether the file is damaged or not a database.
    var indicatesCorruption: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
