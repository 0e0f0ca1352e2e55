import GRDB
import Synchronization

/// The state of the library that a connection reads. Changes with each commit of any connection.
struct LibraryVersion: Equatable {
    /// The connection that the numbers belong to; they mean nothing to another.
    private nonisolated(unsafe) weak var connection: Database?
    /// Counts commits of other connections.
    private var others: Int
    /// Counts changes of this connection.
    private var own: Int

    init(_ db: Database) throws {
        connection = db
        others = try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        own = db.totalChangesCount
    }

    static func == (one: LibraryVersion, other: LibraryVersion) -> Bool {
        one.connection != nil && one.connection === other.connection && one.others == other.others
            && one.own == other.own
    }
}
