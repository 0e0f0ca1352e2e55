import Foundation
import StargazerCore

/// The rules of Wikimedia's picture servers: at most three requests at once, and none before the time in
/// `Retry-After`. Other servers have no such rules.
final class WikimediaPictures: Sendable {
    private let queue = RequestQueue(limit: 3)
    private let backoff = ServerBackoff()
    private let time: TimeSource

    init(time: TimeSource) { self.time = time }

    func run(
        _ url: URL, _ work: () async throws(CatalogFailure) -> HTTPResponse
    ) async throws(CatalogFailure) -> HTTPResponse {
        guard url.host()?.lowercased().hasSuffix(".wikimedia.org") == true else { return try await work() }
        return try await queue.run { () async throws(CatalogFailure) in
            try self.backoff.admit(now: self.time.now())
            let response = try await work()
            guard response.status == 429 || response.status == 503 else {
                self.backoff.recordSuccess()
                return response
            }
            throw .throttled(until: self.backoff.record(response, now: self.time.now()))
        }
    }
}
