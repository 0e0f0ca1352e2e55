import Foundation
import GRDB

/// Opens database files where there may be no shared memory.
///
/// A write-ahead log needs it for its index. Some file systems have none: folders that a virtual machine shares (9p,
/// virtiofs, vboxsf), some of FUSE, and NFS. There a rollback journal takes its place, with one connection, because a
/// reader would wait for writes anyway.
enum DatabaseFile {
    /// - Throws: `DatabaseError`; `SQLITE_BUSY` if the log has to go and another process has the file open.
    static func open(_ path: String, _ configuration: Configuration) throws -> any DatabaseWriter {
        do {
            return try DatabasePool(path: path, configuration: configuration)
        } catch let error as DatabaseError where error.lacksSharedMemory {
            try removeLog(path)
            return try DatabaseQueue(path: path, configuration: configuration)
        }
    }

    /// Changes a file with a write-ahead log to a rollback journal. In exclusive mode, SQLite needs no shared memory to
    /// read the log; it gets no lock while another connection has the file open.
    static func removeLog(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        let mode = try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
        if mode?.lowercased() != "delete" { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }
}

extension DatabaseError {
    /// Whether the file system lacks the shared memory or the locks of a write-ahead log.
    var lacksSharedMemory: Bool {
        switch extendedResultCode {
        case .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMLOCK, .SQLITE_IOERR_SHMMAP,
            .SQLITE_PROTOCOL:
            true
        // GRDB's own error when SQLite stays with another journal.
        case .SQLITE_ERROR: message?.contains("WAL") == true
        default: false
        }
    }
}
