import Synchronization
public import Testing

extension Trait where Self == OneExitTestAtATime {
    /// For tests whose body runs in a separate process (`processExitsWith`).
    public static var oneExitTestAtATime: Self { Self() }
}

/// Runs the tests with this trait one after another, in parallel with all other tests.
///
/// While such a process runs, Swift Testing blocks a thread of Swift's pool, which has as many threads as there are
/// cores: two at once can block all of them.
public struct OneExitTestAtATime: TestTrait, SuiteTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await lock.lock()
        defer { lock.unlock() }
        try await function()
    }
}

private let lock = AsyncLock()

/// A lock with a first-in, first-out queue.
private final class AsyncLock: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func lock() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func unlock() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
