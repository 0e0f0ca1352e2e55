package import Foundation
import GRDB
import GRDBSQLite
import Glibc
import Synchronization

/// The library's files: the folder has mode 0700 and the files 0600, whatever the umask.
///
/// SQLite gives the write-ahead log and its index the mode of the main file, so this type creates the main file first.
package struct LibraryFiles {
    /// A failed system call (`errno`).
    struct SystemFailure: Error {
        var code: Int32
        var isReadOnly: Bool { [EROFS, EACCES, EPERM].contains(code) }
        /// No space is left, or none of the user's quota.
        var isFull: Bool { [ENOSPC, EDQUOT].contains(code) }
    }

    let folder: URL
    /// How often to look whether another process has released the lock: for 30 s, longer than building a large index.
    var lockPauses = 1_500

    package init(folder: URL) { self.folder = folder }

    package static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

    package var main: URL { folder.appending(path: "library.sqlite") }
    package var log: URL { folder.appending(path: "library.sqlite-wal") }
    /// Marks that damage was found: the whole library is checked before its next use.
    private var suspectMarker: URL { folder.appending(path: "library.sqlite-doubt") }
    private var index: URL { folder.appending(path: "library.sqlite-shm") }
    /// SQLite's files next to the main file.
    var companions: [URL] { [log, index] }
    /// The file that a restored library is written to until it is complete.
    private var draft: URL { folder.appending(path: "library.sqlite-draft") }

    /// Creates missing files and removes the access of other users.
    ///
    /// It does not open an existing main file: closing it would release this process's SQLite locks on it.
    /// - Throws: ``SystemFailure`` if the library is not writable.
    func prepare() throws {
        try makeFolder(folder)
        let file = open(main.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 {
            close(file)
        } else if errno != EEXIST {
            throw SystemFailure(code: errno)
        }
        for place in [folder, main] where access(place.path, R_OK | W_OK) != 0 { throw SystemFailure(code: errno) }
        for place in [folder, main, log, index] { restrictPermissions(place) }
        removeOldDraft()
    }

    /// Removes the draft of a process that was killed. A newer one may belong to a process that writes now.
    private func removeOldDraft() {
        var status = stat()
        guard stat(draft.path, &status) == 0, abs(time(nil) - status.st_mtim.tv_sec) > Self.draftLifetime else {
            return
        }
        removeDraft()
    }
    /// In seconds, far more than writing one takes.
    private static let draftLifetime = 600

    /// Removes the rights of group and others. Ignores failure for a file of another owner: only write access matters.
    private func restrictPermissions(_ url: URL) {
        var status = stat()
        if stat(url.path, &status) == 0 { _ = chmod(url.path, status.st_mode & 0o700) }
    }

    private func makeFolder(_ folder: URL) throws {
        if mkdir(folder.path, 0o700) == 0 { return }
        let code = errno
        switch code {
        case EEXIST:
            var status = stat()
            if stat(folder.path, &status) != 0 { throw SystemFailure(code: errno) }
            if status.st_mode & S_IFMT != S_IFDIR { throw SystemFailure(code: ENOTDIR) }
        case ENOENT where folder.path != "/":
            try makeFolder(folder.deletingLastPathComponent())
            if mkdir(folder.path, 0o700) != 0 && errno != EEXIST { throw SystemFailure(code: errno) }
        default:
            throw SystemFailure(code: code)
        }
    }

    /// In bytes; nil if the file does not exist.
    var size: Int? {
        var status = stat()
        return stat(main.path, &status) == 0 ? Int(status.st_size) : nil
    }

    var isSuspect: Bool { access(suspectMarker.path, F_OK) == 0 }

    func markSuspect() {
        let file = open(suspectMarker.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    func clearSuspect() { unlink(suspectMarker.path) }

    /// Writes a missing main file atomically.
    /// - Parameters:
    ///   - isReplacement: whether the main file is there and is to be replaced.
    ///   - write: writes to the path of an empty file.
    ///   - last: runs before the file is moved into place.
    /// - Throws: `EEXIST` if another file appeared meanwhile.
    func rewrite(isReplacement: Bool = false, _ write: (URL) throws -> Void, last: () -> Void) throws {
        try makeFolder(folder)
        removeDraft()
        defer { removeDraft() }
        let file = open(draft.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0 { throw SystemFailure(code: errno) }
        close(file)
        try write(draft)
        let failure = withExclusiveLock { () -> Int32? in
            last()
            if isReplacement { return rename(draft.path, main.path) == 0 ? nil : errno }
            if link(draft.path, main.path) == 0 { return nil }
            let code = errno
            // Not every file system has hard links.
            guard [EPERM, ENOTSUP, ENOSYS].contains(code), access(main.path, F_OK) != 0 else { return code }
            return rename(draft.path, main.path) == 0 ? nil : errno
        }
        guard let failure else { throw SystemFailure(code: EBUSY) }
        if let code = failure { throw SystemFailure(code: code) }
        let folder = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    private func removeDraft() {
        for ending in ["", "-journal", "-wal", "-shm"] { unlink(draft.path + ending) }
    }

    /// Renames the library and its companions to a name with the date.
    func moveAside(at date: Date) throws -> URL {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyyMMdd-HHmmss"
        let base = "library.sqlite.damaged-\(formatter.string(from: date))"
        var kept = folder.appending(path: base)
        var number = 1
        while access(kept.path, F_OK) == 0 {
            number += 1
            kept = folder.appending(path: "\(base)-\(number)")
        }
        for (from, ending) in [(log, "-wal"), (index, "-shm"), (main, "")]
        where rename(from.path, kept.path + ending) != 0 && (ending.isEmpty || errno != ENOENT) {
            throw SystemFailure(code: errno)
        }
        clearSuspect()
        return kept
    }

    /// Runs `body` while no other process opens the library. Two processes that start together must not both migrate, or
    /// both move a damaged file aside. A file system that locks no folders, such as NFS, cannot prevent that.
    /// - Returns: nil, without running it, when another process has the lock for too long.
    func withExclusiveLock<T>(_ body: () -> T) -> T? {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        var pauses = lockPauses
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
            if pauses == 0 { return nil }
            pauses -= 1
            usleep(Self.lockPause)
        }
        return body()
    }
    /// In microseconds.
    private static let lockPause: UInt32 = 20_000
}

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
        // A process that has the lock for so long has replayed the log already.
        _ = files.withExclusiveLock { removeCompanions() }
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
