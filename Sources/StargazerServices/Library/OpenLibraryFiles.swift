import Foundation
import GRDB
import GRDBSQLite
import Glibc
import StargazerCore
import Synchronization

/// The files of an open library, and whether they are still at their paths. SQLite goes on with the files that it has
/// open, so what it writes after they were replaced or removed is lost when it closes them.
final class OpenLibraryFiles: Sendable {
    enum State {
        case unchanged
        /// Another file is at the path.
        case replaced
        case removed
    }

    let files: LibraryFiles
    /// Nil where it was another file by the time that it was looked at.
    private let main: FileIdentity?
    private let companions: [(path: URL, identity: FileIdentity)]
    /// The log is no longer at its path, so that the library must not be written any more.
    private let isDetached = Mutex(false)

    /// - Parameter database: has just been opened, with its log.
    init(_ files: LibraryFiles, of database: any DatabaseWriter) {
        self.files = files
        let identity = FileIdentity(of: files.main)
        main = database.unsafeReentrantWrite { $0.fileHasMoved } ? nil : identity
        companions = files.companions.compactMap { path in FileIdentity(of: path).map { (path, $0) } }
    }

    /// Asks for the paths alone. Opening and closing a file here would drop the locks that SQLite holds on it.
    var state: State {
        var status = stat()
        guard stat(files.main.path, &status) == 0 else {
            return [ENOENT, ENOTDIR].contains(errno) ? .removed : .unchanged
        }
        return FileIdentity(status) == main && !isDetached.withLock({ $0 }) ? .unchanged : .replaced
    }

    /// Why nothing can be written; nil when it can.
    var failure: LibraryFailure? {
        switch state {
        case .unchanged: nil
        case .replaced: .replaced
        case .removed: .removed
        }
    }

    /// Takes the log of this library away from the file that took its place: SQLite would replay it into that one.
    func detach(_ database: any DatabaseWriter) {
        // What is in the log goes to the library's own file, wherever that was moved.
        try? database.writeWithoutTransaction { db in
            do { try db.checkpoint(.truncate) } catch { try db.checkpoint(.passive) }
        }
        isDetached.withLock { $0 = true }
        files.withExclusiveLock { removeCompanions() }
    }

    /// What came with another file stays.
    func removeCompanions() {
        for (path, identity) in companions where FileIdentity(of: path) == identity { unlink(path.path) }
    }
}

/// What tells a file from another one that was at the same path before.
struct FileIdentity: Sendable, Equatable {
    private let device: UInt
    private let number: UInt

    init?(of place: URL) {
        var status = stat()
        guard stat(place.path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}

extension Database {
    /// Whether the file that this connection has open is no longer at its path.
    fileprivate var fileHasMoved: Bool {
        var hasMoved: CInt = 0
        sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return hasMoved != 0
    }
}
