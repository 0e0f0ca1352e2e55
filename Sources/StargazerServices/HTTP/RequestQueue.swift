import StargazerCore
import Synchronization

/// A waiting line that lets `limit` requests through at once: the most urgent first, by their urgency at that moment,
/// and those of one urgency in the order they came. Who is cancelled while waiting leaves the line and is answered at
/// once; each waiting request is resumed exactly once.
final class RequestQueue: Sendable {
    private struct Waiter {
        let number: Int
        let errand: RequestContext
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

    /// Runs the work when its turn has come.
    func run<Value: Sendable>(
        _ work: () async throws(CatalogFailure) -> Value
    ) async throws(CatalogFailure) -> Value {
        guard await enter() else { throw .cancelled }
        defer { leave() }
        return try await work()
    }

    /// Whether a place was given; if not, the asker was cancelled.
    private func enter() async -> Bool {
        let errand = RequestContext.current
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    // The flag is set before the handler runs, so under the lock one of the two sees the other.
                    if Task.isCancelled { return false }
                    if state.running < limit {
                        state.running += 1
                        return true
                    }
                    state.waiting.append(Waiter(number: number, errand: errand, continuation: continuation))
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
            // In the order they came; the first of the most urgent.
            let urgencies = state.waiting.map(\.errand.priority)
            let first = urgencies.max().flatMap(urgencies.firstIndex) ?? 0
            return state.waiting.remove(at: first)
        }
        next?.continuation.resume(returning: true)
    }

    /// How many wait; for tests.
    var waitingCount: Int { state.withLock { $0.waiting.count } }
}
