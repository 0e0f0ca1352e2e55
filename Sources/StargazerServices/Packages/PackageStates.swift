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
        /// The site that its packages are found by; nil for packages that are found otherwise.
        var site: String?
        /// Without the packages that other repositories with this site may have as well.
        var statesOfNamesake: States = []
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
        for row in changed {
            var subject: PackageSubject?
            try select.eachRow(db, [row]) { statement in
                func text(_ column: Int32) -> String? {
                    sqlite3_column_text(statement, column).map { String(cString: $0) }
                }
                guard let path = text(0).flatMap({ RepositoryPath($0) }), let host = text(2), let id = text(3)
                else { return }
                subject = PackageSubject(
                    id: ItemID(catalog: .repositories, host: host, id: id), path: path, homepage: text(1))
            }
            if let subject, let entry = entries[row] {
                let names =
                    [subject.path] + formerNames.names(of: subject.id, subject.path)
                    + [entry.formerName.flatMap { RepositoryPath($0) }].compactMap(\.self)
                // The site belongs to the name now.
                entries[row] =
                    names.lazy.map { name in
                        self.entry(entry, name, homepage: name == subject.path ? subject.homepage : nil)
                    }.first { !$0.states.isEmpty } ?? entry
            }
        }
        return entries
    }

    private func entry(_ entry: Entry, _ path: RepositoryPath, homepage: String?) -> Entry {
        var entry = entry
        let first = PackageHomepage.keys(of: path, homepage: homepage).first { keys.contains($0.key) }
        guard let first else { return entry }
        let sources = index.read { try $0.sources(of: path, homepage: homepage) } ?? []
        entry.states = states(of: sources, path)
        if first.evidence == .site, !entry.states.isEmpty {
            entry.site = first.key
            let name = ComparableName(path.name.text)
            entry.statesOfNamesake = states(of: sources.filter { $0.names.contains(name) }, path)
        }
        return entry
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

    /// Of several repositories with one site, that with the name of the source has the package.
    private static func rows(of entries: [Int64: Entry]) -> Rows {
        var rows = Rows()
        var sites: [String: Int] = [:]
        for entry in entries.values { if let site = entry.site { sites[site, default: 0] += 1 } }
        for (row, entry) in entries where !entry.states.isEmpty {
            let isShared = entry.site.map { sites[$0, default: 0] > 1 } ?? false
            let states = isShared ? entry.statesOfNamesake : entry.states
            if states.contains(.packaged) { rows.packaged.insert(row) }
            if states.contains(.installed) { rows.installed.insert(row) }
            if states.contains(.library) { rows.library.insert(row) }
        }
        return rows
    }
}
