import Foundation
import GRDB
import Logging
public import StargazerCore
import Synchronization

/// The library, stored in an SQLite database. `LibraryOpening` creates it from a folder.
///
/// Reads have their own connections and do not wait for writes. Cancelling the task ends a read at once. A write always
/// runs to its end, even if the task is cancelled.
public final class LibraryDatabase: Library {
    let database: any DatabaseWriter
    let codecs: ItemCodecs
    let time: TimeSource
    /// The files of a writable library on disk.
    let openFiles: OpenLibraryFiles?
    private let folder: URL?
    private let writeFailure: LibraryFailure?
    private let walks = FavoritesWalks()
    private let changeStreams: StreamBroadcaster<Void>
    private let localCommitObservation: AnyDatabaseCancellable
    private let fileWatcher: LibraryFileWatcher?
    private let fileMovedHandler: FileMovedHandler

    private final class FileMovedHandler: Sendable {
        let notify = Mutex<(@Sendable () -> Void)?>(nil)
    }

    /// - Parameters:
    ///   - folder: the library's folder; nil in memory.
    ///   - watchesFiles: whether changes by other processes are noticed.
    ///   - openFiles: nil to skip the check that the same file is still at its path.
    ///   - writeFailure: the error of every write; nil if writing is possible.
    init(
        _ database: any DatabaseWriter, folder: URL?, watchesFiles: Bool = true, openFiles: OpenLibraryFiles? = nil,
        codecs: ItemCodecs, writeFailure: LibraryFailure? = nil, time: TimeSource, log: Logger
    ) {
        self.database = database
        self.openFiles = openFiles
        self.folder = folder
        self.codecs = codecs
        self.writeFailure = writeFailure
        self.time = time
        let changeStreams = StreamBroadcaster<Void>()
        self.changeStreams = changeStreams
        let notify: @Sendable () -> Void = { [weak changeStreams] in changeStreams?.notify(()) }
        localCommitObservation = DatabaseRegionObservation(tracking: Table("favorite")).start(
            in: database, onError: { log.error("own changes not noticed", metadata: ["error": "\($0)"]) },
            onChange: { _ in notify() })
        let fileMovedHandler = FileMovedHandler()
        self.fileMovedHandler = fileMovedHandler
        fileWatcher = folder.flatMap { folder in
            guard watchesFiles else { return nil }
            let externalCommits = ExternalCommitDetector(database, log: log, onCommit: notify)
            return LibraryFileWatcher(folder: folder) {
                externalCommits.check()
                if let openFiles, openFiles.state != .unchanged { fileMovedHandler.notify.withLock { $0 }?() }
            }
        }
    }

    /// Calls `notify` when the file is no longer at its path. Calls come on any thread, possibly often.
    func onFileMoved(_ notify: @escaping @Sendable () -> Void) { fileMovedHandler.notify.withLock { $0 = notify } }

    /// Creates a library in memory, for sample data and tests; writing works.
    public static func inMemory(
        codecs: ItemCodecs, time: TimeSource = .system
    ) throws(LibraryFailure) -> LibraryDatabase {
        do {
            let queue = try DatabaseQueue()
            try LibrarySchema.migrator(codecs).migrate(queue)
            return LibraryDatabase(queue, folder: nil, codecs: codecs, time: time, log: Logger(label: "library"))
        } catch {
            throw LibraryFailure(error, folder: nil)
        }
    }

    // MARK: Favorites

    public func changes() -> AsyncStream<Void> { changeStreams.open() }

    public func favorites(
        _ query: FavoritesQuery, reading first: Int
    ) async throws(LibraryFailure) -> FavoritesResult {
        let question = FavoritesFetchRequest(query: query, codecs: codecs, walks: walks)
        return try await read { db in try question.answer(db, reading: first) }
    }

    public func favorites(
        in rows: [FavoriteRowID], known: [FavoriteRowID: Int64]
    ) async throws(LibraryFailure) -> [StoredFavorite] {
        try await read { [codecs] db in try FavoriteReader(codecs).favorites(db, in: rows, known: known) }
    }

