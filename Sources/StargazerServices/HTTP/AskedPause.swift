import Foundation
import StargazerCore
import Synchronization

/// Remembers that a server asked to slow down, so that what it would refuse is not sent at all. For servers that tell
/// nothing of what is left.
final class AskedPause: Sendable {
    private struct State {
        var until: Date?
        var strikes = 0
    }

    /// Where the server names no time: a minute, then twice as long each time, up to sixteen.
    private static let first: TimeInterval = 60
    private static let mostDoublings = 4
    /// What a server is believed; also the bound that a clock set back cannot stretch.
    private static let longest: TimeInterval = 7_200
    private let state = Mutex(State())

    func admit(now: Date) throws(CatalogFailure) {
        let end = state.withLock { Self.running($0, now: now) }
        if let end { throw .askedToSlowDown(until: end) }
    }

    /// Takes in a refusal, and answers when the pause ends.
    func note(_ response: HTTPResponse, now: Date) -> Date {
        state.withLock { state in
            let told = response.header("retry-after").flatMap { Int($0) }.flatMap { $0 > 0 ? TimeInterval($0) : nil }
            let running = Self.running(state, now: now)
            // Two requests met the same limit; that is one strike.
            if told == nil, let running { return running }
            let pause = told ?? Self.first * pow(2, Double(min(state.strikes, Self.mostDoublings)))
            let new = now.addingTimeInterval(min(pause, Self.longest))
            // The server asked for both pauses, and two requests can be on their way at once.
            let end = max(new, running ?? new)
            state.strikes += 1
            state.until = end
            return end
        }
    }

    func noteSuccess() { state.withLock { $0.strikes = 0 } }

    private static func running(_ state: State, now: Date) -> Date? {
        state.until.flatMap { $0 > now && $0.timeIntervalSince(now) <= longest ? $0 : nil }
    }
}
