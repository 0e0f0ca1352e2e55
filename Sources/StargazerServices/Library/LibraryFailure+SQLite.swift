import Foundation
import GRDB
import StargazerCore

extension LibraryFailure {
    /// - Parameter folder: where the library's files are; nil in memory. A full disk does not always show as
    ///   `SQLITE_FULL` (growing the shared index or syncing says `SQLITE_IOERR`), so then the disk is asked.
    init(_ error: any Error, folder: URL?) {
        if let known = error as? LibraryFailure {
            self = known
            return
        }
        if error is CancellationError {
            self = .cancelled
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

    /// SQLite's extended result code, as its documentation lists them.
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
    /// The file is not what a database looks like.
    var indicatesCorruption: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
