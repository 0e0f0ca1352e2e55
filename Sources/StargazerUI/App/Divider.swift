import CStargazer
import GtkBridge

/// The divider between the two panes, which the pointer drags and the keyboard moves while it has the focus.
@MainActor final class Divider {
    private let split: Handle
    private let list: Handle
    private let line: Handle
    private let defaultShare: Double
    /// Whether both panes are visible.
    var isShown = true { didSet { line.setVisible(isShown) } }
    private let shareChanged: @MainActor (Double) -> Void
    private let focusFallback: @MainActor () -> Void
    private var savedFocus: SavedFocus?
    /// The width after the last move by a key, until the focus comes again.
    private var wantedWidth: Int32?
    /// The width of the list when the current move started.
    private var originalWidth: Int32 = 0
    private var hasCursor = false

    /// How far from the divider a drag may start, in pixels. Little on the inside, where the list has its scroll bar.
    private static let grabMargins = (inside: 1.0, outside: 6.0)
    private static let step: Int32 = 16

    /// - Parameters:
    ///   - split: the widget that contains both panes side by side. It also owns this object's owner.
    ///   - defaultShare: the share that a double click restores.
    ///   - shareChanged: receives the list's share of the width.
    ///   - focusFallback: moves the focus when the previously focused widget is gone.
    init(
        split: Handle, list: Handle, line: Handle, defaultShare: Double,
        shareChanged: @escaping @MainActor (Double) -> Void, focusFallback: @escaping @MainActor () -> Void
    ) {
        self.split = split
        self.list = list
        self.line = line
        self.defaultShare = defaultShare
        self.shareChanged = shareChanged
        self.focusFallback = focusFallback
        line.setClass("divider", true)
        line.setAccessibleName(AppText.divider)
        watchPointer()
        watchKeys()
    }

    /// Moves the focus to the divider, so that keys move it.
    func focus() {
        guard isShown else { return }
        originalWidth = width
        wantedWidth = nil
        if let focus = gtk_root_get_focus(gtk_widget_get_root(line.widget)), focus != line.widget {
            savedFocus = SavedFocus(Handle(focus))
        }
        gtk_widget_set_focusable(line.widget, 1)
        line.grabFocus()
    }

    private func returnFocus() {
        if savedFocus?.restoreFocus() != true { focusFallback() }
        savedFocus = nil
    }

    private var width: Int32 { gtk_widget_get_width(list.widget) }
    private var isMirrored: Bool { gtk_widget_get_direction(split.widget) == GTK_TEXT_DIR_RTL }

    private func move(to width: Int32) {
        let share = sgz_split_share_for_width(split.opaque, width)
        wantedWidth = Int32((share * Double(gtk_widget_get_width(split.widget))).rounded())
        set(share)
    }

    private func set(_ share: Double) {
        sgz_split_set_share(split.opaque, share)
        shareChanged(share)
    }

    private func watchPointer() {
        let drag = Handle(gtk_gesture_drag_new())
        gtk_event_controller_set_propagation_phase(drag.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(drag, "drag-begin") { [weak self, drag] (x: Double, _: Double) in
            guard let self else { return }
            self.originalWidth = self.width
            let state = self.isOver(x) ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED
            gtk_gesture_set_state(drag.opaque, state)
        }
        Signals.connect(drag, "drag-update") { [weak self] (x: Double, _: Double) in
            guard let self else { return }
            self.move(to: self.originalWidth + Int32((self.isMirrored ? -x : x).rounded()))
        }
        let click = Handle(gtk_gesture_click_new())
        gtk_event_controller_set_propagation_phase(click.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(click, "pressed") { [weak self] (times: Int32, x: Double, _: Double) in
            guard let self, times == 2, self.isOver(x) else { return }
            self.set(self.defaultShare)
            self.originalWidth = Int32(self.defaultShare * Double(gtk_widget_get_width(self.split.widget)))
        }
        // Otherwise the gesture that claims the press would cancel the other.
        gtk_gesture_group(drag.opaque, click.opaque)
        let motion = Handle(gtk_event_controller_motion_new())
        gtk_event_controller_set_propagation_phase(motion.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(motion, "motion") { [weak self] (x: Double, _: Double) in
            self.map { $0.showCursor($0.isOver(x)) }
        }
        Signals.connect(motion, "leave") { [weak self] in self?.showCursor(false) }
        for controller in [drag, click, motion] { gtk_widget_add_controller(split.widget, controller.opaque) }
    }

    private func isOver(_ x: Double) -> Bool {
        guard isShown else { return false }
        let fromStart = isMirrored ? Double(gtk_widget_get_width(split.widget)) - x : x
        let distance = fromStart - Double(width)
        return (-Self.grabMargins.inside...Self.grabMargins.outside).contains(distance)
    }

    private func showCursor(_ isOver: Bool) {
        guard isOver != hasCursor else { return }
        hasCursor = isOver
        gtk_widget_set_cursor_from_name(split.widget, isOver ? "col-resize" : nil)
    }

    private func watchKeys() {
        Keys.watch(line, beforeChildren: false) { [weak self] in self?.handleKey($0) ?? false }
        let focus = Handle(gtk_event_controller_focus_new())
        // Tab skips the divider: reading needs no stop there.
        Signals.connect(focus, "leave") { [weak self] in
            if let self { gtk_widget_set_focusable(self.line.widget, 0) }
        }
        gtk_widget_add_controller(line.widget, focus.opaque)
    }

    private func handleKey(_ press: KeyPress) -> Bool {
        guard !press.hasCommandModifier else { return false }
        let widening = isMirrored ? GDK_KEY_Left : GDK_KEY_Right
        if press.isKey(GDK_KEY_Left, GDK_KEY_Right) {
            // The last step may not be laid out yet.
            move(to: (wantedWidth ?? width) + (press.isKey(widening) ? Self.step : -Self.step))
        } else if press.isKey(GDK_KEY_Home, GDK_KEY_End) {
            move(to: press.isKey(GDK_KEY_Home) ? 0 : gtk_widget_get_width(split.widget))
        } else if press.isKey(GDK_KEY_Escape) {
            move(to: originalWidth)
            returnFocus()
        } else if press.isKey(GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space) {
            returnFocus()
        } else {
            return false
        }
        return true
    }
}
