public import Foundation

/// An HTTP request to the stand-in, from a socket or from within the process.
public struct StandInRequest: Sendable {
    public let method: String
    /// The request target: `/path?query`, or an absolute URL when the stand-in is used as a proxy.
    public let target: String
    public let body: Data
    private let fields: [String: String]

    public init(method: String = "GET", target: String, headers: [String: String] = [:], body: Data = Data()) {
        self.method = method.uppercased()
        self.target = target
        self.body = body
        self.fields = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }

    /// Returns the value of a header. Case is ignored.
    public func header(_ name: String) -> String? { fields[name.lowercased()] }
}

/// How a response is delivered.
public enum StandInDelivery: Sendable, Hashable {
    case whole
    /// The head announces the whole body, and the connection closes after this many bytes of it.
    case cut(afterBytes: Int)
    /// The request is accepted, and no response is sent.
    case never
    /// The connection closes without a byte, as without a network.
    case dropped
}

public struct StandInResponse: Sendable {
    /// 0 when there is no response (`never`, `dropped`).
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Data
    public var delivery: StandInDelivery
    /// The time to wait before the response is delivered.
    public var delay: Duration

    /// The answer to a `PUT` without a body length.
    public static let lengthRequired = StandInResponse(
        status: 411, headers: [("content-type", "text/plain; charset=utf-8")], body: Data("Length Required".utf8),
        delivery: .whole, delay: .zero)

    /// Returns the first header of that name. Case is ignored.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
}

/// A fault or state of the server, chosen at its start. `ScenarioRules` lists the effect of each on each call.
public enum StandInScenario: String, Sendable, CaseIterable {
    case offline, timeout, unauthorized, forbidden, blocked, gone, server, html, cut, drift, incomplete, secondary,
        later, odd, busy, many
    case rateLimit = "rate-limit"
    case badQuery = "bad-query"
}

/// Rate limits of the stand-in.
public enum StandInLimit: Sendable, Hashable {
    /// 10 searches per minute and 60 other calls per hour; 30 and 5,000 with a token.
    case likeGitHub
    /// This many searches per minute, with or without a token; other limits like GitHub's.
    case searches(perMinute: Int)
    /// No rate limits.
    case off
}

public struct StandInOptions: Sendable {
    /// Base address for links in answers to requests without a `Host` header. Its scheme is used for all answers.
    public var baseURL: URL
    public var scenario: StandInScenario?
    public var limit: StandInLimit
    public var latency: Duration
    public var now: @Sendable () -> Date

    /// Whether the sample data has the unusual and hostile items too.
    var hasOddItems: Bool { scenario == .odd }
    /// The number of pictures: more than any service returns for a search, if the scenario asks for many.
    var pictureCount: Int { scenario == .many ? 12_000 : SamplePictures.count }

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
