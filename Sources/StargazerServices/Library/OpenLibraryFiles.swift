import Foundation
import GRDB
import GRDBSQLite
import Glibc
import StargazerCore
import Synchronization

/// The files of an open library, and whether they are still at their paths. SQLite keeps using the files that it has
/// open. What it writes after they were replaced or removed is lost when it closes them.
final class OpenLibraryFiles: Sendable {
    enum State {
        case unchanged
        /// Another file is at the path.
        case replaced
        case removed
    }

    let files: LibraryFiles
    /// Nil if the file at the path was already another one.
    private let main: FileIdentity?
    private let companions: [(path: URL, identity: FileIdentity)]
    /// Whether the log was removed from its path. The library must not be written any more.
    private let isDetached = Mutex(false)

    /// - Parameter database: just opened, with its log.
    init(_ files: LibraryFiles, of database: any DatabaseWriter) {
        self.files = files
        let identity = FileIdentity(of: files.main)
        main = database.unsafeReentrantWrite { $0.fileHasMoved } ? nil : identity
        companions = files.companions.compactMap { path in FileIdentity(of: path).map { (path, $0) } }
    }

    /// Checks the paths only. Opening and closing a file here would release the locks that SQLite holds on it.
    var state: State {
        var status = stat()
        guard stat(files.main.path, &status) == 0 else {
            return [ENOENT, ENOTDIR].contains(errno) ? .removed : .unchanged
        }
        return FileIdentity(status) == main && !isDetached.withLock({ $0 }) ? .unchanged : .replaced
    }

    /// The reason why writing is impossible; nil if it is possible.
    var failure: LibraryFailure? {
        switch state {
        case .unchanged: nil
        case .replaced: .replaced
        case .removed: .removed
        }
    }

    /// Removes this library's log from the new file's path: SQLite would replay it into the new file.
    func detach(_ database: any DatabaseWriter) {
        // Writes the log's contents to the library's own file, wherever that is now.
        try? database.writeWithoutTransaction { db in
            do { try db.checkpoint(.truncate) } catch { try db.checkpoint(.passive) }
        }
        isDetached.withLock { $0 = true }
        files.withExclusiveLock { removeCompanions() }
    }

    /// Removes the companions, except those that came with another file.
    func removeCompanions() {
        for (path, identity) in companions where FileIdentity(of: path) == identity { unlink(path.path) }
    }
}

/// Distinguishes a file from another one at the same path.
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
    /// Whether the connection's open file is no longer at its path.
    fileprivate var fileHasMoved: Bool {
        var hasMoved: CInt = 0
        sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return hasMoved != 0
    }
}
