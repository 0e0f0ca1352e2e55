public import Foundation
import Glibc
import GRDB
public import StargazerCore
public import StargazerLibrary

/// A disk cache of server responses, for use offline and for conditional requests (ETag): one SQLite file, which can
/// vanish or break at any time. It does not reveal who requested what: the key is a digest of both.
public actor ResponseCache: ClearableCache {
    struct Entry: Sendable {
        let response: HTTPResponse
        /// When the server sent or last revalidated the response.
        let at: Date
        var etag: String? { response.header("etag") }
    }

    /// Maximum compressed size in bytes; larger responses are not cached.
    private static let largest = 4_000_000
    private static let maxDecompressedSize = 8_000_000
    /// Seconds between updates of an entry's last use.
    private static let lastUseInterval: TimeInterval = 3600
    /// Maximum file size in bytes up to which opening checks for damage.
    private static let maxCheckedSize = 16_000_000

    private let folder: URL
    private let byteLimit: Int
    private let now: @Sendable () -> Date
    private var storesSearches = true
    private var database: DatabaseQueue?

    private var file: URL { folder.appending(path: "answers.sqlite") }

    /// - Parameters:
    ///   - folder: created with mode 0700 when the first response is stored.
    ///   - byteLimit: of compressed bodies; above it, the least recently used responses are removed.
    public init(folder: URL, byteLimit: Int = 64_000_000, time: TimeSource = .system) {
        self.folder = folder
        self.byteLimit = byteLimit
        now = time.now
    }

    /// Deletes a record that cannot be read.
    func entry(for key: ResponseCacheKey) -> Entry? {
        guard access(file.path, F_OK) == 0 else { return nil }
        let now = now()
        return attempt { database in
            let found = try database.read { db in
                try Row.fetchOne(
                    db, sql: "SELECT fields, body, answered_at, used_at FROM answer WHERE place = ?",
                    arguments: [key.digest])
            }
            guard let found else { return nil }
            guard let entry = Self.entry(found, at: key) else {
                try Self.delete(key, in: database)
                return nil
            }
            if now.timeIntervalSince1970 - (found.value(Double.self, in: "used_at") ?? 0) > Self.lastUseInterval {
                try Self.touch(key, "used_at", now, in: database)
            }
            return entry
        }
    }

    /// Returns nil if the record is damaged.
    private static func entry(_ row: Row, at key: ResponseCacheKey) -> Entry? {
        guard
            let body = row.value(Data.self, in: "body").flatMap({
                Deflate.decompressed($0, atMost: maxDecompressedSize)
            }),
            let fields = row.value(Data.self, in: "fields"),
            let headers = try? JSONDecoder().decode([String: String].self, from: fields),
            let date = row.date(in: "answered_at")
        else { return nil }
        return Entry(response: HTTPResponse(status: 200, url: key.url, headers: headers, body: body), at: date)
    }

    /// Stores a complete response. Ignores write errors.
    func store(_ response: HTTPResponse, at key: ResponseCacheKey) {
        guard response.status == 200, storesSearches || !key.isSearch, let body = Deflate.compressed(response.body),
            body.count <= min(Self.largest, byteLimit)
        else { return }
        let fields = ["etag", "link", "x-github-sso"].reduce(into: [String: String]()) { $0[$1] = response.header($1) }
        guard let fields = try? JSONEncoder().encode(fields) else { return }
        let (now, limit) = (now().timeIntervalSince1970, byteLimit)
        attempt { database in
            try database.write { db in
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO answer (place, asker, is_search, fields, body, bytes, answered_at, used_at)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        key.digest, key.requester, key.isSearch, fields, body, body.count + fields.count, now, now,
                    ])
                try Self.evict(db, limit: limit)
            }
        }
    }

    /// Records that the server confirmed the cached response (304).
    func markRevalidated(_ key: ResponseCacheKey) {
        let now = now()
        attempt { try Self.touch(key, "answered_at", now, in: $0) }
    }

    /// Removes a response that the server no longer has.
    func remove(_ key: ResponseCacheKey) {
        guard access(file.path, F_OK) == 0 else { return }
        attempt { try Self.delete(key, in: $0) }
    }

    /// Removes all responses of one account, which no other account may see.
    func remove(requester: String) {
        guard access(file.path, F_OK) == 0 else { return }
        attempt { database in
            try database.write { try $0.execute(sql: "DELETE FROM answer WHERE asker = ?", arguments: [requester]) }
        }
    }

    /// Turning off the search history also deletes cached search results.
    public func setSearchCaching(_ keeps: Bool) {
        storesSearches = keeps
        guard !keeps, access(file.path, F_OK) == 0 else { return }
        attempt { database in try database.write { try $0.execute(sql: "DELETE FROM answer WHERE is_search") } }
    }

    public func size() -> Int {
        guard access(file.path, F_OK) == 0 else { return 0 }
        return attempt { database in try database.read { try Int.fetchOne($0, sql: Self.sum) } } ?? 0
    }

    public func clear() { remove() }

    // MARK: Database

    // The range excludes damaged values.
    private static let sum = """
        SELECT coalesce(sum(bytes), 0) FROM answer WHERE bytes BETWEEN 0 AND \(maxDecompressedSize)
        """

    private static func touch(_ key: ResponseCacheKey, _ column: String, _ date: Date, in database: DatabaseQueue)
        throws
    {
        try database.write { db in
            try db.execute(
                sql: "UPDATE answer SET \(column) = ? WHERE place = ?",
                arguments: [date.timeIntervalSince1970, key.digest])
        }
    }

    private static func delete(_ key: ResponseCacheKey, in database: DatabaseQueue) throws {
        try database.write { try $0.execute(sql: "DELETE FROM answer WHERE place = ?", arguments: [key.digest]) }
    }

    /// Frees an eighth of the limit, so that the next response needs no eviction.
    private static func evict(_ db: Database, limit: Int) throws {
        var bytes = try Int.fetchOne(db, sql: sum) ?? 0
        guard bytes > limit else { return }
        let oldest = try Row.fetchCursor(db, sql: "SELECT id, bytes FROM answer ORDER BY used_at, id")
        var gone: [Int64] = []
        while bytes > limit - limit / 8, let row = try oldest.next() {
            guard let id = row.value(Int64.self, in: "id") else { continue }
            gone.append(id)
            if let counted = row.value(Int.self, in: "bytes"), (0...maxDecompressedSize).contains(counted) {
                bytes -= counted
            }
        }
        for id in gone { try db.execute(sql: "DELETE FROM answer WHERE id = ?", arguments: [id]) }
        try db.execute(sql: "PRAGMA incremental_vacuum")
    }

    /// Returns nil on any error. Deletes a damaged file, so that the next call starts with an empty one.
    @discardableResult
    private func attempt<Value>(_ work: (DatabaseQueue) throws -> Value?) -> Value? {
        do {
            return try work(try openDatabase())
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            remove()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // The tables are of another version.
            remove()
        } catch {
            database = nil
        }
        return nil
    }

    /// Reopens the database if its file was deleted: SQLite would go on writing to the deleted file.
    private func openDatabase() throws -> DatabaseQueue {
        if let database, access(file.path, F_OK) == 0 { return database }
        database = nil
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let created = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if created >= 0 { close(created) }
        var options = Configuration()
        options.busyMode = .timeout(2)
        options.prepareDatabase { db in
            try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512; PRAGMA secure_delete = ON")
        }
        let queue = try DatabaseQueue(path: file.path, configuration: options)
        try queue.write { db in
            try db.checkForDamage(upTo: Self.maxCheckedSize)
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS answer (
                        id INTEGER PRIMARY KEY, place TEXT NOT NULL UNIQUE, asker TEXT NOT NULL,
                        is_search INTEGER NOT NULL, fields BLOB NOT NULL, body BLOB NOT NULL, bytes INTEGER NOT NULL,
                        answered_at REAL NOT NULL, used_at REAL NOT NULL);
                    CREATE INDEX IF NOT EXISTS answer_used ON answer (used_at, bytes);
                    """)
        }
        database = queue
        return queue
    }

    private func remove() {
        database = nil
        for ending in ["", "-wal", "-shm"] { unlink(file.path + ending) }
    }
}

struct ResponseCacheKey: Sendable, Hashable {
    let url: URL
    let isSearch: Bool
    /// A digest of the token, or an empty string for anonymous requests.
    let requester: String
    let digest: String

    /// - Parameter name: replaces the URL in the digest, for URLs that change every day.
    init(_ url: URL, accept: String, requester: String, isSearch: Bool = false, name: String? = nil) {
        self.url = url
        self.isSearch = isSearch
        self.requester = requester
        digest = Digest.sha256(Data("\(requester)\n\(accept)\n\(name ?? url.absoluteString)".utf8))
    }
}
