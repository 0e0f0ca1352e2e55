public import Foundation

/// What an HTTP request of a client says, however it came here: over a socket or from within the process.
public struct StandInRequest: Sendable {
    public let method: String
    /// As on the request line: `/path?query`, or a whole address when the stand-in is used as a proxy.
    public let target: String
    public let body: Data
    private let fields: [String: String]

    public init(method: String = "GET", target: String, headers: [String: String] = [:], body: Data = Data()) {
        self.method = method.uppercased()
        self.target = target
        self.body = body
        self.fields = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }

    /// The field's value; names are compared without regard to case.
    public func header(_ name: String) -> String? { fields[name.lowercased()] }
}

/// How an answer is put on the wire.
public enum StandInDelivery: Sendable, Hashable {
    case whole
    /// The head promises the whole body, the connection ends after so many bytes of it.
    case cut(afterBytes: Int)
    /// The request is taken and nothing ever comes back.
    case never
    /// The connection is dropped without a byte, as if there were no network.
    case dropped
}

public struct StandInResponse: Sendable {
    /// 0 when no answer is given (`never`, `dropped`).
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Data
    public var delivery: StandInDelivery
    /// To be waited before the answer is delivered.
    public var delay: Duration

    /// For a `PUT` that does not say how long its body is, not even that there is none.
    public static let lengthRequired = StandInResponse(
        status: 411, headers: [("content-type", "text/plain; charset=utf-8")], body: Data("Length Required".utf8),
        delivery: .whole, delay: .zero)

    /// The first field of that name; names are compared without regard to case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
}

/// A fault or a mood of the server, chosen at its start. What each does to which call is tabled in `ScenarioRules`.
public enum StandInScenario: String, Sendable, CaseIterable {
    case offline, timeout, unauthorized, forbidden, blocked, gone, server, html, cut, drift, incomplete, secondary,
        later
    case rateLimit = "rate-limit"
    case badQuery = "bad-query"
}

/// How many searches are let through.
public enum StandInLimit: Sendable, Hashable {
    /// 10 searches a minute and 60 other calls an hour; 30 and 5,000 with a token.
    case likeGitHub
    /// So many searches a minute, token or not; the rest as GitHub does.
    case searches(perMinute: Int)
    /// Nothing is counted, neither searches nor other calls.
    case off
}

public struct StandInOptions: Sendable {
    /// Base of the addresses in answers to requests which name no `Host`; its scheme is used for the others too.
    public var baseURL: URL
    public var scenario: StandInScenario?
    public var limit: StandInLimit
    public var latency: Duration
    public var now: @Sendable () -> Date

    public init(
        baseURL: URL, scenario: StandInScenario? = nil, limit: StandInLimit = .likeGitHub, latency: Duration = .zero,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.baseURL = baseURL
        self.scenario = scenario
        self.limit = limit
        self.latency = latency
        self.now = now
    }
}
