public import Foundation

/// The one state of signing in.
public enum AccountPhase: Equatable, Sendable {
    /// The key store is being asked for a token of before.
    case starting
    case signedOut(SignedOutContent)
    /// A token that was typed is being tried out, then kept.
    case checking
    case signedIn(AccountContent)
    /// There is a token, but the key store is locked. What needs no account works.
    case locked

    /// What failures of a catalog have to say of signing in.
    public var signInState: SignInState {
        switch self {
        case .signedIn: .signedIn
        case .signedOut(let content): content.notice.isRefusal ? .refused : .signedOut
        case .starting, .checking, .locked: .signedOut
        }
    }
}

/// Whether somebody is signed in, as far as a failure's wording needs it.
public enum SignInState: Equatable, Sendable {
    /// There is nothing to sign in to.
    case none
    case signedOut
    case signedIn
    /// The token that was in use has been refused.
    case refused
}

public struct SignedOutContent: Equatable, Sendable {
    public var notice: SignedOutNotice?
    /// What is wrong with what was typed.
    public var entry: TokenEntryProblem?

    public init(notice: SignedOutNotice? = nil, entry: TokenEntryProblem? = nil) {
        self.notice = notice
        self.entry = entry
    }
}

/// Why nobody is signed in although somebody was.
public enum SignedOutNotice: Equatable, Sendable {
    /// The server did not accept the token any more. It is not used, but still in the key store.
    case tokenRefused(login: String)
    /// Whether there is a token could not be found out.
    case keyringFailed(TokenStoreFailure)
    /// Signed out, but the token is still in the key store.
    case notRemoved(TokenStoreFailure)
}

extension SignedOutNotice? {
    fileprivate var isRefusal: Bool {
        if case .tokenRefused = self { return true }
        return false
    }
}

public enum TokenEntryProblem: Equatable, Sendable {
    /// It cannot be a token.
    case malformed(TokenFormatFailure)
    /// The server did not accept it, or could not be asked.
    case rejected(FailureContent)

    /// The token is to blame, and not that nobody could be asked.
    public var concernsToken: Bool {
        switch self {
        case .malformed: true
        case .rejected(let content): content.failure == .unauthorized
        }
    }
}

/// Where the token outlives the program.
public enum TokenStorage: Equatable, Sendable {
    case saved
    /// It is gone with the window, since the key store could not keep it.
    case sessionOnly(TokenStoreFailure)
}

/// Who is signed in, and how far the server has been asked about it.
public struct AccountContent: Equatable, Sendable {
    public let login: String
    public let tokenStorage: TokenStorage
    public let progress: AccountProgress
    /// As last heard; nil when never asked or never answered.
    public let facts: AccountFacts?
}

public enum AccountProgress: Equatable, Sendable {
    /// Nobody needed to know yet.
    case notLoaded
    case loading
    case loaded
    /// What was known stays.
    case failed(FailureContent)
}

/// What the server says of an account and its token, ready to be painted.
public struct AccountFacts: Equatable, Sendable {
    public let name: String?
    public let avatarURL: URL?
    /// Nil for a fine-grained token, of which GitHub does not tell.
    public let scopes: [String]?
    /// What the token lacks to star, as far as anybody can tell.
    public let missingPermission: TokenPermission?
    public let expiry: TokenExpiry
    public let limits: [LimitContent]
}

public enum TokenExpiry: Equatable, Sendable {
    /// It does not end, or the server does not say.
    case unknown
    case later(String)
    /// In less than a week.
    case soon(String, days: Int)
    case over(String)
}

/// What is left of one limit.
public struct LimitContent: Equatable, Sendable {
    /// The server's name for it: `search`, `core`.
    public let bucket: String
    public let remaining: String?
    public let limit: String?
    /// `0:42` until it begins anew; nil when it has.
    public let countdown: String?
}
