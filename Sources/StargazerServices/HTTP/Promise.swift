import Synchronization

/// A value that is set once, by the first of racing threads (network, cancellation), and awaited by one caller.
final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case settled(Value)
    }

    private let state = Mutex(State.open)

    var isSettled: Bool {
        state.withLock { if case .settled = $0 { true } else { false } }
    }

    func settle(_ value: Value) {
        let caller: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .settled(value)
                return nil
            case .awaited(let continuation):
                state = .settled(value)
                return continuation
            case .settled:
                return nil
            }
        }
        caller?.resume(returning: value)
    }

    /// Returns the value. Only one caller may await it, once.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value: Value? = state.withLock { state in
                if case .settled(let value) = state { return value }
                state = .awaited(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
