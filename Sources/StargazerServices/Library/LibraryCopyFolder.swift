import Foundation
import Glibc
import StargazerCore

/// The folder `copies` next to the library: its file names, and writing a file so that it is whole or not there.
struct LibraryCopyFolder {
    /// The number of copies of each kind to keep.
    static let maxCount = 7

    let files: LibraryFiles
    /// Days begin and end in this time zone.
    var timeZone = TimeZone.current

    var folder: URL { files.folder.appending(path: "copies") }

    func file(_ copy: LibraryCopy.ID) -> URL { folder.appending(path: copy) }

    // MARK: Names

    private static let ending = ".sqlite"

    private func prefix(of kind: LibraryCopy.Kind) -> String {
        switch kind {
        case .daily: "library-"
        case .beforeRestoration: "before-restore-"
        }
    }

    private func formatter(of kind: LibraryCopy.Kind) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = timeZone
        formatter.dateFormat = kind == .daily ? "yyyy-MM-dd" : "yyyy-MM-dd-HHmmss"
        return formatter
    }

    func name(of kind: LibraryCopy.Kind, at date: Date) -> LibraryCopy.ID {
        prefix(of: kind) + formatter(of: kind).string(from: date) + Self.ending
    }

    /// Returns the copies of one kind, the newest first, without the number of favorites.
    func copies(_ kind: LibraryCopy.Kind) -> [LibraryCopy] {
        let formatter = formatter(of: kind)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let copies = names.compactMap { name -> LibraryCopy? in
            var status = stat()
            guard name.hasPrefix(prefix(of: kind)), name.hasSuffix(Self.ending),
                let date = formatter.date(from: String(name.dropFirst(prefix(of: kind).count).dropLast(7))),
                stat(file(name).path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            return LibraryCopy(id: name, kind: kind, date: date, size: Int(status.st_size), favorites: nil)
        }
        return copies.sorted { ($0.date, $0.id) > ($1.date, $1.id) }
    }

    // MARK: Files

    /// Writes a new copy and deletes the oldest ones of its kind.
    ///
    /// One process writes at a time. A draft that a killed process left is removed.
    /// - Parameter write: writes a database to the path of an empty file.
    /// - Returns: false if another process is writing a copy, or if there is such a copy already.
    func add(_ kind: LibraryCopy.Kind, at date: Date, _ write: (URL) throws -> Void) throws -> Bool {
        if mkdir(folder.path, 0o700) != 0 && errno != EEXIST { throw LibraryFiles.SystemFailure(code: errno) }
        chmod(folder.path, 0o700)
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw LibraryFiles.SystemFailure(code: errno) }
        // A child process of this moment has the lock as well until it runs its program, unless it is released.
        defer {
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        let target = file(name(of: kind, at: date))
        if access(target.path, F_OK) == 0 { return false }
        let draft = folder.appending(path: "draft")
        removeDatabase(draft)
        defer { removeDatabase(draft) }
        let file = open(draft.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0 { throw LibraryFiles.SystemFailure(code: errno) }
        close(file)
        try write(draft)
        try sync(draft)
        if rename(draft.path, target.path) != 0 { throw LibraryFiles.SystemFailure(code: errno) }
        fsync(descriptor)
        for old in copies(kind).dropFirst(Self.maxCount) { unlink(self.file(old.id).path) }
        return true
    }

    /// SQLite does not sync what `VACUUM INTO` writes.
    private func sync(_ file: URL) throws {
        let descriptor = open(file.path, O_RDWR | O_CLOEXEC)
        if descriptor < 0 { throw LibraryFiles.SystemFailure(code: errno) }
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw LibraryFiles.SystemFailure(code: errno) }
    }

    private func removeDatabase(_ file: URL) {
        for ending in ["", "-journal", "-wal", "-shm"] { unlink(file.path + ending) }
    }
}
