import CSoup
import Foundation
import StargazerCore
import StargazerLibrary
import Synchronization

/// A rate limit bucket. Each has its own queue.
enum RateBucket: String, CaseIterable, Sendable {
    case search
    case core
    /// Counts points: a query costs at least one.
    case graphQL = "graphql"

    var unit: RateLimit.Unit { self == .search ? .searches : .requests }
    var window: RateLimit.Window { self == .search ? .minute : .hour }

    /// Requests that background work leaves: enough to open 25 items with their READMEs in an hour, even signed out.
    var reservedForDetails: Int { self == .core ? 50 : 0 }

    /// Maximum plausible wait for a reset, in seconds: an hour for a window of a minute, two for a window of an hour.
    var maxWindow: TimeInterval {
        switch self {
        case .search: 3600
        case .core, .graphQL: 7200
        }
    }
}

/// Tracks the server's rate limits, so that requests that would fail are not sent.
final class RateLimiter: Sendable {
    private struct State {
        /// By the server's bucket names.
        var limits: [String: RateLimit] = [:]
        /// The server's name for a bucket, if it differs from ours.
        var names: [RateBucket: String] = [:]
        var pausedUntil: Date?
        var secondaryLimitCount = 0
        /// The times of the last background requests without a token.
        var signedOut: [Date] = []
    }

    /// Maximum pause accepted from the server, in seconds. It also limits the pause after the clock is set back.
    private static let maxPause: TimeInterval = 7200
    /// GitHub's advice for a secondary limit without a time: at least a minute, then exponentially longer.
    private static let firstPause: TimeInterval = 60
    private static let maxDoublings = 4
    /// The most background requests an hour of what is refused to a token: the user may need the others.
    static let signedOutLimit = 20

    private let state = Mutex(State())

    /// Throws if the server would refuse it now. A secondary limit pauses all buckets: further requests are penalized.
    /// - Parameter bucket: nil for requests that count against no bucket.
    func admit(_ bucket: RateBucket?, now: Date) throws(CatalogFailure) {
        let refusal: CatalogFailure? = state.withLock { state in
            if let end = Self.pause(in: state, now: now) { return .throttled(until: end) }
            let limit = bucket.flatMap { Self.limit(of: $0, in: state, now: now) }
            return limit?.remaining == 0 ? limit.map { .rateLimited($0) } : nil
        }
        if let refusal { throw refusal }
    }

    /// Returns when the next background request without a token may be sent; nil for now.
    func signedOutEnd(now: Date) -> Date? {
        state.withLock { state in
            state.signedOut.removeAll { !(0..<3_600).contains(now.timeIntervalSince($0)) }
            guard state.signedOut.count >= Self.signedOutLimit else { return nil }
            return state.signedOut.first?.addingTimeInterval(3_600)
        }
    }

    /// Counts a background request without a token, or throws until the next may be sent.
    func admitSignedOut(_ bucket: RateBucket, now: Date) throws(CatalogFailure) {
        if let end = signedOutEnd(now: now) {
            throw .rateLimited(
                RateLimit(
                    bucket: bucket.rawValue, unit: bucket.unit, window: .hour, limit: Self.signedOutLimit,
                    resetsAt: end))
        }
        state.withLock { $0.signedOut.append(now) }
    }

    /// Records the headers of a response with any status.
    func record(_ headers: RateHeaders, for bucket: RateBucket, now: Date) {
        state.withLock { state in
            if let name = headers.bucket { state.names[bucket] = name }
            let name = state.names[bucket] ?? bucket.rawValue
            guard let remaining = headers.remaining, let resetsAt = headers.resetsAt else {
                // A response without headers counts too, but a guess never reduces the remaining requests to zero.
                if let left = state.limits[name]?.remaining {
                    state.limits[name]?.remaining = max(min(left, 1), left - 1)
                }
                return
            }
            state.limits[name] = RateLimit(
                bucket: name, unit: bucket.unit, window: bucket.window, limit: headers.limit,
                remaining: remaining, resetsAt: resetsAt)
        }
    }

    /// Records a refusal by the primary limit, and returns it. Without a plausible reset time, the wait is a minute.
    func recordExhausted(_ headers: RateHeaders, for bucket: RateBucket, now: Date) -> RateLimit {
        state.withLock { state in
            let name = state.names[bucket] ?? bucket.rawValue
            let reported = headers.resetsAt.flatMap { $0 > now ? $0 : nil }
            let asked = headers.retryAfter ?? Self.firstPause
            let limit = RateLimit(
                bucket: name, unit: bucket.unit, window: bucket.window, limit: headers.limit, remaining: 0,
                resetsAt: reported ?? now.addingTimeInterval(min(max(asked, 1), bucket.maxWindow)))
            state.limits[name] = limit
            return limit
        }
    }

    /// Records a secondary limit and returns when it ends.
    func recordPause(_ headers: RateHeaders, now: Date) -> Date {
        state.withLock { state in
            let running = Self.pause(in: state, now: now)
            let end: Date
            if let seconds = headers.retryAfter {
                end = now.addingTimeInterval(min(max(seconds, 1), Self.maxPause))
            } else if let running {
                // Another request already hit the same limit, so this one does not count.
                return running
            } else if headers.remaining == 0, let reset = headers.resetsAt, reset > now {
                end = reset
            } else {
                end = now.addingTimeInterval(
                    Self.firstPause * pow(2, Double(min(state.secondaryLimitCount, Self.maxDoublings))))
            }
            state.secondaryLimitCount += 1
            let latest = max(end, running ?? end)
            state.pausedUntil = latest
            return latest
        }
    }

