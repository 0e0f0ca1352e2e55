import Foundation

/// The headers that describe the token. A refused token has none.
enum TokenHeaders {
    static let secondsLeft = 5 * 86_400

    /// - Parameter start: The start of the stand-in, from which the expiration counts.
    static func headers(_ call: APICall, start: Date) -> [(name: String, value: String)] {
        guard let kind = call.tokenKind, !kind.isRefused else { return [] }
        var headers: [(name: String, value: String)] = []
        if let scopes = kind.scopes {
            headers += [("x-oauth-scopes", scopes), ("x-accepted-oauth-scopes", acceptedScopes(call))]
        }
        if kind.expires {
            let moment = start.addingTimeInterval(TimeInterval(secondsLeft))
            // GitHub uses both formats.
            let isUTC = kind == .expiring
            let text = moment.formatted(expiry(in: isUTC ? .gmt : TimeZone(secondsFromGMT: -7 * 3600) ?? .gmt))
            headers.append(("github-authentication-token-expiration", "\(text) \(isUTC ? "UTC" : "-0700")"))
        }
        return headers
    }

    private static func acceptedScopes(_ call: APICall) -> String {
        if call.isStarWrite { return "public_repo, repo" }
        if call.isFollowWrite { return "user, user:follow" }
        return ["repos", "repositories"].contains(call.parts.first) ? "repo" : ""
    }

    private static func expiry(in zone: TimeZone) -> Date.VerbatimFormatStyle {
        Date.VerbatimFormatStyle(
            format: """
                \(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                \(second: .twoDigits)
                """, locale: Locale(identifier: "en_US_POSIX"), timeZone: zone,
            calendar: Calendar(identifier: .gregorian))
    }
}
