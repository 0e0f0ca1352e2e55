import Foundation

extension AccountFacts {
    static let soon: TimeInterval = 7 * 86_400

    /// - Parameter now: the date that remaining times and limits refer to.
    init(_ account: Account, formats: Formats, now: Date) {
        name = account.name.map { CleanText.line($0) }
        avatarURL = account.avatarURL
        scopes = account.scopes.map(Self.fitting)
        missingPermission = account.missingPermission
        expiry = TokenExpiry(account.expiresAt, formats: formats, now: now)
        limits = account.limits.map { LimitContent($0, formats: formats, now: now) }
    }

    /// Returns as many scopes as fit into one label. All scopes that GitHub has fit.
    private static func fitting(_ scopes: [String]) -> [String] {
        var room = 1_000
        var fitting: [String] = []
        for scope in scopes {
            let text = CleanText.line(scope, limit: 100)
            room -= text.unicodeScalars.count + 2
            guard room >= 0 else { return fitting + ["…"] }
            fitting.append(text)
        }
        return fitting
    }
}

extension TokenExpiry {
    init(_ date: Date?, formats: Formats, now: Date) {
        guard let date else {
            self = .unknown
            return
        }
        let left = date.timeIntervalSince(now)
        let text = formats.absolute(date)
        if left <= 0 {
            self = .over(text)
        } else if left < AccountFacts.soon {
            self = .soon(text, days: Int((left / 86_400).rounded(.up)))
        } else {
            self = .later(text)
        }
    }
}

extension LimitContent {
    /// After the window has been reset, the whole limit is left, regardless of earlier responses.
    init(_ rateLimit: RateLimit, formats: Formats, now: Date) {
        let left = rateLimit.resetsAt.timeIntervalSince(now)
        bucket = rateLimit.bucket
        remaining = (left > 0 ? rateLimit.remaining : rateLimit.limit).map(formats.full)
        limit = rateLimit.limit.map(formats.full)
        countdown = left > 0 ? formats.countdown(left) : nil
    }
}