    /// Resets the count of consecutive secondary limits.
    func recordSuccess() {
        state.withLock { $0.secondaryLimitCount = 0 }
    }

    /// Returns the remaining requests; nil if the server has not reported them.
    func remaining(_ bucket: RateBucket, now: Date) -> Int? {
        state.withLock { state in
            if Self.pause(in: state, now: now) != nil { return 0 }
            if let limit = Self.limit(of: bucket, in: state, now: now) { return limit.remaining }
            // The window has ended, and the new one starts with the full limit.
            return state.limits[state.names[bucket] ?? bucket.rawValue]?.limit
        }
    }

    /// Whether more than half of the window's requests are left, or the server has reported none. Background requests
    /// also leave those reserved for opening items.
    func hasHeadroom(_ bucket: RateBucket, for priority: RequestPriority, now: Date) -> Bool {
        guard let remaining = remaining(bucket, now: now) else { return true }
        let limit = state.withLock { $0.limits[$0.names[bucket] ?? bucket.rawValue]?.limit } ?? 0
        return remaining > max(limit / 2, priority == .background ? bucket.reservedForDetails : 0)
    }

    /// Returns the end of the pause or of the current window; nil if the server has reported neither.
    func end(of bucket: RateBucket, now: Date) -> Date? {
        state.withLock { Self.pause(in: $0, now: now) ?? Self.limit(of: bucket, in: $0, now: now)?.resetsAt }
    }

    /// Returns the last known limit of a window that has not ended; nil if the server has not reported it.
    func limit(_ bucket: RateBucket, now: Date) -> RateLimit? {
        state.withLock { Self.limit(of: bucket, in: $0, now: now) }
    }

    /// Returns the known limit, unless its window has ended or the clock was set back too far.
    private static func limit(of bucket: RateBucket, in state: State, now: Date) -> RateLimit? {
        state.limits[state.names[bucket] ?? bucket.rawValue]
            .flatMap { isAhead($0.resetsAt, of: now, within: bucket.maxWindow) ? $0 : nil }
    }

    private static func pause(in state: State, now: Date) -> Date? {
        state.pausedUntil.flatMap { isAhead($0, of: now, within: maxPause) ? $0 : nil }
    }

    private static func isAhead(_ end: Date, of now: Date, within limit: TimeInterval) -> Bool {
        end > now && end.timeIntervalSince(now) <= limit
    }
}

struct RateHeaders {
    /// The server's name for the bucket; nil if missing.
    let bucket: String?
    let limit: Int?
    let remaining: Int?
    /// When the window resets, by this machine's clock; nil if missing or not plausible.
    let resetsAt: Date?
    /// Seconds to wait, from `Retry-After`, which can also hold a date.
    let retryAfter: TimeInterval?

    /// - Parameter window: maximum plausible time until a reset, in seconds.
    init(_ response: HTTPResponse, now: Date, maxWindow window: TimeInterval) {
        bucket = response.header("x-ratelimit-resource").flatMap { $0.isEmpty ? nil : $0 }
        limit = Self.count(response.header("x-ratelimit-limit"))
        remaining = Self.count(response.header("x-ratelimit-remaining"))
        retryAfter = response.header("retry-after").flatMap { field in
            let end = { Self.time(field)?.timeIntervalSince(Self.serverTime(response) ?? now) }
            return Self.count(field).map(TimeInterval.init) ?? end().map { max(0, $0) }
        }
        resetsAt = Self.count(response.header("x-ratelimit-reset")).flatMap {
            Self.reset($0, response, now: now, maxWindow: window)
        }
    }

    /// Converts a reset time, in seconds since 1970, to this machine's clock; nil if not plausible.
    static func reset(_ seconds: Int, _ response: HTTPResponse, now: Date, maxWindow: TimeInterval) -> Date? {
        // The reset is a time of the server's clock, so subtract the clock difference.
        let reset = Date(timeIntervalSince1970: TimeInterval(seconds))
        let corrected = reset.addingTimeInterval(-skew(response, now: now))
        return corrected.timeIntervalSince(now) <= maxWindow ? corrected : nil
    }

    private static func count(_ field: String?) -> Int? {
        field.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns how far the server's clock is ahead. Up to two seconds are latency and the `Date` header's resolution.
    private static func skew(_ response: HTTPResponse, now: Date) -> TimeInterval {
        let skew = serverTime(response)?.timeIntervalSince(now) ?? 0
        return abs(skew) <= 2 ? 0 : skew
    }

    private static func serverTime(_ response: HTTPResponse) -> Date? {
        response.header("date").flatMap(time)
    }

    /// Parses an HTTP date (RFC 9110, 5.6.7).
    private static func time(_ field: String) -> Date? {
        guard let time = soup_date_time_new_from_http_string(field) else { return nil }
        defer { g_date_time_unref(time) }
        return Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(time)))
    }
}
