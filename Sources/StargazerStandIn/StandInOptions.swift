public import Foundation

/// A fault or state of the server, chosen at its start. `ScenarioRules` lists the effect of each on each call.
public enum StandInScenario: String, Sendable, CaseIterable {
    case offline, timeout, unauthorized, forbidden, blocked, gone, server, html, cut, drift, incomplete, secondary,
        later, odd, busy, many
    case rateLimit = "rate-limit"
    case badQuery = "bad-query"
    case signOn = "sign-on"
    case allowList = "allow-list"
    /// Star lists without some of their stars, with one entry that cannot be read, without any star, and of another account
    /// that has taken the name.
    case partialList = "partial-list"
    case brokenList = "broken-list"
    case emptyList = "empty-list"
    case takenName = "taken-name"
}

public enum StandInLimit: Sendable, Hashable {
    /// 10 searches per minute and 60 other calls per hour; 30 and 5,000 with a token.
    case likeGitHub
    /// This many searches per minute, with or without a token; other limits like GitHub's.
    case searches(perMinute: Int)
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
