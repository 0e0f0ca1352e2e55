import Foundation

/// GitHub's rate limits. Queries count points.
enum RateLimitBucket: String, Sendable {
    case core, search
    case graphQL = "graphql"
}

/// The values of the `x-ratelimit-…` headers of one answer.
struct RateLimitState: Sendable, Equatable {
    var resource: RateLimitBucket
    var limit: Int
    var used: Int
    /// Seconds since 1970.
    var reset: Int

    var remaining: Int { max(0, limit - used) }

    var headers: [(name: String, value: String)] {
        [
            ("x-ratelimit-limit", String(limit)), ("x-ratelimit-remaining", String(remaining)),
            ("x-ratelimit-reset", String(reset)), ("x-ratelimit-used", String(used)),
            ("x-ratelimit-resource", resource.rawValue),
        ]
    }
}

/// The rate limit windows of every credential. A window opens with the first call, and again after it has ended.
struct RateLimitBuckets: Sendable {
    private struct Key: Hashable {
        var credential: String
        var resource: RateLimitBucket
    }
    private var windows: [Key: RateLimitState] = [:]
    let limit: StandInLimit

    init(limit: StandInLimit) { self.limit = limit }

    /// Returns the state before a call. Without an open window, it is the state of a new one.
    func state(of resource: RateLimitBucket, for token: String?, at now: Date) -> RateLimitState {
        let key = Key(credential: token ?? "", resource: resource)
        let seconds = Int(now.timeIntervalSince1970)
        if let window = windows[key], window.reset > seconds { return window }
        let length = resource == .search ? 60 : 3600
        return RateLimitState(
            resource: resource, limit: allowance(resource, hasToken: token != nil), used: 0, reset: seconds + length)
    }

    /// Consumes one call. `consumed` is false when none was left; `state` is the one to report in both cases.
    mutating func consume(_ resource: RateLimitBucket, for token: String?, at now: Date) -> (
        consumed: Bool, state: RateLimitState
    ) {
        var window = state(of: resource, for: token, at: now)
        let isConsumed = limit == .off || window.remaining > 0
        if isConsumed, limit != .off { window.used += 1 }
        windows[Key(credential: token ?? "", resource: resource)] = window
        return (isConsumed, window)
    }

    /// Refunds a call, for one that turned out to be free.
    mutating func refund(_ resource: RateLimitBucket, for token: String?) {
        let key = Key(credential: token ?? "", resource: resource)
        if let used = windows[key]?.used, used > 0 { windows[key]?.used = used - 1 }
    }

    private func allowance(_ resource: RateLimitBucket, hasToken: Bool) -> Int {
        switch (resource, limit) {
        case (.search, .searches(let perMinute)): perMinute
        case (.search, _): hasToken ? 30 : 10
        case (.core, _): hasToken ? 5000 : 60
        case (.graphQL, _): hasToken ? 5000 : 0
        }
    }
}
