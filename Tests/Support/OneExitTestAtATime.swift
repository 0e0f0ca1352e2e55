import Synchronization
public import Testing

extension Trait where Self == OneExitTestAtATime {
    /// For tests whose body runs in a process of its own (`processExitsWith`).
    public static var oneExitTestAtATime: Self { Self() }
}

/// Lets the tests that have it run one after another, and all others beside them. While such a process runs, Swift
/// Testing blocks a thread of Swift's pool, of which there are as many as cores: two at once can leave none.
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

/// One has it at a time, the others get it in the order they came.
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
