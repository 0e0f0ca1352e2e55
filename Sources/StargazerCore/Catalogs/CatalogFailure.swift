public import Foundation

/// A limit on how many requests a server answers, as its own headers tell it.
public struct RateLimit: Sendable, Hashable {
    public enum Unit: Sendable, Hashable {
        case searches
        case requests
    }

    public enum Window: Sendable, Hashable {
        case minute
        case hour
    }

    /// The server's name for what is counted: `search`, `core`.
    public var bucket: String
    public var unit: Unit
    /// How long one window is.
    public var window: Window
    /// Requests allowed in one window; nil when the server did not say.
    public var limit: Int?
    public var remaining: Int?
    /// When the window begins anew.
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

/// Why a catalog could not answer, by what the person can do about it. The wording is the user interface's.
public enum CatalogFailure: Error, Sendable, Hashable {
    /// No way to the server: no network, no such host, connection refused or lost.
    case offline
    case timedOut
    case rateLimited(RateLimit)
    /// A secondary limit: the server asks to pause till then.
    case throttled(until: Date)
    /// The search was refused; `reason` is the server's own sentence.
    case invalidQuery(reason: String?)
    /// The catalog itself knows that this cannot be searched for: nothing was sent.
    case badQuery(QueryProblem)
    case unauthorized
    /// `needs` is the missing permission when the server tells it.
    case notAllowed(needs: TokenPermission?)
    /// `reason` is the server's word for it, such as `tos` or `dmca`.
    case blocked(reason: String?, link: URL?)
    case gone
    case server(status: Int)
    /// The server could not prove who it is.
    case insecure
    /// An answer that is not what the API promises. `code` can be reported.
    case unreadable(code: String)
    case unexpected(code: String)
    /// The item is of another server than the one that is asked.
    case otherServer(host: String)
    /// The asker went away. Never shown.
    case cancelled

    /// Whether the same request may succeed later without the person changing anything.
    public var isTransient: Bool {
        switch self {
        case .offline, .timedOut, .rateLimited, .throttled, .server: true
        default: false
        }
    }
}
