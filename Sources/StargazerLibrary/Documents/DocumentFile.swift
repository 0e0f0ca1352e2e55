import Foundation
import GRDB
import Glibc

/// The file `documents.sqlite` and its companions, with mode 0600.
struct DocumentFile: Sendable {
    /// Distinguishes a file from another one at the same path.
    struct Identity: Equatable, Sendable {
        let device: dev_t
        let number: ino_t
    }

    let folder: URL

    var main: URL { folder.appending(path: "documents.sqlite") }

    private var all: [String] { ["", "-wal", "-shm"].map { main.path + $0 } }

    /// Nil if there is no file.
    var identity: Identity? {
        var status = stat()
        return stat(main.path, &status) == 0
            ? Identity(device: status.st_dev, number: status.st_ino) : nil
    }

    /// In bytes.
    var size: Int {
        all.reduce(0) { size, path in
            var status = stat()
            return size + (stat(path, &status) == 0 ? Int(status.st_size) : 0)
        }
    }

    /// Opens the file, or a new one if it is damaged or of another version.
    /// - Throws: `DatabaseError` if no file can be opened, for example while another process has locked it.
    func open(_ report: (any Error) -> Void) throws -> any DatabaseWriter {
        do {
            return try openExisting()
        } catch let error as DatabaseError
            where error.indicatesCorruption || error.resultCode == .SQLITE_ERROR && !error.lacksSharedMemory
        {
            report(error)
            remove()
            return try openExisting()
        }
    }

    func remove() {
        for path in all { unlink(path) }
    }

    private func openExisting() throws -> any DatabaseWriter {
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // SQLite gives its companions the mode of the main file.
        let file = Glibc.open(main.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file >= 0 { close(file) }
        for path in all { chmod(path, 0o600) }
        let pool = try DatabaseFile.open(main.path, Self.configuration)
        try pool.write { db in
            try db.checkForDamage(upTo: Self.maxCheckedSize)
            try DocumentSchema.prepare(db)
        }
        return pool
    }

    /// Maximum file size in bytes up to which opening checks for damage: reading so much causes no noticeable delay.
    private static let maxCheckedSize = 16_000_000

    /// GRDB sets `synchronous` to `NORMAL` with the write-ahead log: a power failure may lose the last transactions,
    /// which can be loaded again, and damages nothing. Compressed texts waste less of larger pages.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(1)
        configuration.label = "documents"
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA page_size = 8192; PRAGMA cache_size = -2048")
            try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
        }
        return configuration
    }
}
