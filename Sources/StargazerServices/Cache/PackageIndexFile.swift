import Foundation
import GRDB
import GRDBSQLite
import Glibc
import StargazerCore
import StargazerLibrary
import Synchronization

/// The index in a file of the cache: an SQLite database that is written once and replaced as a whole.
final class PackageIndexFile: Sendable {
    private static let format = 2
    /// Maximum file size in bytes up to which opening checks for damage.
    private static let maxCheckedSize = 32_000_000

    private let database: DatabaseQueue
    /// Of the lists and the packages that it was made from.
    let stamp: String
    private let hasFailed = Atomic(false)

    /// Opens the file; nil when there is none, or one that is damaged or of another version.
    init?(_ file: URL) {
        var options = Configuration()
        options.readonly = true
        options.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -1024") }
        do {
            database = try DatabaseQueue(path: file.path, configuration: options)
            stamp = try database.read { db in
                guard try Int.fetchOne(db, sql: "PRAGMA user_version") == Self.format else {
                    throw DatabaseError(resultCode: .SQLITE_MISMATCH)
                }
                try db.checkForDamage(upTo: Self.maxCheckedSize)
                _ = try db.cachedStatement(sql: Self.selectSources)
                _ = try db.cachedStatement(sql: Self.selectBinaries)
                return try String.fetchOne(db, sql: "SELECT stamp FROM info") ?? ""
            }
        } catch {
            return nil
        }
    }

