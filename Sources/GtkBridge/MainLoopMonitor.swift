import CAdwaita
import Foundation

/// Reports how long the main thread works without returning to its loop, which is how long a key press may wait.
///
/// It polls every few milliseconds, so it is meant for measurements only.
@MainActor public final class MainLoopMonitor {
    /// The duration of one block of work, in the thread's CPU time, which excludes the time of other programs, and in
    /// wall time.
    public typealias Report = @MainActor (_ busy: Duration, _ elapsed: Duration) -> Void

    private let limit: Duration
    private let report: Report
    private var busy = MainLoopMonitor.now(CLOCK_THREAD_CPUTIME_ID)
    private var elapsed = MainLoopMonitor.now(CLOCK_MONOTONIC)
    private var source: guint = 0

    /// - Parameter limit: Shorter blocks of work are not reported.
    public init(over limit: Duration, _ report: @escaping Report) {
        self.limit = limit
        self.report = report
        let box = Box<() -> Void>({ [weak self] in self?.checkDuration() }, name: "loop watch")
        source = g_timeout_add_full(G_PRIORITY_HIGH, 5, tick, box.passRetained(), destroyBox)
    }

    isolated deinit { g_source_remove(source) }

    private func checkDuration() {
        let (busyNow, passedNow) = (Self.now(CLOCK_THREAD_CPUTIME_ID), Self.now(CLOCK_MONOTONIC))
        if busyNow - busy > limit { report(busyNow - busy, passedNow - elapsed) }
        (busy, elapsed) = (busyNow, passedNow)
    }

    private static func now(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

private let tick: GSourceFunc = { box in
    guard let box else { return 0 }
    nonisolated(unsafe) let look = box
    MainActor.assumeIsolated { Box<() -> Void>.peek(look)?() }
    return 1
}
