import Foundation
import Synchronization

@testable import StargazerStandIn

/// A client of one stand-in, with a clock that only the test moves.
final class StandInClient: Sendable {
    static let start = Date(timeIntervalSince1970: 1_790_000_000)
    let standIn: GitHubStandIn
    private let clock: Clock

    private final class Clock: Sendable {
        let now = Mutex(StandInClient.start)
    }

    init(_ scenario: StandInScenario? = nil, limit: StandInLimit = .off, base: String = "http://127.0.0.1:9") {
        let clock = Clock()
        self.clock = clock
        standIn = GitHubStandIn(
            options: StandInOptions(
                baseURL: URL(string: base) ?? URL(filePath: "/"), scenario: scenario, limit: limit,
                now: { clock.now.withLock { $0 } }))
    }

    func wait(_ seconds: TimeInterval) { clock.now.withLock { $0 += seconds } }

    func get(_ target: String, _ headers: [String: String] = [:]) -> StandInResponse {
        ask("GET", target, headers)
    }

    /// - Parameter token: The token of the request; nil for none.
    func ask(
        _ method: String, _ target: String, token: String?, _ headers: [String: String] = [:]
    ) -> StandInResponse {
        let credential = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
        return ask(method, target, headers.merging(credential) { mine, _ in mine })
    }

    private func ask(_ method: String, _ target: String, _ headers: [String: String]) -> StandInResponse {
        let all = headers.merging(["User-Agent": "test"]) { mine, _ in mine }
        return standIn.response(to: StandInRequest(method: method, target: target, headers: all))
    }

    /// - Parameter query: The query, not encoded.
    func search(_ query: String, _ more: String = "") throws -> Found {
        let encoded = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try Found(get("/search/repositories?q=\(encoded)\(more)"))
    }
}

/// The parts of a search response that tests check.
struct Found: Decodable {
    struct Item: Decodable {
        struct Owner: Decodable { var login: String; var avatar_url: String }
        struct License: Decodable { var spdx_id: String? }
        var id: Int
        var name: String
        var full_name: String
        var description: String?
        var stargazers_count: Int
        var watchers_count: Int
        var forks_count: Int
        var language: String?
        var license: License?
        var topics: [String]
        var archived: Bool
        var fork: Bool
        var is_template: Bool
        var mirror_url: String?
        var homepage: String?
        var created_at: String
        var pushed_at: String
        var owner: Owner
        var subscribers_count: Int?
    }
    var total_count: Int
    var items: [Item]

    var names: [String] { items.map(\.full_name) }

    init(_ response: StandInResponse) throws {
        self = try JSONDecoder().decode(Found.self, from: response.body)
    }
}

extension StandInResponse {
    /// The body's members, for error bodies.
    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
    }
    var message: String? { object["message"] as? String }
    var firstError: [String: Any]? { (object["errors"] as? [[String: Any]])?.first }
    /// The links by relation, in the order of the header.
    var links: [(relation: String, address: String)] {
        (header("Link") ?? "").components(separatedBy: ", ").compactMap { link in
            let halves = link.components(separatedBy: ">; rel=")
            guard halves.count == 2 else { return nil }
            return (halves[1].trimmingCharacters(in: ["\""]), String(halves[0].dropFirst()))
        }
    }
}
