import Synchronization

/// Records events from other threads. A test can wait for the nth event without sleeping.
public final class EventRecorder<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    public var all: [Element] { state.withLock { $0.elements } }

    public func add(_ element: Element) {
        let ready = state.withLock { state in
            state.elements.append(element)
            let ready = state.waiters.filter { $0.count <= state.elements.count }
            state.waiters.removeAll { $0.count <= state.elements.count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Waits until there are at least `count` events. The test's time limit catches events that never come.
    @discardableResult
    public func wait(for count: Int = 1) async -> [Element] {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                if state.elements.count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if ready { continuation.resume() }
        }
        return all
    }
}
