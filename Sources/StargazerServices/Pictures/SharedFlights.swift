import StargazerCore
import Synchronization

/// One piece of work for all who ask for the same key at the same time. Who is cancelled is answered at once; the
/// work is cancelled when nobody waits for it any more. Each asker is resumed exactly once.
final class SharedFlights<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Answer = Result<Value, CatalogFailure>

    private struct Flight {
        let number: Int
        let task: Task<Void, Never>
        var askers: [Int: CheckedContinuation<Answer, Never>]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
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
        let asker = state.withLock { $0.number() }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    // The flag is set before the handler runs, so under the lock one of the two sees the other.
                    if Task.isCancelled { return true }
                    if state.flights[key] == nil { state.flights[key] = take(off: key, number: state.number(), work) }
                    state.flights[key]?.askers[asker] = continuation
                    return false
                }
                if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
            }
        } onCancel: {
            leave(key, asker)
        }
        return try answer.get()
    }

    private func take(
        off key: Key, number: Int, _ work: @escaping @Sendable () async throws(CatalogFailure) -> Value
    ) -> Flight {
        let task = Task {
            let answer: Answer
            do throws(CatalogFailure) { answer = .success(try await work()) } catch { answer = .failure(error) }
            self.land(key, number, with: answer)
        }
        return Flight(number: number, task: task, askers: [:])
    }

    private func land(_ key: Key, _ number: Int, with answer: Answer) {
        let flight: Flight? = state.withLock { state in
            guard state.flights[key]?.number == number else { return nil }
            return state.flights.removeValue(forKey: key)
        }
        for asker in (flight?.askers ?? [:]).values { asker.resume(returning: answer) }
    }

    private func leave(_ key: Key, _ asker: Int) {
        let (left, abandoned): (CheckedContinuation<Answer, Never>?, Task<Void, Never>?) = state.withLock { state in
            let left = state.flights[key]?.askers.removeValue(forKey: asker)
            guard left != nil, state.flights[key]?.askers.isEmpty == true else { return (left, nil) }
            return (left, state.flights.removeValue(forKey: key)?.task)
        }
        left?.resume(returning: .failure(.cancelled))
        abandoned?.cancel()
    }

    /// How many wait for a key; for tests.
    func askerCount(of key: Key) -> Int { state.withLock { $0.flights[key]?.askers.count ?? 0 } }
}
