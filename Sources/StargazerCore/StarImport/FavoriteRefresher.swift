import Foundation
import StargazerLibrary

/// Refreshes favorites that are in no star list kept in step: a few an hour, the one that was asked for longest ago first.
/// It takes only what others leave of the rate limit.
@MainActor final class FavoriteRefresher: BackgroundQueue {
    /// Seconds from one request to the next.
    static let failurePause: TimeInterval = 720
    /// Seconds until the next look when nothing is due.
    private static let interval: TimeInterval = 3_600
    /// The time after which a favorite is asked for again, in seconds.
    private static let maxAge: TimeInterval = 7 * 24 * 3_600

    static let batchSize = 1
    static let priority = RequestPriority.background
    static let avoidsMeteredNetwork = true

    let job: BackgroundJob<FavoriteRefresher>
    private let lists: any StarLists
    private let writer: LibraryWriter
    private let time: TimeSource
    /// The earliest request: a minute after the start of the program.
    private let earliest: Date
    /// Whether a star list is being read, which then has the requests.
    private let isReading: @MainActor () -> Bool

    init(
        _ lists: any StarLists, writer: LibraryWriter, network: any NetworkStatus, formats: Formats, time: TimeSource,
        unless isReading: @escaping @MainActor () -> Bool = { false }
    ) {
        self.lists = lists
        self.writer = writer
        self.time = time
        self.isReading = isReading
        earliest = time.now().addingTimeInterval(60)
        job = BackgroundJob(network: network, time: time, formats: formats)
        job.queue = self
    }

    func due(_ limit: Int) async throws(LibraryFailure) -> BackgroundDue<ItemID> {
        let (now, left) = (time.now(), earliest.timeIntervalSince(time.now()))
        if left > 0, left <= Self.interval { return .nothing(for: left) }
        guard !isReading(), let library = await writer.library() else { return .nothing(for: Self.interval) }
        let ids = try await library.unlistedFavorites(
            on: lists.host, askedBefore: now.addingTimeInterval(-Self.maxAge), limit: limit)
        return ids.isEmpty ? .nothing(for: Self.interval) : .items(ids, done: 0, total: ids.count)
    }

    func request(_ ids: [ItemID]) -> BackgroundRequest<MissingStarState>? {
        { [lists] () async throws(CatalogFailure) in
            do throws(CatalogFailure) {
                return .present(try await lists.item(ids[0]))
            } catch {
                switch error {
                case .gone: return .gone
                case .blocked: return .blocked
                default: throw error
                }
            }
        }
    }

    func save(_ state: MissingStarState, of ids: [ItemID]) async -> BackgroundResult? {
        let saved = await writer.result { library throws(LibraryFailure) in
            try await library.recordFavorite(state, of: ids[0])
        }
        guard case .success = saved else { return nil }
        return BackgroundResult(done: 1, pause: Self.failurePause)
    }

    /// Records that it was asked for: it is asked for again in a week.
    func giveUp(_ id: ItemID, _ failure: CatalogFailure) async -> Bool { await save(.unknown, of: [id]) != nil }
}
