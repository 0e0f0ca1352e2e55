import StargazerLibrary
import Synchronization

/// Shares one piece of work among all concurrent callers for the same key. A cancelled caller throws at once, and the
/// last one cancels the work. Each caller resumes exactly once.
final class RequestCoalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Response = Result<Value, CatalogFailure>

    private struct SharedRequest {
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<Response, Never>]
    }

    private struct State {
        var requests: [Key: SharedRequest] = [:]
        var nextNumber = 0

        mutating func number() -> Int {
            nextNumber += 1
            return nextNumber
        }
    }

    private let state = Mutex(State())

    func value(
        of key: Key, by work: @escaping @Sendable () async throws(CatalogFailure) -> Value
    ) async throws(CatalogFailure) -> Value {
        let waiter = state.withLock { $0.number() }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    // Cancellation sets the flag before it calls the handler. Under the lock, either this check or the
                    // handler sees it.
                    if Task.isCancelled { return true }
                    if state.requests[key] == nil {
                        state.requests[key] = start(off: key, number: state.number(), work)
                    }
                    state.requests[key]?.waiters[waiter] = continuation
                    return false
                }
                if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
            }
        } onCancel: {
            leave(key, waiter)
        }
        return try answer.get()
    }

    private func start(
        off key: Key, number: Int, _ work: @escaping @Sendable () async throws(CatalogFailure) -> Value
    ) -> SharedRequest {
        let task = Task {
            let answer: Response
            do throws(CatalogFailure) { answer = .success(try await work()) } catch { answer = .failure(error) }
            self.finish(key, number, with: answer)
        }
        return SharedRequest(number: number, task: task, waiters: [:])
    }

    private func finish(_ key: Key, _ number: Int, with answer: Response) {
        let request: SharedRequest? = state.withLock { state in
            guard state.requests[key]?.number == number else { return nil }
            return state.requests.removeValue(forKey: key)
        }
        for waiter in (request?.waiters ?? [:]).values { waiter.resume(returning: answer) }
    }

    private func leave(_ key: Key, _ waiter: Int) {
        let (left, abandoned): (CheckedContinuation<Response, Never>?, Task<Void, Never>?) = state.withLock { state in
            let left = state.requests[key]?.waiters.removeValue(forKey: waiter)
            guard left != nil, state.requests[key]?.waiters.isEmpty == true else { return (left, nil) }
            return (left, state.requests.removeValue(forKey: key)?.task)
        }
        left?.resume(returning: .failure(.cancelled))
        abandoned?.cancel()
    }

    /// Number of callers that wait for a key, for tests.
    func waiterCount(of key: Key) -> Int { state.withLock { $0.requests[key]?.waiters.count ?? 0 } }
}