    /// Writes a new file in place of the present one, which others may still read.
    static func write(_ builder: PackageIndexBuilder, stamp: String, to file: URL) throws {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let drafts = ".\(file.lastPathComponent)."
        let draft = folder.appending(path: "\(drafts)\(getpid())")
        unlink(draft.path)
        // Those of processes that were killed.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix(drafts) {
            guard let process = pid_t(name.dropFirst(drafts.count)), kill(process, 0) != 0, errno == ESRCH else {
                continue
            }
            unlink(folder.appending(path: name).path)
        }
        defer { unlink(draft.path) }
        var options = Configuration()
        options.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        let database = try DatabaseQueue(path: draft.path, configuration: options)
        try database.write { db in
            try db.execute(sql: tables)
            try db.execute(sql: "PRAGMA user_version = \(format); INSERT INTO info VALUES (?)", arguments: [stamp])
            let source = try db.makeStatement(sql: "INSERT INTO source (name) VALUES (?)")
            let binary = try db.makeStatement(sql: "INSERT OR IGNORE INTO binary VALUES (?, ?, ?, ?, ?)")
            var numbers: [String: Int64] = [:]
            for package in builder.allSources {
                try source.execute(arguments: [package.name])
                numbers[package.name] = db.lastInsertedRowID
                for item in package.binaries {
                    try binary.execute(
                        arguments: [numbers[package.name], item.name, item.version, item.role.rawValue, item.isListed])
                }
            }
            // A source that has the whole repository as its homepage, too, is no part of it.
            let home = try db.makeStatement(sql: "INSERT OR IGNORE INTO home VALUES (?, ?, ?)")
            for isPart in [false, true] {
                for link in builder.links where link.isPart == isPart {
                    try home.execute(arguments: [link.key, numbers[link.source], isPart])
                }
            }
        }
        try database.close()
        guard chmod(draft.path, 0o600) == 0, rename(draft.path, file.path) == 0 else { throw POSIXError(.EIO) }
    }

    private static let tables = """
        CREATE TABLE info (stamp TEXT NOT NULL);
        CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE binary (
            source INTEGER NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL, role INTEGER NOT NULL,
            is_listed BOOLEAN NOT NULL, PRIMARY KEY (source, name)) WITHOUT ROWID;
        CREATE TABLE home (
            key TEXT NOT NULL, source INTEGER NOT NULL, is_part INTEGER NOT NULL, PRIMARY KEY (key, source)
        ) WITHOUT ROWID;
        """
    private static let selectSources = """
        SELECT id, name, is_part FROM home JOIN source ON id = source WHERE key = ? ORDER BY name
        """
    private static let selectBinaries =
        "SELECT name, version, role, is_listed FROM binary WHERE source = ? ORDER BY name"
    private static let selectKeys = "SELECT DISTINCT key FROM home"
    private static let selectNamesakes = """
        SELECT DISTINCT key FROM home WHERE key >= ?1 AND key < ?1 || x'FF' AND substr(key, -length(?2)) = ?2
        ORDER BY key
        """

    /// Whether reading has failed. Then the file is damaged.
    var isDamaged: Bool { hasFailed.load(ordering: .relaxed) }

    /// - Returns: nil if the file is damaged.
    func read<Value>(_ work: (Reader) throws -> Value) -> Value? {
        do { return try database.read { try work(Reader(db: $0)) } } catch {
            hasFailed.store(true, ordering: .relaxed)
            return nil
        }
    }

    struct Reader {
        fileprivate let db: Database

        /// All keys of homepages.
        func keys() throws -> Set<String> {
            var keys = Set<String>()
            try db.cachedStatement(sql: PackageIndexFile.selectKeys).eachRow(db) { statement in
                if let text = sqlite3_column_text(statement, 0) { keys.insert(String(cString: text)) }
            }
            return keys
        }

        /// The sources with this homepage.
        func sources(_ key: String) throws -> [SourcePackage] {
            let found = try Row.fetchAll(db.cachedStatement(sql: PackageIndexFile.selectSources), arguments: [key])
            return try found.map { row in
                var source = SourcePackage(name: row.value(in: "name") ?? "")
                source.isPart = row.value(in: "is_part") ?? false
                source.binaries = try binaries(row.value(in: "id") ?? 0)
                return source
            }
        }

        private func binaries(_ source: Int64) throws -> [SourcePackage.Binary] {
            let found = try Row.fetchAll(
                db.cachedStatement(sql: PackageIndexFile.selectBinaries), arguments: [source])
            return found.compactMap { row in
                guard let name = row.value(String.self, in: "name"),
                    let role = row.value(Int.self, in: "role").flatMap(SourcePackage.Binary.Role.init)
                else { return nil }
                return SourcePackage.Binary(
                    name: name, version: row.value(in: "version") ?? "", role: role,
                    isListed: row.value(in: "is_listed") ?? true)
            }
        }

        /// The sources of a repository: by its name now, or else by one from before.
        /// - Parameters:
        ///   - formerTitle: a name that the library knows.
        ///   - formerNames: those that the server has confirmed.
        ///   - keys: all that there are, where many repositories are looked up.
        func sources(
            of subject: PackageSubject, formerTitle: String?, _ formerNames: [ItemID: [RepositoryPath]],
            among keys: Set<String>? = nil
        ) throws -> [SourcePackage] {
            guard subject.isOnGitHub else { return [] }
            let found = try sources(of: subject.path, homepage: subject.homepage, keys)
            if !found.isEmpty { return found }
            // The site belongs to the name now.
            for path in (formerNames[subject.id] ?? [])
                + [formerTitle.flatMap { RepositoryPath($0) }].compactMap(\.self)
            {
                let found = try sources(of: path, homepage: nil, keys)
                if !found.isEmpty { return found }
            }
            return []
        }

        /// The sources that the rule finds for a name.
        private func sources(of path: RepositoryPath, homepage: String?, _ keys: Set<String>?) throws -> [SourcePackage]
        {
            for (evidence, key) in PackageHomepage.keys(of: path, homepage: homepage) where keys?.contains(key) ?? true
            {
                let found = PackageRule.sources(of: path, try sources(key), by: evidence, key)
                if !found.isEmpty { return found }
            }
            return []
        }

        /// The repositories with the same name under another owner that sources name. One may be an older address. Those
        /// that a source or a program has the name of come first.
        func namesakes(of path: RepositoryPath) throws -> [RepositoryPath] {
            let keys = try String.fetchAll(
                db.cachedStatement(sql: PackageIndexFile.selectNamesakes),
                arguments: [PackageHomepage.repositories, "/\(path.name.text.lowercased())"])
            let name = ComparableName(path.name.text)
            let paths = keys.compactMap { RepositoryPath(String($0.dropFirst(PackageHomepage.repositories.count))) }
                .filter { PackageHomepage.key(of: $0) != PackageHomepage.key(of: path) }
            let isNamed = try paths.map { path in
                try sources(PackageHomepage.key(of: path)).contains { source in
                    source.names.contains(name) || source.binaries.contains { ComparableName($0.name) == name }
                }
            }
            let pairs = zip(paths, isNamed)
            return pairs.filter(\.1).map(\.0) + pairs.filter { !$1 }.map(\.0)
        }
    }
}