    public func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts] {
        try await read { [codecs] db in try FavoriteReader(codecs).facts(db, of: ids) }
    }

    public func forEachFavoriteBatch(
        _ take: @escaping @Sendable ([Favorite]) -> Bool
    ) async throws(LibraryFailure) {
        try await read { [codecs, walks] db in
            let rows = try FavoritesFetchRequest(query: FavoritesQuery(), codecs: codecs, walks: walks).rows(db).rows
            let reader = FavoriteReader(codecs)
            let part = 500
            for start in stride(from: 0, to: rows.count, by: part) {
                let part = try reader.favorites(db, in: rows[start..<min(start + part, rows.count)])
                if !take(part.map(\.favorite)) { return }
            }
        }
    }

    /// Adds a favorite. An existing favorite keeps its `addedAt`. A removed one takes the given date, so that adding it
    /// again undoes the removal.
    public func add(_ favorite: Favorite) async throws(LibraryFailure) {
        try await write { [codecs] db in
            try FavoriteRecord(favorite.item, by: codecs)
                .add(db, addedAt: favorite.addedAt, starredOnServer: favorite.isStarredOnServer)
        }
    }

    @discardableResult
    public func remove(_ id: ItemID) async throws(LibraryFailure) -> Favorite? {
        try await write { [codecs] db in
            let favorite = try FavoriteReader(codecs).favorite(db, id)
            try FavoriteRecord.remove(db, id)
            return favorite
        }
    }

    /// Updates changed snapshots. It reads first, since usually nothing has changed.
    public func refresh(_ items: [Item]) async throws(LibraryFailure) {
        if let writeFailure { throw writeFailure }
        let records = try await read { [codecs] db in
            try items.compactMap { try FavoriteRecord.outdatedRecord(db, $0, codecs: codecs) }
        }
        guard !records.isEmpty else { return }
        try await write { db in
            var index: [LibraryIndex.Entry] = []
            for record in records { try record.refresh(db, index: &index) }
            try LibraryIndex.write(db, &index)
        }
    }

    public func recordStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) {
        try await write { [codecs] db in
            if isStarred {
                try FavoriteRecord(item, by: codecs).recordStar(db)
            } else {
                try FavoriteRecord.recordUnstarred(db, item.id)
            }
        }
    }

    public func importFavorites(
        _ favorites: [Favorite], step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> Int {
        try await write { [codecs] db in
            // A large import touches pages all over the indexes.
            try db.execute(sql: "PRAGMA cache_size = -16384")
            defer { try? db.execute(sql: "PRAGMA cache_size = \(LibraryOpener.cacheSize); PRAGMA shrink_memory") }
            let reader = FavoriteReader(codecs)
            var accountStarsByHost: [String: Bool] = [:]
            var index: [LibraryIndex.Entry] = []
            var (done, new) = (0, 0)
            for favorite in favorites {
                let host = favorite.id.host
                let hasAccountStars = try accountStarsByHost[host] ?? StarImportRecord.hasImport(db, host: host)
                accountStarsByHost[host] = hasAccountStars
                let isNew = try FavoriteRecord(favorite.item, by: codecs).importFavorite(
                    db, addedAt: favorite.addedAt, starredOnServer: hasAccountStars ? nil : favorite.isStarredOnServer,
                    reader: reader, index: &index)
                if isNew { new += 1 }
                done += 1
                guard done.isMultiple(of: LibraryIndex.batchSize) || done == favorites.count else { continue }
                try LibraryIndex.write(db, &index)
                if !step(done) { throw LibraryFailure.cancelled }
            }
            return new
        }
    }

    // MARK: Recent queries

    public func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String] {
        (try? await read { db in try RecentQueries.newest(db, limit, catalog: catalog) }) ?? []
    }

    public func recordQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure) {
        let now = time.now()
        try await write { db in try RecentQueries.record(db, text, catalog: catalog, at: now) }
    }

    public func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write { db in try RecentQueries.clear(db, of: catalog) }
    }

    // MARK: Reading and writing

    func read<Value: Sendable>(
        _ question: @escaping @Sendable (Database) throws -> Value
    ) async throws(LibraryFailure) -> Value {
        do {
            guard openFiles?.failure != nil else { return try await database.read(question) }
            // A reader that opens now would open the new file at the path.
            return try await database.writeWithoutTransaction { db in try db.reading(question) }
        } catch {
            throw Self.failure(error, folder: folder)
        }
    }

    func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws(LibraryFailure) -> Value {
        if let writeFailure { throw writeFailure }
        let result: Result<Value, LibraryFailure> = await withCheckedContinuation { [openFiles] continuation in
            database.asyncWrite { db in
                if let failure = openFiles?.failure { throw failure }
                return try change(db)
            } completion: { [folder] _, result in
                continuation.resume(returning: result.mapError { Self.failure($0, folder: folder) })
            }
        }
        return try result.get()
    }

    private static func failure(_ error: any Error, folder: URL?) -> LibraryFailure {
        if let folder, let error = error as? DatabaseError, error.indicatesCorruption {
            LibraryFiles(folder: folder).markSuspect()
        }
        return LibraryFailure(error, folder: folder)
    }
}

extension Database {
    /// Reads in one transaction on the writing connection.
    fileprivate func reading<Value>(_ question: (Database) throws -> Value) throws -> Value {
        var answer: Value?
        try inTransaction(.deferred) {
            answer = try question(self)
            return .rollback
        }
        guard let answer else { throw CancellationError() }
        return answer
    }
}
