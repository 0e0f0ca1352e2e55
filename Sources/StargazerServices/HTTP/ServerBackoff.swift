import Foundation
import StargazerCore
import Synchronization

/// Remembers that a server asked to slow down, so that what it would refuse is not sent at all. For servers that tell
/// nothing of what is left.
final class ServerBackoff: Sendable {
    private struct State {
        var until: Date?
        var refusalCount = 0
    }

    /// Where the server names no time: a minute, then twice as long each time, up to sixteen.
    private static let first: TimeInterval = 60
    private static let maxDoublings = 4
    /// What a server is believed; also the bound that a clock set back cannot stretch.
    private static let longest: TimeInterval = 7_200
    private let state = Mutex(State())

    func admit(now: Date) throws(CatalogFailure) {
        let end = state.withLock { Self.running($0, now: now) }
        if let end { throw .throttled(until: end) }
    }

    /// Takes in a refusal, and answers when the pause ends.
    func record(_ response: HTTPResponse, now: Date) -> Date {
        state.withLock { state in
            let reported = response.header("retry-after").flatMap { Int($0) }.flatMap {
                $0 > 0 ? TimeInterval($0) : nil
            }
            let running = Self.running(state, now: now)
            // Two requests met the same limit; that is one strike.
            if reported == nil, let running { return running }
            let pause = reported ?? Self.first * pow(2, Double(min(state.refusalCount, Self.maxDoublings)))
            let new = now.addingTimeInterval(min(pause, Self.longest))
            // The server asked for both pauses, and two requests can be on their way at once.
            let end = max(new, running ?? new)
            state.refusalCount += 1
            state.until = end
            return end
        }
    }

    func recordSuccess() { state.withLock { $0.refusalCount = 0 } }

    private static func running(_ state: State, now: Date) -> Date? {
        state.until.flatMap { $0 > now && $0.timeIntervalSince(now) <= longest ? $0 : nil }
    }
}
