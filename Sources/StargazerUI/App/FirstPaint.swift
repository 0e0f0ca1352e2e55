import CStargazer
import GtkBridge

/// Tells when a window has been painted once, so that nothing that can wait comes before it.
@MainActor enum FirstPaint {
    static func of(_ window: Handle, _ run: @escaping @MainActor () -> Void) {
        guard let clock = gtk_widget_get_frame_clock(window.widget).map({ Handle($0) }) else { return run() }
        let slot = Slot()
        slot.connection = Signals.connect(clock, "after-paint") { [slot, clock] in
            guard slot.connection != 0 else { return }
            let connection = slot.connection
            slot.connection = 0
            run()
            // The closure that is running now must not be freed under it.
            Task { Signals.disconnect(clock, connection) }
        }
    }

    private final class Slot {
        var connection: UInt = 0
    }
}
