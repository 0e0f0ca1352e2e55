import Foundation
import StargazerCore
import Synchronization

/// What is counted separately, and asked for one at a time.
enum RateBucket: String, CaseIterable, Sendable {
    case search
    case core

    var unit: RateLimit.Unit { self == .search ? .searches : .requests }
    var window: RateLimit.Window { self == .search ? .minute : .hour }

    /// What is merely nice to know leaves so many: 25 openings, each of an item and its README, fit an hour without a
    /// token even so.
    var reservedForDetails: Int { self == .core ? 50 : 0 }

    /// The longest wait for a reset that is believed: a minute's window may be an hour off, an hour's window two.
    var longestWindow: TimeInterval {
        switch self {
        case .search: 3600
        case .core: 7200
        }
    }
}

/// Remembers what the server said about its limits, so that a request it would refuse is not sent at all.
final class RateLimiter: Sendable {
    private struct State {
        /// By the server's own names.
        var limits: [String: RateLimit] = [:]
        /// The server's name for a bucket where it differs from ours.
        var names: [RateBucket: String] = [:]
        var pausedUntil: Date?
        var secondaryLimitCount = 0
    }

    /// What a server is believed when it asks to pause; also the bound that a clock set back cannot stretch.
    private static let longestPause: TimeInterval = 7200
    /// GitHub's advice when a secondary limit comes without a time: at least a minute, then longer and longer.
    private static let firstPause: TimeInterval = 60
    private static let maxDoublings = 4

    private let state = Mutex(State())

    /// Refuses what the server would refuse now. A secondary limit pauses all buckets: going on is what it punishes.
    /// - Parameter bucket: nil for what no bucket counts.
    func admit(_ bucket: RateBucket?, now: Date) throws(CatalogFailure) {
        let refusal: CatalogFailure? = state.withLock { state in
            if let end = Self.pause(in: state, now: now) { return .throttled(until: end) }
            let limit = bucket.flatMap { Self.limit(of: $0, in: state, now: now) }
            return limit?.remaining == 0 ? limit.map { .rateLimited($0) } : nil
        }
        if let refusal { throw refusal }
    }

    /// Takes in the headers of an answer, whatever its status.
    func record(_ headers: RateHeaders, for bucket: RateBucket, now: Date) {
        state.withLock { state in
            if let name = headers.bucket { state.names[bucket] = name }
            let name = state.names[bucket] ?? bucket.rawValue
            guard let remaining = headers.remaining, let resetsAt = headers.resetsAt else {
                // An answer that says nothing was counted nevertheless; a guess never blocks.
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

    /// Takes in a refusal for the primary limit, and answers what is known of it. A time that the server did not
    /// tell, or that has passed already, becomes a minute: neither hammering nor waiting for ever.
    func recordExhausted(_ headers: RateHeaders, for bucket: RateBucket, now: Date) -> RateLimit {
        state.withLock { state in
            let name = state.names[bucket] ?? bucket.rawValue
            let reported = headers.resetsAt.flatMap { $0 > now ? $0 : nil }
            let asked = headers.retryAfter ?? Self.firstPause
            let limit = RateLimit(
                bucket: name, unit: bucket.unit, window: bucket.window, limit: headers.limit, remaining: 0,
                resetsAt: reported ?? now.addingTimeInterval(min(max(asked, 1), bucket.longestWindow)))
            state.limits[name] = limit
            return limit
        }
    }

    /// Takes in a secondary limit, and answers when it ends.
    func recordPause(_ headers: RateHeaders, now: Date) -> Date {
        state.withLock { state in
            let running = Self.pause(in: state, now: now)
            let end: Date
            if let seconds = headers.retryAfter {
                end = now.addingTimeInterval(min(max(seconds, 1), Self.longestPause))
            } else if let running {
                // Two requests met the same limit; that is one strike.
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

    /// A success ends the row of secondary limits.
    func recordSuccess() {
        state.withLock { $0.secondaryLimitCount = 0 }
    }

    /// Requests that the server will still answer now; nil when it has not said.
    func remaining(_ bucket: RateBucket, now: Date) -> Int? {
        state.withLock { state in
            if Self.pause(in: state, now: now) != nil { return 0 }
            if let limit = Self.limit(of: bucket, in: state, now: now) { return limit.remaining }
            // The window is over: a new one has begun, as large as the last.
            return state.limits[state.names[bucket] ?? bucket.rawValue]?.limit
        }
    }

    /// Whether more than half of the window's requests are left, as far as the server has said; for what is merely nice
    /// to know, also more than what is opened may take.
    func hasHeadroom(_ bucket: RateBucket, for priority: RequestPriority, now: Date) -> Bool {
        guard let remaining = remaining(bucket, now: now) else { return true }
        let limit = state.withLock { $0.limits[$0.names[bucket] ?? bucket.rawValue]?.limit } ?? 0
        return remaining > max(limit / 2, priority == .background ? bucket.reservedForDetails : 0)
    }

    /// The limit as known, unless its window is over or the clock was set back before it.
    private static func limit(of bucket: RateBucket, in state: State, now: Date) -> RateLimit? {
        state.limits[state.names[bucket] ?? bucket.rawValue]
            .flatMap { isAhead($0.resetsAt, of: now, within: bucket.longestWindow) ? $0 : nil }
    }

    /// The end of the pause that is asked for now.
    private static func pause(in state: State, now: Date) -> Date? {
        state.pausedUntil.flatMap { isAhead($0, of: now, within: longestPause) ? $0 : nil }
    }

    private static func isAhead(_ end: Date, of now: Date, within longest: TimeInterval) -> Bool {
        end > now && end.timeIntervalSince(now) <= longest
    }
}
