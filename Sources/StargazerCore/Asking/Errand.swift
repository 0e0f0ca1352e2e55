import Synchronization

/// How much somebody waits for something that is asked of a server. Where requests stand in line, the higher goes first.
public enum Urgency: Int, Sendable, Comparable {
    /// Nothing is sent for it: what is kept of an earlier answer serves, or there is none.
    case kept
    /// What rows lack that show, and what stands beside what was asked for: nice to have.
    case spare
    /// The next batch of a list whose end came near, and what a page brings that somebody came to.
    case ahead
    /// What is rested on, and may be opened next.
    case rest
    /// It was asked for, and is waited for.
    case awaited

    public static func < (one: Urgency, other: Urgency) -> Bool { one.rawValue < other.rawValue }

    /// Nobody did anything that asks for it: it is worth no more than half of what a server allows, and no second try.
    public var isOptional: Bool { self == .spare || self == .rest }
}

/// What a task asks servers for, and how urgently by now. It is bound to the task, so that what stands between a screen
/// and the line for a server need not hand it on.
public final class Errand: Sendable {
    /// Whoever says nothing waits.
    @TaskLocal public static var current = Errand(.awaited)

    private let state: Mutex<Urgency>

    public init(_ urgency: Urgency) { state = Mutex(urgency) }

    /// What is asked beside the errand under way: never more urgent than that one.
    public static func beside(_ urgency: Urgency) -> Errand {
        current.urgency <= urgency ? current : Errand(urgency)
    }

    public var urgency: Urgency { state.withLock { $0 } }

    /// Somebody waits from now on, also for what stands in line already.
    public func hasten() { state.withLock { $0 = .awaited } }
}
