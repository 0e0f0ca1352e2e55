import CSoup
import Foundation
import StargazerCore

/// What one answer says about the server's limits.
struct RateHeaders {
    /// The server's name for what it counted; nil when it did not say.
    let bucket: String?
    let limit: Int?
    let remaining: Int?
    /// When the window begins anew, by this machine's clock; nil when the server did not say, or nothing credible.
    let resetsAt: Date?
    /// How long the server asks to wait, in seconds; it may tell a time instead.
    let retryAfter: TimeInterval?

    /// - Parameter window: the longest time till a reset that is believed.
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

    /// The time of a reset that an answer tells in seconds since 1970, by this machine's clock; nil when not credible.
    static func reset(_ seconds: Int, _ response: HTTPResponse, now: Date, longestWindow: TimeInterval) -> Date? {
        // The wait is what counts, and only the server's own clock can tell it.
        let reset = Date(timeIntervalSince1970: TimeInterval(seconds))
        let corrected = reset.addingTimeInterval(-skew(response, now: now))
        return corrected.timeIntervalSince(now) <= longestWindow ? corrected : nil
    }

    private static func count(_ field: String?) -> Int? {
        field.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// How far the server's clock is ahead of ours. Two seconds are the way's and the header's own coarseness.
    private static func skew(_ response: HTTPResponse, now: Date) -> TimeInterval {
        let skew = serverTime(response)?.timeIntervalSince(now) ?? 0
        return abs(skew) <= 2 ? 0 : skew
    }

    private static func serverTime(_ response: HTTPResponse) -> Date? {
        response.header("date").flatMap(time)
    }

    /// RFC 9110, 5.6.7.
    private static func time(_ field: String) -> Date? {
        guard let time = soup_date_time_new_from_http_string(field) else { return nil }
        defer { g_date_time_unref(time) }
        return Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(time)))
    }
}
