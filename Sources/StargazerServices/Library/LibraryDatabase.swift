import Foundation
import GRDB
import Logging
public import StargazerCore
import Synchronization

/// The library in an SQLite database of its own. `LibraryOpening` makes one from a folder.
///
/// One connection is enough for a library's size, and it is what makes `PRAGMA data_version` tell of other processes.
/// A write cannot be cancelled half way: it is waited for even when the asking task is cancelled.
public final class LibraryDatabase: Library {
    let queue: DatabaseQueue
    private let folder: URL?
    private let refusal: LibraryFailure?
    let time: TimeSource
    private let feed: FavoritesFeed
    private let watch: LibraryWatch?

    /// - Parameters:
    ///   - folder: where the file is, to be watched for other processes; nil in memory.
    ///   - refusal: why every write is refused; nil when they are not.
    init(_ queue: DatabaseQueue, folder: URL?, refusal: LibraryFailure? = nil, time: TimeSource, log: Logger) {
        self.queue = queue
        self.folder = folder
        self.refusal = refusal
        self.time = time
        feed = FavoritesFeed(queue, log: log)
        watch = folder.flatMap { folder in
            let seen = Mutex<Int?>(nil)
            let look: @Sendable () -> Void = { [weak queue] in
                queue?.asyncWriteWithoutTransaction { db in
                    do {
                        try Self.noticeOthers(db, seen)
                    } catch {
                        log.warning("other processes not noticed", metadata: ["error": "\(error)"])
                    }
                }
            }
            look()
            return LibraryWatch(folder: folder, look: look)
        }
    }

    /// A library that is gone with the object, for sample data and tests; its writes work.
    public static func inMemory(time: TimeSource = .system) throws(LibraryFailure) -> LibraryDatabase {
        do {
            let queue = try DatabaseQueue()
            try LibrarySchema.migrator.migrate(queue)
            return LibraryDatabase(queue, folder: nil, time: time, log: Logger(label: "library"))
        } catch {
            throw LibraryFailure(error, folder: nil)
        }
    }

    public func favorites() -> AsyncStream<[Favorite]> { feed.favorites() }

    /// An item that is a favorite already keeps its `addedAt`; one that was removed takes the given one, so that
    /// adding what was removed undoes the removal.
    public func add(_ favorite: Favorite) async throws(LibraryFailure) {
        try await write { db in
            try FavoriteRecord(favorite.item)
                .add(db, addedAt: favorite.addedAt, starredOnServer: favorite.isStarredOnServer)
        }
    }

    public func remove(_ id: ItemID) async throws(LibraryFailure) {
        try await write { db in try FavoriteRecord.remove(db, id) }
    }

    public func refresh(_ item: Item) async throws(LibraryFailure) {
        try await write { db in try FavoriteRecord(item).refresh(db) }
    }

    public func noteStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) {
        try await write { db in try FavoriteRecord(item).noteStar(db, isStarred) }
    }

    public func recentQueries(limit: Int) async -> [String] {
        await withCheckedContinuation { continuation in
            queue.asyncRead { result in
                let texts = try? RecentQueries.newest(result.get(), limit, catalog: .repositories)
                continuation.resume(returning: texts ?? [])
            }
        }
    }

    public func noteQuery(_ text: String) async throws(LibraryFailure) {
        let now = time.now()
        try await write { db in try RecentQueries.note(db, text, catalog: .repositories, at: now) }
    }

    public func clearRecentQueries() async throws(LibraryFailure) {
        try await write { db in try RecentQueries.clear(db) }
    }

    func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws(LibraryFailure) -> Value {
        if let refusal { throw refusal }
        let result: Result<Value, LibraryFailure> = await withCheckedContinuation { continuation in
            queue.asyncWrite(change) { [folder] _, result in
                continuation.resume(returning: result.mapError { LibraryFailure($0, folder: folder) })
            }
        }
        return try result.get()
    }

    /// Has the observation read again when the file was changed by another connection since the last look.
    private static func noticeOthers(_ db: Database, _ seen: borrowing Mutex<Int?>) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA data_version")
        let isNew = seen.withLock { seen in
            defer { seen = version }
            return seen != nil && seen != version
        }
        if isNew && !db.configuration.readonly {
            try db.inTransaction(.deferred) {
                try db.notifyChanges(in: Table("favorite"))
                return .commit
            }
        }
    }
}
