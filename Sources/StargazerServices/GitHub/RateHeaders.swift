import CSoup
import Foundation
import StargazerCore

/// The rate limit headers of a response.
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
    init(_ response: HTTPResponse, now: Date, longestWindow window: TimeInterval) {
        bucket = response.header("x-ratelimit-resource").flatMap { $0.isEmpty ? nil : $0 }
        limit = Self.count(response.header("x-ratelimit-limit"))
        remaining = Self.count(response.header("x-ratelimit-remaining"))
        retryAfter = response.header("retry-after").flatMap { field in
            let end = { Self.time(field)?.timeIntervalSince(Self.serverTime(response) ?? now) }
            return Self.count(field).map(TimeInterval.init) ?? end().map { max(0, $0) }
        }
        resetsAt = Self.count(response.header("x-ratelimit-reset")).flatMap {
            Self.reset($0, response, now: now, longestWindow: window)
        }
    }

    /// Converts a reset time, in seconds since 1970, to this machine's clock; nil if not plausible.
    static func reset(_ seconds: Int, _ response: HTTPResponse, now: Date, longestWindow: TimeInterval) -> Date? {
        // The reset is a time of the server's clock, so subtract the clock difference.
        let reset = Date(timeIntervalSince1970: TimeInterval(seconds))
        let corrected = reset.addingTimeInterval(-skew(response, now: now))
        return corrected.timeIntervalSince(now) <= longestWindow ? corrected : nil
    }

    private static func count(_ field: String?) -> Int? {
        field.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns how far the server's clock is ahead. Up to two seconds are latency and the resolution of the `Date`
    /// header.
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
