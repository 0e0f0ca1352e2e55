import Foundation
import Glibc
import Synchronization

/// Wakes all who wait for something every 20 ms, and tells them whether everything else in this process was asleep at
/// one moment since then. All are woken together, since who looks at a condition is awake: a tick waits until all of them
/// have looked and wait again.
final class IdleDetector: Sendable {
    /// So many ticks in a row in which everything slept, 3 s where nothing else runs, mean that nothing will happen any
    /// more: no timer that tests wait for takes as long.
    static let requiredTicks = 150

    private struct State {
        var entered = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// From now on each tick waits for a call of `next`, until `leave`.
    func enter() {
        let isFirst = state.withLock { state in
            state.entered += 1
            defer { state.isRunning = true }
            return !state.isRunning
        }
        // A thread, not a task: the pool is one of those who are looked at.
        if isFirst { Thread.detachNewThread { self.run() } }
    }

    func leave() { state.withLock { $0.entered -= 1 } }

    /// Waits for the next tick.
    /// - Returns: whether all others were asleep.
    nonisolated(nonsending) func next() async -> Bool {
        await withCheckedContinuation { continuation in state.withLock { $0.waiting.append(continuation) } }
    }

    private func run() {
        while true {
            usleep(20_000)
            let (isOver, isReady) = state.withLock { state in
                if state.entered == 0 { state.isRunning = false }
                return (state.entered == 0, state.waiting.count == state.entered)
            }
            if isOver { return }
            guard isReady else { continue }
            let wereAsleep = Self.othersAreAsleep()
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume(returning: wereAsleep) }
        }
    }

    /// Who has just begun to wait may need a moment until it sleeps.
    private static func othersAreAsleep() -> Bool {
        for _ in 0..<5 {
            if OtherThreads.areAsleep { return true }
            usleep(2_000)
        }
        return false
    }
}
