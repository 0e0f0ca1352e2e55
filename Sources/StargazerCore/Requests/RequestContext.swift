import Synchronization

/// The priority of a request to a server. Queued requests run in this order, highest first.
public enum RequestPriority: Int, Sendable, Comparable {
    /// Sends nothing: returns the cached response, if any.
    case cacheOnly
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

/// The current priority of a task's requests.
/// It is a task-local value, so that the layers between a screen and the request queue need not pass it on.
public final class RequestContext: Sendable {
    /// Requests are user-initiated by default.
    @TaskLocal public static var current = RequestContext(.userInitiated)

    private let state: Mutex<RequestPriority>

    public init(_ priority: RequestPriority) { state = Mutex(priority) }

    /// Returns a context for a secondary request, whose priority is never above the current one.
    public static func atMost(_ priority: RequestPriority) -> RequestContext {
        current.priority <= priority ? current : RequestContext(priority)
    }

    public var priority: RequestPriority { state.withLock { $0 } }

    /// Raises the priority to `.userInitiated`, also for requests that are already queued.
    public func prioritize() { state.withLock { $0 = .userInitiated } }
}
