import Synchronization

/// Collects what happens on other threads and lets a test wait for the n-th without sleeping.
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

    /// Returns when there are at least `count`; a time limit on the test catches what never comes.
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
