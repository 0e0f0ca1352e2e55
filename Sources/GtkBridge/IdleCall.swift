import CAdwaita
import CStargazer

/// Runs a closure once, when the main loop is idle: after input has been handled and frames have been painted. An
/// urgent call runs before all other sources. Deallocating this instance cancels the call.
@MainActor public final class IdleCall {
    private var source: guint = 0

    public init(isUrgent: Bool = false, _ run: @escaping @MainActor () -> Void) {
        let box = Box<() -> Void>(
            { [weak self] in
                self?.source = 0
                run()
            }, name: "idle call")
        source = g_idle_add_full(
            isUrgent ? G_PRIORITY_HIGH : G_PRIORITY_DEFAULT_IDLE, call, box.passRetained(), destroyBox)
    }

    isolated deinit {
        if source != 0 { g_source_remove(source) }
    }
}

private let call: GSourceFunc = { box in
    guard let box else { return 0 }
    nonisolated(unsafe) let call = box
    MainActor.assumeIsolated { Box<() -> Void>.peek(call)?() }
    return 0
}

/// Runs a closure once, after the window's next frame: work that must not delay it, or needs final positions.
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
            // A closure must not be freed while it runs, so this disconnects later. The clock may be gone by then.
            Task { if life.isAlive { Signals.disconnect(clock, connection) } }
        }
        // Without anything to paint there would be no frame.
        gdk_frame_clock_request_phase(clock.opaque, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
    }

    private final class Slot {
        var connection: UInt = 0
    }
}
