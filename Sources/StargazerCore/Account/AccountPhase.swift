public import Foundation
public import StargazerLibrary

public enum AccountPhase: Equatable, Sendable {
    /// The keyring is being asked for a saved token.
    case starting
    case signedOut(SignedOutContent)
    /// A typed token is being verified and then saved.
    case checking
    case signedIn(AccountContent)
    /// There is a token, but the keyring is locked. Features without an account work.
    case locked

    public var signInState: SignInState {
        switch self {
        case .signedIn: .signedIn
        case .signedOut(let content): content.notice.isRefusal ? .refused : .signedOut
        case .starting, .checking, .locked: .signedOut
        }
    }
}

/// The sign-in state, as the wording of failures needs it.
public enum SignInState: Equatable, Sendable {
    /// There is no account to sign in to.
    case none
    case signedOut
    case signedIn
    /// The server has rejected the token in use.
    case refused
}

public struct SignedOutContent: Equatable, Sendable {
    public var notice: SignedOutNotice?
    public var entry: TokenEntryProblem?

    public init(notice: SignedOutNotice? = nil, entry: TokenEntryProblem? = nil) {
        self.notice = notice
        self.entry = entry
    }
}

/// Why the user is signed out although there was a token.
public enum SignedOutNotice: Equatable, Sendable {
    /// The server rejected the token. It is no longer used, but still in the keyring.
    case tokenRefused(login: String)
    /// The keyring failed, so that it is unknown whether there is a token.
    case keyringFailed(TokenStoreFailure)
    /// Signed out, but the token is still in the keyring.
    case notRemoved(TokenStoreFailure)
}

extension SignedOutNotice? {
    fileprivate var isRefusal: Bool {
        if case .tokenRefused = self { return true }
        return false
    }
}

public enum TokenEntryProblem: Equatable, Sendable {
    case malformed(TokenFormatFailure)
    /// The server rejected the token, or could not be reached.
    case rejected(FailureContent)

    /// Whether the token is at fault, not the connection.
    public var concernsToken: Bool {
        switch self {
        case .malformed: true
        case .rejected(let content): content.failure == .unauthorized
        }
    }
}

public enum TokenStorage: Equatable, Sendable {
    case saved
    /// The keyring could not save it; it lasts until the program exits.
    case sessionOnly(TokenStoreFailure)
}

/// The signed-in account, and whether its facts have been loaded.
public struct AccountContent: Equatable, Sendable {
    public let login: String
    public let tokenStorage: TokenStorage
    public let progress: AccountProgress
    /// The address of the picture, also as of an earlier session.
    public let picture: URL?
    /// The last known facts; nil when they were never loaded.
    public let facts: AccountFacts?
}

public enum AccountProgress: Equatable, Sendable {
    case notLoaded
    case loading
    case loaded
    /// The known facts stay visible.
    case failed(FailureContent)
}

/// The server's facts about an account and its token, ready for display.
public struct AccountFacts: Equatable, Sendable {
    public let name: String?
    /// Nil for a fine-grained token: GitHub does not report its permissions.
    public let scopes: [String]?
    /// The permission that the token lacks for starring, if known.
    public let missingPermission: TokenPermission?
    public let expiry: TokenExpiry
    public let limits: [LimitContent]
}

public enum TokenExpiry: Equatable, Sendable {
    /// It does not expire, or the server does not say.
    case unknown
    case later(String)
    /// In less than a week.
    case soon(String, days: Int)
    case over(String)
}

/// What is left of one rate limit.
public struct LimitContent: Equatable, Sendable {
    /// The server's name for it: `search`, `core`.
    public let bucket: String
    public let remaining: String?
    public let limit: String?
    /// The time until the reset, `0:42`; nil when it has passed.
    public let countdown: String?
}

extension AccountFacts {
    static let soon: TimeInterval = 7 * 86_400

    init(_ account: Account, formats: Formats, now: Date) {
        name = account.name.map { CleanText.line($0) }
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
