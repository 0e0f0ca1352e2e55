public import Foundation

/// A server's rate limit, from its response headers.
public struct RateLimit: Sendable, Hashable {
    public enum Unit: Sendable, Hashable {
        case searches
        case requests
    }

    public enum Window: Sendable, Hashable {
        case minute
        case hour
    }

    /// The server's name for what it counts: `search`, `core`.
    public var bucket: String
    public var unit: Unit
    public var window: Window
    /// Requests allowed in one window; nil when the server did not say.
    public var limit: Int?
    public var remaining: Int?
    /// When the next window begins.
    public var resetsAt: Date

    public init(
        bucket: String, unit: Unit = .searches, window: Window = .minute, limit: Int?, remaining: Int? = 0,
        resetsAt: Date
    ) {
        self.bucket = bucket
        self.unit = unit
        self.window = window
        self.limit = limit
        self.remaining = remaining
        self.resetsAt = resetsAt
    }
}

/// A change after which failed requests are repeated without being asked for.
public enum ServiceChange: Sendable {
    /// The network is available again, or a picture has arrived.
    case connected
    /// The user has signed in: more is allowed, and private repositories are found.
    case signedIn
}

/// A proxy's own response in place of the server's: it refused to connect, or asks for a password.
public struct ProxyRefusal: Sendable, Hashable {
    /// The proxy as `HOST:PORT`; nil if it is not known.
    public var proxy: String?
    /// The proxy's HTTP status. 407 means that it requires authentication.
    public var status: Int

    package init(proxy: String?, status: Int) {
        self.proxy = proxy
        self.status = status
    }
}

/// An organization's refusal of the account's token. It says nothing about the item.
public struct TokenRefusal: Sendable, Hashable {
    /// The name of the organization; nil if it is not known.
    public var organization: String?
    /// The server's own sentence.
    public var message: String
    /// Whether the token must be authorized by the organization's single sign-on.
    public var needsSignOn: Bool
    /// The page that authorizes the token, for an hour.
    public var page: URL?

    public init(organization: String?, message: String, needsSignOn: Bool = false, page: URL? = nil) {
        self.organization = organization
        self.message = message
        self.needsSignOn = needsSignOn
        self.page = page
    }
}

/// Why a catalog could not answer, by what the user can do about it. The user interface words it.
public enum CatalogFailure: Error, Sendable, Hashable {
    /// The server cannot be reached: no network, unknown host, connection refused or lost.
    case offline
    /// A proxy of the network responded instead of the server, which has not received the request.
    case proxyRefused(ProxyRefusal)
    case timedOut
    case rateLimited(RateLimit)
    /// A secondary rate limit: the server asks to wait until then.
    case throttled(until: Date)
    /// The server rejected the search; `reason` is its own sentence.
    case invalidQuery(reason: String?)
    /// The catalog rejected the search itself. Nothing was sent.
    case badQuery(QueryProblem)
    case unauthorized
    /// `needs` is the missing permission, when the server names it.
    case notAllowed(needs: TokenPermission?)
    case tokenRefused(TokenRefusal)
    /// `reason` is the server's word for it, such as `tos` or `dmca`.
    case blocked(reason: String?, link: URL?)
    case gone
    case server(status: Int)
    /// The server's certificate is not valid.
    case insecure
    /// A response that breaks the API's contract. `code` can be reported.
    case unreadable(code: String)
    case unexpected(code: String)
    /// The item belongs to another server than the current one.
    case otherServer(host: String)
    /// The request was cache-only (`CachePolicy.cacheOnly`), and no response is cached. Never shown.
    case notCached
    /// The request was optional (`RequestPriority.isOptional`), and too few requests are left. Never shown.
    case notSent
    /// The caller has cancelled. Never shown.
    case cancelled

    /// Whether the same request may succeed after the change.
    package func mayPass(after change: ServiceChange) -> Bool {
        switch (change, self) {
        case (.connected, .timedOut): true
        case (.connected, _) where isUnreachable: true
        case (.signedIn, .unauthorized), (.signedIn, .notAllowed), (.signedIn, .tokenRefused),
            (.signedIn, .rateLimited),
            (.signedIn, .gone):
            true
        default: false
        }
    }

    /// Whether the failure says nothing to the user.
    package var isSilent: Bool {
        switch self {
        case .notCached, .notSent, .cancelled: true
        default: false
        }
    }

    /// Whether there is no way to the server at present.
    public var isUnreachable: Bool {
        switch self {
        case .offline, .proxyRefused: true
        default: false
        }
    }

    /// Whether the same request may succeed later, without any action by the user.
    public var isTransient: Bool {
        switch self {
        case .offline, .proxyRefused, .timedOut, .rateLimited, .throttled, .server: true
        default: false
        }
    }
}

/// The least permission that a token needs for the request.
public enum TokenPermission: Sendable, Hashable {
    /// The account permission of fine-grained tokens; starring needs read and write access.
    case starring
    /// The scope of classic tokens.
    case publicRepositories
    /// The account permission of fine-grained tokens; following needs read and write access.
    case followers
    /// The scope of classic tokens for following.
    case userFollow
    /// An unknown permission, as the server names it.
    case other(String)
}
