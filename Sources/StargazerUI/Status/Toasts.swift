import CStargazer
import Foundation
import GtkBridge

/// Short messages over a window, with what can be done about them.
@MainActor final class Toasts {
    /// An AdwToastOverlay, which lives at least as long as who speaks through this.
    let overlay: Handle
    /// Those that are shown or wait to be.
    private var said: [WeakToast] = []
    private weak var lastAnswer: Toast?

    private var followed: (surface: Handle, connection: UInt)?

    /// Seconds that each toast stays at least, for who needs more time than most: `STARGAZER_TOAST_SECONDS`.
    private static let least = ProcessInfo.processInfo.environment["STARGAZER_TOAST_SECONDS"].flatMap(guint.init) ?? 0

    private struct WeakToast {
        weak var toast: Toast?
    }

    init(overlay: Handle) {
        self.overlay = overlay
        Signals.connect(overlay, "realize") { [weak self] in self?.followSize() }
        // A surface outlives its window.
        Signals.connect(overlay, "unrealize") { [weak self] in self?.unfollowSize() }
    }

    /// - Parameter isUrgent: goes before a toast that is shown already.
    /// - Returns: the toast, which lives as long as it is shown or waits to be.
    @discardableResult
    func say(
        _ text: String, button: String? = nil, isUrgent: Bool = false, action: (@MainActor () -> Void)? = nil
    ) -> Toast {
        let toast = Toast(text, button: button, action: action)
        fit(toast)
        let object = toast.object
        if isUrgent { adw_toast_set_priority(object.opaque, ADW_TOAST_PRIORITY_HIGH) }
        adw_toast_set_timeout(object.opaque, max(button == nil ? max(3, guint(text.count / 12)) : 10, Self.least))
        // The overlay takes the reference over.
        adw_toast_overlay_add_toast(overlay.opaque, object.opaque)
        noteNewest(toast)
        return toast
    }

    /// Tells what was done, with a way back.
    @discardableResult
    func offerUndo(_ text: String, _ undo: @escaping @MainActor () -> Void) -> Toast {
        lastAnswer?.dismiss()
        let toast = say(text, button: AppText.undo, action: undo)
        toast.offersUndo = true
        return toast
    }

    /// Tells at once what became of what was just pressed, in place of what it told so before.
    func answer(_ text: String) {
        lastAnswer?.dismiss()
        lastAnswer = say(text, isUrgent: true)
    }

    /// What the newest toast tells of that can be taken back.
    /// - Returns: false when there is none.
    func undoLast() -> Bool {
        let undoable = said.compactMap(\.toast).last { $0.offersUndo && !$0.isPressed }
        undoable?.press()
        return undoable != nil
    }

    func noteNewest(_ toast: Toast) {
        said = said.filter { $0.toast != nil && $0.toast !== toast } + [WeakToast(toast: toast)]
    }

    /// The overlay gives a toast the height of its widest form, so each must be told how wide it can be.
    private func followSize() {
        guard let native = gtk_widget_get_native(overlay.widget), let surface = gtk_native_get_surface(native) else {
            return
        }
        let connection = Signals.connect(Handle(surface), "layout") { [weak self] (_: Int32, _: Int32) in
            // When all has its new size.
            Task { self?.said.compactMap(\.toast).forEach { self?.fit($0) } }
        }
        followed = (Handle(surface), connection)
    }

    private func unfollowSize() {
        if let (surface, connection) = followed { Signals.disconnect(surface, connection) }
        followed = nil
    }

    /// Characters that a line must hold to stand beside a button.
    private static let fewest = 26

    private func fit(_ toast: Toast) {
        let beside = charactersInRoom(besides: toast.buttonLabel)
        let isStacked = toast.buttonLabel != nil && beside < Self.fewest
        toast.fit(characters: isStacked ? charactersInRoom(besides: nil) : beside, isStacked: isStacked)
    }

    private func charactersInRoom(besides button: String?) -> Int {
        // The label reckons with the same: headings are bold, and digits may be wider than the rest.
        let context = gtk_widget_get_pango_context(overlay.widget)
        let bold = pango_font_description_copy(pango_context_get_font_description(context))
        pango_font_description_set_weight(bold, PANGO_WEIGHT_BOLD)
        let metrics = pango_context_get_metrics(context, bold, nil)
        let widths = [
            pango_font_metrics_get_approximate_char_width(metrics),
            pango_font_metrics_get_approximate_digit_width(metrics),
        ]
        pango_font_metrics_unref(metrics)
        pango_font_description_free(bold)
        let character = max(1, Double(widths.max() ?? 0) / Double(PANGO_SCALE))
        // Margins, paddings and the closing button; then the button with its own.
        let taken = 130 + (button.map { Double($0.count) * character + 36 } ?? 0)
        return max(12, Int((Double(gtk_widget_get_width(overlay.widget)) - taken) / character))
    }
}
