import Foundation

/// Which of GitHub's two budgets a call is paid from.
enum RateLimitBucket: String, Sendable { case core, search }

/// What the `x-ratelimit-…` fields of one answer say.
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

/// The windows of every credential: each opens with its first call and is replaced when it has run out.
struct RateLimitBuckets: Sendable {
    private struct Key: Hashable {
        var credential: String
        var resource: RateLimitBucket
    }
    private var windows: [Key: RateLimitState] = [:]
    let limit: StandInLimit

    init(limit: StandInLimit) { self.limit = limit }

    /// The state before a call, which opens a window where none is running.
    func state(of resource: RateLimitBucket, for token: String?, at now: Date) -> RateLimitState {
        let key = Key(credential: token ?? "", resource: resource)
        let seconds = Int(now.timeIntervalSince1970)
        if let window = windows[key], window.reset > seconds { return window }
        let length = resource == .search ? 60 : 3600
        return RateLimitState(
            resource: resource, limit: allowance(resource, hasToken: token != nil), used: 0, reset: seconds + length)
    }

    /// Pays for a call. False when nothing is left; the state is the one to report either way.
    mutating func consume(_ resource: RateLimitBucket, for token: String?, at now: Date) -> (
        consumed: Bool, state: RateLimitState
    ) {
        var window = state(of: resource, for: token, at: now)
        let isConsumed = limit == .off || window.remaining > 0
        if isConsumed, limit != .off { window.used += 1 }
        windows[Key(credential: token ?? "", resource: resource)] = window
        return (isConsumed, window)
    }

    /// Takes a payment back, for a call that turned out to be free.
    mutating func refund(_ resource: RateLimitBucket, for token: String?) {
        let key = Key(credential: token ?? "", resource: resource)
        if let used = windows[key]?.used, used > 0 { windows[key]?.used = used - 1 }
    }

    private func allowance(_ resource: RateLimitBucket, hasToken: Bool) -> Int {
        switch (resource, limit) {
        case (.search, .searches(let perMinute)): perMinute
        case (.search, _): hasToken ? 30 : 10
        case (.core, _): hasToken ? 5000 : 60
        }
    }
}
