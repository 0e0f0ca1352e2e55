import CStargazer

/// Runs something once, when the window's next frame has been painted: what can wait does not delay the frame, and
/// what looks at places finds them as they are on the screen.
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
            // The closure that is running now must not be freed under it. By then the clock may be gone with its window.
            Task { if life.isAlive { Signals.disconnect(clock, connection) } }
        }
    }

    private final class Slot {
        var connection: UInt = 0
    }
}
