import CStargazer
import GtkBridge

/// Hides the pointer over a widget after it has rested, until it moves. Meanwhile the widget has the style class
/// `resting`.
@MainActor final class PointerRest {
    var isActive = false { didSet { if isActive != oldValue { restart() } } }
    private let widget: Handle
    private var place = (x: 0.0, y: 0.0)
    private var resting: Task<Void, Never>?

    private static let delay = Duration.seconds(2)

    init(of widget: Handle) {
        self.widget = widget
        let motion = Handle(gtk_event_controller_motion_new())
        for signal in ["enter", "motion"] {
            Signals.connect(motion, signal) { [weak self] (x: Double, y: Double) in self?.moved(x, y) }
        }
        gtk_widget_add_controller(widget.widget, motion.opaque)
    }

    isolated deinit { resting?.cancel() }

    private func moved(_ x: Double, _ y: Double) {
        // GTK repeats the last position when widgets change.
        guard isActive, place != (x, y) else { return }
        place = (x, y)
        restart()
    }

    private func restart() {
        resting?.cancel()
        setResting(false)
        guard isActive else { return }
        resting = Task { [weak self] in
            do { try await Task.sleep(for: Self.delay) } catch { return }
            self?.setResting(true)
        }
    }

    private func setResting(_ isResting: Bool) {
        widget.setClass("resting", isResting)
        gtk_widget_set_cursor_from_name(widget.widget, isResting ? "none" : nil)
    }
}
