import Foundation
import Glibc
import Synchronization

/// Wakes all waiting tests every 20 ms, and tells them whether all other threads slept at one moment since the last
/// tick.
///
/// It wakes them together, because a test that checks its condition is awake. A tick waits until all of them have
/// checked and wait again.
final class IdleDetector: Sendable {
    /// The number of idle ticks in a row, 3 s when nothing else runs, after which nothing will happen any more: no
    /// timer that tests wait for takes as long.
    static let requiredTicks = 150

    private struct State {
        var entered = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Makes each tick wait for a call of `next`, until `leave`.
    func enter() {
        let isFirst = state.withLock { state in
            state.entered += 1
            defer { state.isRunning = true }
            return !state.isRunning
        }
        // A thread, not a task: the detector checks the threads of the pool.
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

    /// Returns whether all other threads sleep. A thread that has just begun to wait may need a moment until it sleeps.
    private static func othersAreAsleep() -> Bool {
        for _ in 0..<5 {
            if OtherThreads.areAsleep { return true }
            usleep(2_000)
        }
        return false
    }
}
