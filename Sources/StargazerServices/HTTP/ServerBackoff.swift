import Foundation
import StargazerLibrary
import Synchronization

/// Rejects requests to a server that asked to slow down, until the pause ends. For servers that report no limits.
final class ServerBackoff: Sendable {
    private struct State {
        var until: Date?
        var refusalCount = 0
    }

    /// Without a `Retry-After`: one minute, doubled after each refusal, up to sixteen minutes.
    private static let first: TimeInterval = 60
    private static let maxDoublings = 4
    /// Maximum pause accepted from a server, in seconds. It also limits the pause after the clock is set back.
    private static let maxPause: TimeInterval = 7_200
    private let state = Mutex(State())

    func admit(now: Date) throws(CatalogFailure) {
        let end = state.withLock { Self.running($0, now: now) }
        if let end { throw .throttled(until: end) }
    }

    /// Records a refusal and returns when the pause ends.
    func record(_ response: HTTPResponse, now: Date) -> Date {
        state.withLock { state in
            let reported = response.header("retry-after").flatMap { Int($0) }.flatMap {
                $0 > 0 ? TimeInterval($0) : nil
            }
            let running = Self.running(state, now: now)
            // Another request already hit the same limit, so this one does not count.
            if reported == nil, let running { return running }
            let pause = reported ?? Self.first * pow(2, Double(min(state.refusalCount, Self.maxDoublings)))
            let new = now.addingTimeInterval(min(pause, Self.maxPause))
            // Concurrent requests can receive different pauses; the longer one applies.
            let end = max(new, running ?? new)
            state.refusalCount += 1
            state.until = end
            return end
        }
    }

    func recordSuccess() { state.withLock { $0.refusalCount = 0 } }

    private static func running(_ state: State, now: Date) -> Date? {
        state.until.flatMap { $0 > now && $0.timeIntervalSince(now) <= maxPause ? $0 : nil }
    }
}
