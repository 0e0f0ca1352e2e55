public import Foundation
import Glibc
import GRDB
public import StargazerCore

/// Answers of servers on disk, so that what was seen before can be read without a network, and a server that says
/// nothing has changed need not say it all again. One SQLite file, which may vanish or break at any time: then
/// there is nothing kept.
///
/// Nothing in it tells what was asked for or by whom: a place is a digest of address and asker.
public actor ResponseCache: ClearableCache {
    struct Entry: Sendable {
        let response: HTTPResponse
        /// When the server said this, or last said that it is so still.
        let at: Date
        var etag: String? { response.header("etag") }
    }

    /// Answers of other sizes are not worth their place.
    private static let largest = 4_000_000
    private static let maxDecompressedSize = 8_000_000
    /// Seconds between notes that an answer was used.
    private static let lastUseInterval: TimeInterval = 3600
    /// Up to how many bytes the file is checked for damage when it is opened.
    private static let maxCheckedSize = 16_000_000

    private let folder: URL
    private let byteLimit: Int
    private let now: @Sendable () -> Date
    private var storesSearches = true
    private var database: DatabaseQueue?

    private var file: URL { folder.appending(path: "answers.sqlite") }

    /// - Parameters:
    ///   - folder: made when the first answer is kept, closed to others.
    ///   - byteLimit: of packed bodies; above it, what was not used for the longest time goes.
    public init(folder: URL, byteLimit: Int = 64_000_000, time: TimeSource = .system) {
        self.folder = folder
        self.byteLimit = byteLimit
        now = time.now
    }

    /// What was kept of an answer. A record that cannot be read is none, and is deleted.
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

    /// Nil where the record is damaged.
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

    /// Keeps a whole answer; a disk that cannot take it is no failure.
    func store(_ response: HTTPResponse, at key: ResponseCacheKey) {
        guard response.status == 200, storesSearches || !key.isSearch, let body = Deflate.compressed(response.body),
            body.count <= min(Self.largest, byteLimit)
        else { return }
        let fields = ["etag", "link"].reduce(into: [String: String]()) { $0[$1] = response.header($1) }
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

    /// The server says that it is so still.
    func markRevalidated(_ key: ResponseCacheKey) {
        let now = now()
        attempt { try Self.touch(key, "answered_at", now, in: $0) }
    }

    /// The server has it no more.
    func remove(_ key: ResponseCacheKey) {
        guard access(file.path, F_OK) == 0 else { return }
        attempt { try Self.delete(key, in: $0) }
    }

    /// What was said to this asker is nobody else's.
    func remove(requester: String) {
        guard access(file.path, F_OK) == 0 else { return }
        attempt { database in
            try database.write { try $0.execute(sql: "DELETE FROM answer WHERE asker = ?", arguments: [requester]) }
        }
    }

    /// Who wants no history of searches wants no pages of them either.
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

    // MARK: The file

    // A damaged number is not counted.
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

    /// Goes some way below the limit, so as not to do it again for every answer from then on.
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

    /// Whatever goes wrong, there is nothing kept, and the next one begins anew; what is broken goes.
    @discardableResult
    private func attempt<Value>(_ work: (DatabaseQueue) throws -> Value?) -> Value? {
        do {
            return try work(try openDatabase())
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            remove()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // Another version's tables.
            remove()
        } catch {
            database = nil
        }
        return nil
    }

    /// A file that was deleted under its connection can be written on, for nobody.
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
            try Self.check(db)
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

    /// - Throws: `SQLITE_CORRUPT` when the file is damaged; a large one is not read for that.
    private static func check(_ db: Database) throws {
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        guard pages.multipliedReportingOverflow(by: size).partialValue <= maxCheckedSize else { return }
        let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        if found != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
    }

    private func remove() {
        database = nil
        for ending in ["", "-wal", "-shm"] { unlink(file.path + ending) }
    }
}

/// Where an answer is kept: by its address, the form that was asked for, and who asked.
struct ResponseCacheKey: Sendable, Hashable {
    let url: URL
    let isSearch: Bool
    /// A digest of the token, or empty for nobody's.
    let requester: String
    let digest: String

    /// - Parameter name: in place of the address, where that is another one each day.
    init(_ url: URL, accept: String, requester: String, isSearch: Bool = false, name: String? = nil) {
        self.url = url
        self.isSearch = isSearch
        self.requester = requester
        digest = Digest.sha256(Data("\(requester)\n\(accept)\n\(name ?? url.absoluteString)".utf8))
    }
}
