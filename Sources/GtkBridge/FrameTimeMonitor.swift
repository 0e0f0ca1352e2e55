import CStargazer
import Foundation

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
