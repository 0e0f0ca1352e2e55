import Foundation
import GRDB
import GRDBSQLite
import StargazerCore
import Synchronization

/// Which favorites have packages on this machine, by one index and one state of `dpkg`.
final class PackageStates: Sendable {
    /// The rows of the favorites with each state.
    struct Rows {
        var packaged = RowSet()
        var installed = RowSet()
        var library = RowSet()
    }

    private struct States: OptionSet {
        let rawValue: UInt8
        static let packaged = States(rawValue: 1)
        static let installed = States(rawValue: 2)
        static let library = States(rawValue: 4)
    }

    /// What is known of a row as long as its stamp is the same.
    private struct Entry {
        let stamp: Int64
        let formerName: String?
        var states: States = []
    }

    private struct Known {
        var entries: [Int64: Entry] = [:]
        var rows = Rows()
        var version: LibraryVersion?
    }

    let index: PackageIndexFile
    let installed: InstalledPackages
    private let formerNames: FormerNames
    let namesRevision: Int
    private let keys: Set<String>
    private let known = Mutex(Known())

    static let selectStamps = "SELECT row, stamp FROM item WHERE is_favorite AND catalog = 'repositories'"
    static let selectItem = """
        SELECT title, CASE WHEN is_fork THEN NULL WHEN json_valid(snapshot) THEN snapshot ->> '$.homepage' END, host,
            item_id
        FROM item WHERE row = ?
        """

    init(index: PackageIndexFile, installed: InstalledPackages, formerNames: FormerNames) {
        self.index = index
        self.installed = installed
        self.formerNames = formerNames
        namesRevision = formerNames.revision
        keys = index.read { try $0.keys() } ?? []
    }

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
        try db.cachedStatement(sql: Self.selectStamps).eachRow(db) { statement in
            let (row, stamp) = (sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1))
            if let entry = old[row], entry.stamp == stamp, entry.formerName == renamed[row] {
                entries[row] = entry
            } else {
                entries[row] = Entry(stamp: stamp, formerName: renamed[row])
                changed.append(row)
            }
        }
        let select = try db.cachedStatement(sql: Self.selectItem)
        var subjects: [(row: Int64, subject: PackageSubject)] = []
        for row in changed {
            try select.eachRow(db, [row]) { statement in
                func text(_ column: Int32) -> String? {
                    sqlite3_column_text(statement, column).map { String(cString: $0) }
                }
                guard let path = text(0).flatMap({ RepositoryPath($0) }), let host = text(2), let id = text(3)
                else { return }
                let item = ItemID(catalog: .repositories, host: host, id: id)
                subjects.append((row, PackageSubject(id: item, path: path, homepage: text(1))))
            }
        }
        let formerNames = formerNames.names
        _ = index.read { reader in
            for (row, subject) in subjects {
                let sources = try reader.sources(
                    of: subject, formerTitle: renamed[row], formerNames, among: keys)
                entries[row]?.states = states(of: sources, subject.path)
            }
        }
        return entries
    }

    private func states(of sources: [SourcePackage], _ path: RepositoryPath) -> States {
        let contains = installed.contains
        guard let choice = PackageRule.choice(of: sources, for: path.name.text, isInstalled: contains) else {
            return []
        }
        var states: States = choice.programs.isEmpty ? .library : .packaged
        let shown = choice.programs.prefix(PackageRule.maxPrograms) + [choice.library].compactMap(\.self)
        if shown.contains(where: { contains($0.name) }) { states.insert(.installed) }
        return states
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
