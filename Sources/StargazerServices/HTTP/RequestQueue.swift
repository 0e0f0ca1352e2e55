import StargazerCore
import StargazerLibrary
import Synchronization

/// A queue that runs at most `limit` requests at once.
///
/// The highest priority goes first, by its value at that moment; of equal priority, the smallest. Requests of equal
/// size keep their order. A request that is cancelled while waiting leaves the queue and throws at once. Every waiting
/// request resumes exactly once.
final class RequestQueue: Sendable {
    private struct Waiter {
        let number: Int
        let context: RequestContext
        let size: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var running = 0
        var nextNumber = 0
        var waiting: [Waiter] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Runs the work when the queue has room for it.
    /// - Parameter size: in any unit; 0 where it does not matter.
    func run<Value: Sendable>(
        in context: RequestContext = .current, size: Int = 0, _ work: () async throws(CatalogFailure) -> Value
    ) async throws(CatalogFailure) -> Value {
        guard await enter(context, size) else { throw .cancelled }
        defer { leave() }
        return try await work()
    }

    /// Waits for a place; returns false if the task was cancelled.
    private func enter(_ context: RequestContext, _ size: Int) async -> Bool {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    // Cancellation sets the flag before it calls the handler. Under the lock, either this check or the
                    // handler sees it.
                    if Task.isCancelled { return false }
                    if state.running < limit {
                        state.running += 1
                        return true
                    }
                    state.waiting.append(
                        Waiter(number: number, context: context, size: size, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let left = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            left?.continuation.resume(returning: false)
        }
    }

    private func leave() {
        let next: Waiter? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            // Each priority is read once: it can rise meanwhile. Of equal requests, `max(by:)` may return any.
            let ranks = state.waiting.map { ($0.context.priority, -$0.size, -$0.number) }
            let first = ranks.indices.max { ranks[$0] < ranks[$1] } ?? 0
            return state.waiting.remove(at: first)
        }
        next?.continuation.resume(returning: true)
    }

    /// Number of waiting requests, for tests.
    var waitingCount: Int { state.withLock { $0.waiting.count } }
}
