import CStargazer
import Foundation

/// Tells of every frame of a window how long the main thread worked on it: events, style, layout and painting.
@MainActor public enum FrameTimeMonitor {
    /// - Parameter widget: of a window that is on the screen; else there is no clock to watch.
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
