import CStargazer
// Links libdispatch, whose main queue the C code runs.
import Dispatch

/// Connects Swift concurrency to the GLib main loop.
@MainActor public enum MainLoop {
    /// Lets `@MainActor` tasks run under GLib. Call it once, before the application runs.
    /// - Returns: false when libdispatch has no main queue; then no asynchronous work would ever finish.
    public static func attach() -> Bool { sgz_main_queue_attach() != 0 }
}
