import Foundation
import StargazerLibrary
import StargazerServices

struct ListPayload: Decodable {
    var total: Int
    /// The next cursor; missing at the end of the list.
    var next: Int?
    /// Whether the server stopped before it had searched everything.
    var isPartial: Bool?
    var minerals: [MineralPayload]
}

struct MineralPayload: Decodable {
    private enum Key: CodingKey { case id }

    var id: String
    var entry: CodableMineral

    init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .id)
        entry = try CodableMineral(from: decoder)
    }
}

struct DetailsPayload: Decodable {
    var mineral: MineralPayload
    var system: String
    var uses: [String]
}

/// The meaning of the server's error responses.
enum MineralErrorResponse {
    private struct Reason: Decodable {
        var reason: String?
    }

    static func failure(_ response: HTTPResponse, now: Date) -> CatalogFailure? {
        let reason = (try? JSONDecoder().decode(Reason.self, from: response.body))?.reason
        let wait = response.header("Retry-After").flatMap { Int($0) }.map { TimeInterval(min(max($0, 1), 3_600)) }
        switch (response.status, wait) {
        case (200, _): return nil
        case (401, _): return .unauthorized
        case (403, _): return .notAllowed(needs: nil)
        case (404, _): return .gone
        case (422, _): return .invalidQuery(reason: reason)
        case (429, let wait?):
            let limit = RateLimit(
                bucket: "minerals", window: .hour, limit: 100, resetsAt: now.addingTimeInterval(wait))
            return .rateLimited(limit)
        case (451, _): return .blocked(reason: reason, link: nil)
        case (503, let wait?): return .throttled(until: now.addingTimeInterval(wait))
        case (500..., _): return .server(status: response.status)
        default: return .unexpected(code: "http-\(response.status)")
        }
    }
}
