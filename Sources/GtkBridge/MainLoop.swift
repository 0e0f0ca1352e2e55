import CStargazer
// Links libdispatch, whose main queue the shim serves.
import Dispatch

/// The tie between Swift concurrency and the GLib main loop.
@MainActor public enum MainLoop {
    /// Lets `@MainActor` tasks run under GLib. Call once, before the application runs.
    /// - Returns: false when libdispatch has no queue to offer; nothing asynchronous would ever finish then.
    public static func attach() -> Bool { sgz_main_queue_attach() != 0 }
}
