import Synchronization

/// How much somebody waits for something that is asked of a server. Where requests stand in line, the higher goes first.
public enum RequestPriority: Int, Sendable, Comparable {
    /// Nothing is sent for it: what is kept of an earlier answer serves, or there is none.
    case cacheOnly
    /// What rows lack that show, and what stands beside what was asked for: nice to have.
    case background
    /// The next batch of a list whose end came near, and what a page brings that somebody came to.
    case prefetch
    /// What is rested on, and may be opened next.
    case preview
    /// It was asked for, and is waited for.
    case userInitiated

    public static func < (one: RequestPriority, other: RequestPriority) -> Bool { one.rawValue < other.rawValue }

    /// Nobody did anything that asks for it: it is worth no more than half of what a server allows, and no second try.
    public var isOptional: Bool { self == .background || self == .preview }
}

/// What a task asks servers for, and how urgently by now. It is bound to the task, so that what stands between a screen
/// and the line for a server need not hand it on.
public final class RequestContext: Sendable {
    /// Whoever says nothing waits.
    @TaskLocal public static var current = RequestContext(.userInitiated)

    private let state: Mutex<RequestPriority>

    public init(_ priority: RequestPriority) { state = Mutex(priority) }

    /// What is asked beside the errand under way: never more urgent than that one.
    public static func atMost(_ priority: RequestPriority) -> RequestContext {
        current.priority <= priority ? current : RequestContext(priority)
    }

    public var priority: RequestPriority { state.withLock { $0 } }

    /// Somebody waits from now on, also for what stands in line already.
    public func prioritize() { state.withLock { $0 = .userInitiated } }
}
