import Synchronization

/// The priority of a request to a server. Queued requests run in this order, highest first.
public enum RequestPriority: Int, Sendable, Comparable {
    /// Missing facts of visible rows, and optional facts next to the requested ones.
    case background
    /// The next batch when the end of a list is near, and what a page loads when it opens.
    case prefetch
    /// The selected item, which the user may open next.
    case preview
    /// Requested by the user and waited for.
    case userInitiated

    public static func < (one: RequestPriority, other: RequestPriority) -> Bool { one.rawValue < other.rawValue }

    /// Whether no user action requested it. It may use at most half of a rate limit and is not retried.
    public var isOptional: Bool { self == .background || self == .preview }
}

/// How a request uses the response cache.
public enum CachePolicy: Sendable {
    /// Asks the server, as HTTP says: a cached response is revalidated, and replaces one that fails to arrive.
    case useProtocol
    /// Sends nothing. Without a cached response, the request throws `CatalogFailure.notCached`.
    case cacheOnly
}

/// The current priority and cache policy of a task's requests.
/// It is a task-local value, so that the layers between a screen and the request queue need not pass it on.
public final class RequestContext: Sendable {
    /// By default, requests are user-initiated and ask the server.
    @TaskLocal public static var current = RequestContext()

    public let cachePolicy: CachePolicy
    private let state: Mutex<RequestPriority>

    public init(_ priority: RequestPriority = .userInitiated, cachePolicy: CachePolicy = .useProtocol) {
        state = Mutex(priority)
        self.cachePolicy = cachePolicy
    }

    /// Returns a context for a secondary request: the current cache policy, and a priority never above the current one.
    public static func atMost(_ priority: RequestPriority) -> RequestContext {
        current.priority <= priority ? current : RequestContext(priority, cachePolicy: current.cachePolicy)
    }

    public var priority: RequestPriority { state.withLock { $0 } }

    /// Raises the priority to `.userInitiated`, also for requests that are already queued.
    public func prioritize() { state.withLock { $0 = .userInitiated } }
}
