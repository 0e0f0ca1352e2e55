import CStargazer
import GtkBridge

/// Short messages over a window, with what can be done about them.
@MainActor struct Toasts {
    /// An AdwToastOverlay, which lives at least as long as who speaks through this.
    let overlay: Handle

    /// - Parameter isUrgent: goes before a toast that is shown already.
    /// - Returns: the toast, which lives as long as it is shown or waits to be.
    @discardableResult
    func say(
        _ text: String, button: String? = nil, isUrgent: Bool = false, action: (@MainActor () -> Void)? = nil
    ) -> Toast {
        let room = charactersInRoom(besides: button)
        // Too little beside the button: it goes under the text.
        let isStacked = button != nil && room < Self.fewest
        let toast = Toast(
            text, width: isStacked ? charactersInRoom(besides: nil) : room, stackedButton: isStacked ? button : nil,
            action: action)
        let object = toast.object
        if let button, let action, !isStacked {
            adw_toast_set_button_label(object.opaque, button)
            Signals.connect(object, "button-clicked", action)
        }
        if isUrgent { adw_toast_set_priority(object.opaque, ADW_TOAST_PRIORITY_HIGH) }
        adw_toast_set_timeout(object.opaque, button == nil ? max(3, guint(text.count / 12)) : 10)
        // The overlay takes the reference over.
        adw_toast_overlay_add_toast(overlay.opaque, object.opaque)
        return toast
    }

    /// Characters that a line must hold to stand beside a button.
    private static let fewest = 26

    private func charactersInRoom(besides button: String?) -> Int {
        let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(overlay.widget), nil, nil)
        // Headings are bold, and so a little wider.
        let character = max(1, Double(pango_font_metrics_get_approximate_char_width(metrics)) / 1024 * 1.15)
        pango_font_metrics_unref(metrics)
        // Margins, paddings and the closing button; then the button with its own.
        let taken = 130 + (button.map { Double($0.count) * character + 36 } ?? 0)
        return max(12, Int((Double(gtk_widget_get_width(overlay.widget)) - taken) / character))
    }
}
