import Foundation
import StargazerCore
import StargazerLibrary

public enum CommonsServer {
    public static let own = APIServer(scheme: "https", host: "commons.wikimedia.org")
    /// The host of the built-in sample data, which can never exist (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "commons.sample.invalid")
    static let name = "Wikimedia Commons"

    /// Returns the host in the IDs of a server's files. Another server may have items of the same kind from another
    /// service too, so its name is extended.
    static func itemHost(of server: APIServer) -> String {
        server.host.hasPrefix("commons.") ? server.host : "commons.\(server.host)"
    }
}

/// At most three requests at once to Wikimedia's servers, for the API and pictures together. The picture servers also
/// refuse requests for a time that they name in `Retry-After`. Other servers have no such rules.
public final class WikimediaLimits: Sendable {
    let queue = RequestQueue(limit: 3)
    private let pictureBackoff = ServerBackoff()

    public init() {}

    /// Requests a picture, after those of the API that are waiting.
    func requestPicture(
        _ url: URL, now: () -> Date, _ work: () async throws(CatalogFailure) -> HTTPResponse
    ) async throws(CatalogFailure) -> HTTPResponse {
        guard url.host()?.lowercased().hasSuffix(".wikimedia.org") == true else { return try await work() }
        return try await queue.run(in: .atMost(.prefetch)) { () async throws(CatalogFailure) in
            try self.pictureBackoff.admit(now: now())
            let response = try await work()
            guard response.status == 429 || response.status == 503 else {
                self.pictureBackoff.recordSuccess()
                return response
            }
            throw .throttled(until: self.pictureBackoff.record(response, now: now()))
        }
    }
}
