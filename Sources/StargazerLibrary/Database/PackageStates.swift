import GRDB
import GRDBSQLite
import Synchronization

/// Finds what an item has packages of on this machine. A library without one finds nothing.
public struct PackageStateSource: Sendable {
    /// Waits for an index, but not longer than a search may take.
    package let prepared: @Sendable () async -> PackageStates?
    /// The same without waiting; nil until there is an index.
    package let available: @Sendable () async -> PackageStates?
    package let changes: @Sendable () -> AsyncStream<Void>
    /// Takes a function that returns the title that the library knows a favorite by from before.
    package let useFormerTitle: @Sendable (@escaping @Sendable (ItemID) async -> String?) -> Void

    package init(
        prepared: @escaping @Sendable () async -> PackageStates?,
        available: @escaping @Sendable () async -> PackageStates?, changes: @escaping @Sendable () -> AsyncStream<Void>,
        useFormerTitle: @escaping @Sendable (@escaping @Sendable (ItemID) async -> String?) -> Void
    ) {
        self.prepared = prepared
        self.available = available
        self.changes = changes
        self.useFormerTitle = useFormerTitle
    }
}

/// Which favorites have packages on this machine, by one index and one state of `dpkg`.
package final class PackageStates: Sendable {
    package struct States: OptionSet, Sendable {
        package let rawValue: UInt8

        package static let packaged = States(rawValue: 1)
        package static let installed = States(rawValue: 2)
        package static let library = States(rawValue: 4)

        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    /// A favorite whose packages are looked for.
    package struct Subject: Sendable {
        package let id: ItemID
        package let title: String
        /// The title that it had before, if the library knows one.
        package let formerTitle: String?
        /// Nil for a fork, which has its origin's.
        package let homepage: String?
    }

    /// The rows of the favorites with each state.
    struct Rows {
        var packaged = RowSet()
        var installed = RowSet()
        var library = RowSet()
    }

    /// What is known of a row as long as its stamp is the same.
    private struct Entry {
        let stamp: Int64
        let formerTitle: String?
        var states: States = []
    }

    private struct Known {
        var entries: [Int64: Entry] = [:]
        var rows = Rows()
        var version: LibraryVersion?
    }

    private let find: @Sendable ([Subject]) -> [States]
    private let known = Mutex(Known())

    static let selectStamps = "SELECT row, stamp FROM item WHERE is_favorite AND catalog = ?"
    static let selectItem = """
        SELECT title, CASE WHEN is_fork THEN NULL WHEN json_valid(snapshot) THEN snapshot ->> '$.homepage' END, host,
            item_id
        FROM item WHERE row = ?
        """

    /// - Parameter find: returns the states of each item, in the same order; nothing when it cannot read its index.
    package init(_ find: @escaping @Sendable ([Subject]) -> [States]) { self.find = find }

    /// Returns the rows of all favorites. After a write to the library it looks at those that have changed.
    func rows(_ db: Database) throws -> Rows {
        let version = try LibraryVersion(db)
        return try known.withLock { known in
            if known.version == version { return known.rows }
            known.entries = try entries(db, after: known.entries)
            known.rows = Self.rows(of: known.entries)
            known.version = version
            return known.rows
        }
    }

    private func entries(_ db: Database, after old: [Int64: Entry]) throws -> [Int64: Entry] {
        var entries: [Int64: Entry] = [:]
        entries.reserveCapacity(old.count)
        var changed: [Int64] = []
        let renamed = try StarUpdateRecord.formerTitles(db)
        let catalog = CatalogKind.starred
        try db.cachedStatement(sql: Self.selectStamps).eachRow(db, [catalog.rawValue]) { statement in
            let (row, stamp) = (sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1))
            if let entry = old[row], entry.stamp == stamp, entry.formerTitle == renamed[row] {
                entries[row] = entry
            } else {
                entries[row] = Entry(stamp: stamp, formerTitle: renamed[row])
                changed.append(row)
            }
        }
        let select = try db.cachedStatement(sql: Self.selectItem)
        var subjects: [(row: Int64, subject: Subject)] = []
        for row in changed {
            try select.eachRow(db, [row]) { statement in
                func text(_ column: Int32) -> String? {
                    sqlite3_column_text(statement, column).map { String(cString: $0) }
                }
                guard let title = text(0), let host = text(2), let id = text(3) else { return }
                let item = ItemID(catalog: catalog, host: host, id: id)
                subjects.append((row, Subject(id: item, title: title, formerTitle: renamed[row], homepage: text(1))))
            }
        }
        for (subject, states) in zip(subjects, find(subjects.map(\.subject))) { entries[subject.row]?.states = states }
        return entries
    }

    private static func rows(of entries: [Int64: Entry]) -> Rows {
        var rows = Rows()
        for (row, entry) in entries {
            if entry.states.contains(.packaged) { rows.packaged.insert(row) }
            if entry.states.contains(.installed) { rows.installed.insert(row) }
            if entry.states.contains(.library) { rows.library.insert(row) }
        }
        return rows
    }
}
