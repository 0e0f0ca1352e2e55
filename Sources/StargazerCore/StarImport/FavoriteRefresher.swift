import Foundation

/// Refreshes favorites that are in no star list kept in step: a few at a time, the one that was asked for longest ago first.
/// It takes only what others leave of the rate limit.
@MainActor final class FavoriteRefresher {
    /// The most favorites that are asked for at once.
    static let batchSize = 5
    /// The time after which a favorite is asked for again, in seconds.
    static let maxAge: TimeInterval = 7 * 24 * 3_600

    private let lists: any StarLists
    private let writer: LibraryWriter
    private let time: TimeSource

    init(_ lists: any StarLists, writer: LibraryWriter, time: TimeSource) {
        self.lists = lists
        self.writer = writer
        self.time = time
    }

    /// Asks the server for the next favorites, until it refuses a request.
    func refreshSome() async {
        let (host, date) = (lists.host, time.now().addingTimeInterval(-Self.maxAge))
        // The next round, in an hour, asks for the same.
        guard let library = await writer.library(),
            let ids = try? await library.unlistedFavorites(on: host, askedBefore: date, limit: Self.batchSize)
        else { return }
        for id in ids {
            let request: @Sendable () async throws(CatalogFailure) -> Item = {
                [lists] () async throws(CatalogFailure) in try await lists.item(id)
            }
            let answer = await RequestContext.$current.withValue(RequestContext(.background)) {
                await asyncResult(request)
            }
            let state: MissingStarState
            switch answer {
            case .success(let item): state = .present(item)
            case .failure(.gone): state = .gone
            case .failure(.blocked): state = .blocked
            case .failure(.tokenRefused), .failure(.notAllowed): state = .unknown
            case .failure: return
            }
            // Asked again in the next round.
            let isWritten: Void? = try? await writer.perform { library throws(LibraryFailure) in
                try await library.recordFavorite(state, of: id)
            }
            guard isWritten != nil, !Task.isCancelled else { return }
        }
    }
}
