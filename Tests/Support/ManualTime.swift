public import Foundation
public import StargazerLibrary
import Synchronization

/// A clock that moves only when a test moves it.
///
/// Moving it first sets the time and then wakes expired sleepers, earliest first. So a sleeper sees the new time, as
/// after a suspend.
public final class ManualTime: Sendable {
    private struct Sleeper {
        var id: Int
        var wakesAt: Date
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Date
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var lastID = 0
    }

    private let state: Mutex<State>

    public init(now: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        state = Mutex(State(now: now))
    }

    public var now: Date { state.withLock { $0.now } }

    /// The number of tasks that sleep.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    public var source: TimeSource {
        TimeSource(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    /// Waits until `sleepers` tasks sleep, so none is missed, then moves the clock.
    public func advance(by duration: Duration, sleepers count: Int = 1) async {
        await eventually("\(count) asleep") { self.sleepers >= count }
        let due = state.withLock { state in
            let (seconds, attoseconds) = duration.components
            state.now += TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
            let due = state.sleepers.filter { $0.wakesAt <= state.now }
            state.sleepers.removeAll { $0.wakesAt <= state.now }
            return due.sorted { ($0.wakesAt, $0.id) < ($1.wakesAt, $1.id) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    private func sleep(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return true }
                    let (seconds, attoseconds) = duration.components
                    let wakesAt = state.now + TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
                    state.sleepers.append(Sleeper(id: id, wakesAt: wakesAt, continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
