import Foundation
import StargazerStandIn

/// The resource of a request, by its URL.
enum SampledEndpoint: CaseIterable, Sendable {
    case search, repository, user, limits, starList, star
    case people, person, accounts, repositories

    init(path: String) {
        let parts = path.split(separator: "/")
        switch (parts.first, parts.count) {
        case ("search", _): self = parts.last == "users" ? .people : .search
        case ("users", 3) where ["repos", "starred"].contains(parts[2]): self = .repositories
        case ("users", 3): self = .accounts
        case ("users", _): self = .person
        case ("user", 2) where Int(parts[1]) != nil: self = .person
        case ("user", 3) where Int(parts[1]) != nil: self = .accounts
        case ("rate_limit", _): self = .limits
        case ("user", 1): self = .user
        case ("user", 2): self = .starList
        case ("user", _): self = .star
        default: self = .repository
        }
    }
}

/// A valid response, and the ranges that can be corrupted.
struct ResponseSample: Sendable {
    var status: Int
    var headers: [String: String]
    let body: [UInt8]
    let nodes: [JSONValueRanges.Node]
    /// The item's ID, if the response has one.
    var id: String? { nodes.first { $0.name == "id" }.map { String(decoding: body[$0.value], as: UTF8.self) } }

    init(status: Int, headers: [String: String], body: Data) {
        self.status = status
        self.headers = headers.reduce(into: [:]) { $0[$1.key.lowercased()] = $1.value }
        self.body = Array(body)
        nodes = JSONValueRanges(self.body).nodes
    }
}

/// Responses of the stand-in, and recorded ones if present, reduced to the members that are read and a few more:
/// smaller responses allow more of them.
struct ResponseSamples: Sendable {
    private var byKind: [SampledEndpoint: [ResponseSample]] = [:]
    /// Error responses, possible for any request.
    private(set) var refusals: [ResponseSample] = []
    private(set) var recorded = 0

    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let targets: [(SampledEndpoint, [String])] = [
        (.search, ["/search/repositories?q=swift&per_page=2&page=1", "/search/repositories?q=a&per_page=1&page=2"]),
        (.repository, ["/repos/apple/swift-nio", "/repos/apple/swift-log"]),
        (.user, ["/user"]), (.limits, ["/rate_limit"]),
        (.starList, ["/user/starred?per_page=2", "/user/starred?per_page=1&page=2&direction=asc"]),
        (.star, ["/user/starred/apple/swift-nio"]),
        (.people, ["/search/users?q=golden&per_page=2&page=1", "/search/users?q=lantern&per_page=1&page=2"]),
        (.person, ["/users/golden", "/users/odd-person"]),
        (.accounts, ["/users/golden/followers?per_page=2", "/users/golden/following?per_page=1&page=2"]),
        (.repositories, ["/users/golden/repos?per_page=2"]),
    ]

    init(recordings: URL?) throws {
        keep(ResponseSample(status: 204, headers: [:], body: Data()), of: .star)
        for scenario in [nil] + StandInScenario.allCases.map(Optional.some) {
            let standIn = GitHubStandIn(
                options: StandInOptions(
                    baseURL: URL(string: "https://api.github.com") ?? URL(filePath: "/"), scenario: scenario,
                    now: { Self.now }))
            let isOfItsOwn = [nil, .incomplete, .drift, .odd].contains(scenario)
            for (kind, targets) in Self.targets {
                for answer in targets.map({ Self.response(of: standIn, to: $0) }) where answer.status > 0 {
                    guard isOfItsOwn || answer.status >= 300 else { continue }
                    let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }) { $1 }
                    keep(
                        ResponseSample(status: answer.status, headers: headers, body: Self.trimmed(answer.body)),
                        of: kind
                    )
                    // Some samples keep their full length.
                    guard scenario == nil, kind == .search else { continue }
                    keep(ResponseSample(status: answer.status, headers: headers, body: answer.body), of: kind)
                }
            }
        }
        try addRecorded(recordings)
    }

    private static func response(of standIn: GitHubStandIn, to target: String) -> StandInResponse {
        standIn.response(
            to: StandInRequest(
                target: target,
                headers: [
                    "User-Agent": "test", "Authorization": "Bearer ghp_sample", "Host": "api.github.com",
                    "Accept": "application/vnd.github.star+json",
                ]))
    }

    subscript(kind: SampledEndpoint) -> [ResponseSample] { byKind[kind] ?? refusals }

    private mutating func keep(_ sample: ResponseSample, of kind: SampledEndpoint) {
        if sample.status >= 300 { refusals.append(sample) } else { byKind[kind, default: []].append(sample) }
    }

    private mutating func addRecorded(_ folder: URL?) throws {
        guard let folder else { return }
        for exchange in try Recordings.exchanges(in: folder) where exchange.status != 304 {
            let requested = Self.recordedKinds[exchange.kind]
            guard requested != nil || exchange.status >= 300 else { continue }
            let body = Self.trimmed(try exchange.body(in: folder))
            guard body.count <= 20_000 else { continue }
            recorded += 1
            keep(
                ResponseSample(status: exchange.status, headers: exchange.headers, body: body),
                of: requested ?? .repository)
        }
    }

    private static let recordedKinds: [String: SampledEndpoint] = [
        "search-repositories": .search, "search-repositories-per-page-1": .search,
        "search-repositories-text-match": .search, "repo": .repository, "repo-archived": .repository,
        "repo-301-renamed": .repository, "user": .user, "rate-limit": .limits, "rate-limit-exhausted": .limits,
        "search-users": .people, "search-users-text-match": .people, "users-u": .person, "org": .person,
        "users-followers": .accounts, "users-following": .accounts, "users-repos": .repositories,
        "user-starred-list": .starList, "users-starred-list": .starList, "star-check-204": .star, "star-put-204": .star,
    ]

    /// Leaves a body that is not JSON unchanged.
    private static func trimmed(_ body: Data) -> Data {
        guard let whole = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed) else { return body }
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: trimmed(whole), options: options)) ?? body
    }

    private static func trimmed(_ value: Any) -> Any {
        if let array = value as? [Any] { return array.prefix(2).map(trimmed) }
        guard let object = value as? [String: Any] else { return value }
        return object.filter { read.contains($0.key) }.mapValues(trimmed)
    }

    private static let read: Set = [
        "id", "name", "full_name", "owner", "login", "avatar_url", "description", "stargazers_count", "watchers_count",
        "forks_count", "open_issues_count", "language", "topics", "license", "spdx_id", "homepage", "html_url",
        "clone_url", "created_at", "pushed_at", "archived", "fork", "is_template", "mirror_url", "private",
        "subscribers_count", "parent", "default_branch", "total_count", "incomplete_results", "items", "message",
        "errors", "block", "reason", "starred_at", "repo", "resources", "core", "search", "limit", "remaining", "reset",
        "score", "permissions", "pull", "type", "company", "blog", "location", "email", "bio", "public_repos",
        "public_gists", "followers", "following",
    ]
}
