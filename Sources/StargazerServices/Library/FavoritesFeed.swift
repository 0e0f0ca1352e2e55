import Dispatch
import GRDB
import Logging
import StargazerCore
import Synchronization

/// The list of favorites, read again after every commit. What a listener gets first is never older than what was
/// committed before it asked.
///
/// Only rows whose stamp changed are decoded, once for all who listen. A reading that fails is logged and leaves the
/// list as it was: a disk that goes bad under a running window must not empty it.
final class FavoritesFeed: Sendable {
    private struct Stamp: Equatable {
        var row: Int64
        var stamp: Int64
    }

    private struct Reading: Sendable {
        var order: [Stamp] = []
        var favorites: [Favorite] = []
    }

    /// The newest reading and its rows decoded, for all observations.
    private final class Memory: Sendable {
        let rows = Mutex<[Int64: (stamp: Int64, favorite: Favorite?)]>([:])
        let newest = Mutex(Reading())
    }

    private let queue: DatabaseQueue
    private let log: Logger
    private let memory = Memory()
    private let delivery = DispatchQueue(label: "library.favorites")
    private let streams = OpenStreams<[Favorite]>()

    init(_ queue: DatabaseQueue, log: Logger) {
        self.queue = queue
        self.log = log
    }

    func favorites() -> AsyncStream<[Favorite]> {
        let observation = ValueObservation.tracking(region: Table("favorite")) { [memory, log] db in
            do {
                let reading = try Self.read(db, memory)
                memory.newest.withLock { $0 = reading }
            } catch {
                log.error("favorites not read", metadata: ["error": "\(error)"])
            }
            return memory.newest.withLock { $0 }
        }
        .removeDuplicates { $0.order == $1.order }
        return streams.open { [memory, queue, delivery] continuation in
            let cancellable = observation.start(
                in: queue, scheduling: .async(onQueue: delivery),
                onError: { _ in continuation.yield(memory.newest.withLock { $0.favorites }) },
                onChange: { continuation.yield($0.favorites) })
            return { cancellable.cancel() }
        }
    }

    private static func read(_ db: Database, _ memory: Memory) throws -> Reading {
        let known = memory.rows.withLock { $0 }
        var rows: [Int64: (stamp: Int64, favorite: Favorite?)] = [:]
        var reading = Reading()
        let decoder = FavoriteRecord.decoder()
        let one = try db.cachedStatement(sql: FavoriteRecord.selectOne)
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: FavoriteRecord.selectOrder))
        while let row = try cursor.next() {
            guard let id = Int64.fromDatabaseValue(row[0]), let stamp = Int64.fromDatabaseValue(row[1]) else {
                continue
            }
            var entry = known[id]
            if entry?.stamp != stamp {
                entry = (
                    stamp, try Row.fetchOne(one, arguments: [id]).flatMap { FavoriteRecord.favorite(from: $0, decoder) }
                )
            }
            reading.order.append(Stamp(row: id, stamp: stamp))
            rows[id] = entry
            if let favorite = entry?.favorite { reading.favorites.append(favorite) }
        }
        memory.rows.withLock { $0 = rows }
        return reading
    }
}
