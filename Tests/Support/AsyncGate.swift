import Synchronization

/// A gate that holds the calls of a test double while it is closed.
public final class AsyncGate: Sendable {
    private struct State {
        var isClosed = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// The number of calls that wait.
    public var heldCount: Int { state.withLock { $0.held.count } }

    public var isClosed: Bool { state.withLock(\.isClosed) }

    public func close() { state.withLock { $0.isClosed = true } }

    public func open() {
        let held = state.withLock { state in
            defer { state = State() }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Waits until the gate is open.
    public func pass() async {
        guard state.withLock(\.isClosed) else { return }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.isClosed { state.held.append(continuation) }
                return !state.isClosed
            }
            if isOpen { continuation.resume() }
        }
    }
}
