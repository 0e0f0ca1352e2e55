// Links libdispatch, whose main queue the C code runs.

import CAdwaita
import CStargazer
import Dispatch
import Foundation

/// Connects Swift concurrency to the GLib main loop.
@MainActor public enum MainLoop {
    /// Lets `@MainActor` tasks run under GLib. Call it once, before the application runs.
    /// - Returns: false when libdispatch has no main queue; then no asynchronous work would ever finish.
    public static func attach() -> Bool { sgz_main_queue_attach() != 0 }

    /// Runs the loop without an application, until the condition no longer holds. The main queue wakes it.
    public static func run(while condition: () -> Bool) {
        while condition() { g_main_context_iteration(nil, 1) }
    }
}

/// Reports how long the main thread works without returning to its loop, which is how long a key press may wait. It
/// polls every few milliseconds, so it is for measurements only.
@MainActor public final class MainLoopMonitor {
    /// The duration of one block of work, in CPU time of the thread and in wall time.
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

/// Reports for each frame how long the main thread worked on it: events, style, layout and painting.
@MainActor public enum FrameTimeMonitor {
    /// - Parameter widget: A widget of a visible window. Other widgets have no frame clock, and nothing is reported.
    public static func start(_ widget: Handle, _ report: @escaping @MainActor (_ elapsed: Duration) -> Void) {
        guard let clock = gtk_widget_get_frame_clock(widget.widget).map({ Handle($0) }) else { return }
        let frame = Frame()
        Signals.connect(clock, "flush-events") { frame.began = .now }
        Signals.connect(clock, "after-paint") {
            if let began = frame.began { report(.now - began) }
            frame.began = nil
        }
    }

    private final class Frame {
        var began: ContinuousClock.Instant?
    }
}
