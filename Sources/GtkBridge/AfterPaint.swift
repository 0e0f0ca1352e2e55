import CStargazer

/// Runs a closure once, after the window's next frame has been painted.
///
/// Use it for work that must not delay the frame, or that needs the final positions of widgets.
@MainActor public enum AfterPaint {
    public static func run(on widget: Handle, _ run: @escaping @MainActor () -> Void) {
        guard let clock = gtk_widget_get_frame_clock(widget.widget).map({ Handle($0) }) else { return run() }
        let life = WeakGObject(clock)
        let slot = Slot()
        slot.connection = Signals.connect(clock, "after-paint") { [slot, clock, life] in
            guard slot.connection != 0 else { return }
            let connection = slot.connection
            slot.connection = 0
            run()
            // A closure must not be freed while it runs, so the signal is disconnected later. By then the clock may be
            // gone with its window.
            Task { if life.isAlive { Signals.disconnect(clock, connection) } }
        }
    }

    private final class Slot {
        var connection: UInt = 0
    }
}
