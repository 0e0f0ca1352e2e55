import Foundation
import GRDB
import Glibc

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
                ? .readOnly : error.isFull ? .diskFull : .unavailable(code: "errno \(error.code)")
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
            // SQLite does not pass on why the system refused a write.
            self = folder.flatMap(Self.refusal) ?? .unavailable(code: Self.code(of: error))
        default: self = .unavailable(code: Self.code(of: error))
        }
    }

    static func code(of error: DatabaseError) -> String { "SQLite \(error.extendedResultCode.rawValue)" }

    static func isFull(_ folder: URL) -> Bool { refusal(folder) == .diskFull }

    /// Tries to write 64 KB next to the library. Returns why it cannot (full disk or quota, read-only); nil if it can.
    private static func refusal(_ folder: URL) -> LibraryFailure? {
        let path = folder.appending(path: "library.sqlite-probe-\(UUID().uuidString)").path
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return LibraryFailure(LibraryFiles.SystemFailure(code: errno), folder: nil).ifExplained }
        defer {
            close(file)
            unlink(path)
        }
        let zeros = [UInt8](repeating: 0, count: 65_536)
        errno = 0
        if write(file, zeros, zeros.count) == zeros.count, fsync(file) == 0 { return nil }
        let code = errno == 0 ? ENOSPC : errno
        return LibraryFailure(LibraryFiles.SystemFailure(code: code), folder: nil).ifExplained
    }

    /// Nil for a failure without a sentence of its own.
    private var ifExplained: LibraryFailure? { if case .unavailable = self { nil } else { self } }
}

extension DatabaseError {
    /// Whether the file is damaged or not a database.
    var indicatesCorruption: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
