import CStargazer
import GtkBridge

/// Short messages over a window, with what can be done about them. What is longer than a line wraps, which a toast's
/// own title does not.
@MainActor struct Toasts {
    /// An AdwToastOverlay, which lives at least as long as who speaks through this.
    let overlay: Handle

    /// - Parameter isUrgent: goes before a toast that is shown already.
    /// - Returns: the toast, borrowed from the overlay.
    @discardableResult
    func say(
        _ text: String, button: String? = nil, isUrgent: Bool = false, action: (@MainActor () -> Void)? = nil
    ) -> Handle {
        let toast = Handle(adw_toast_new(Markup.escape(text)))
        let room = charactersInRoom(besides: button)
        // Too little beside the button: it goes under the text.
        let isStacked = button != nil && room < Self.fewest
        if isStacked || text.count > room {
            adw_toast_set_custom_title(
                toast.opaque,
                wrapped(
                    text, in: isStacked ? charactersInRoom(besides: nil) : room, under: isStacked ? button : nil,
                    dismissing: toast, action: action
                ).widget)
        }
        if let button, let action, !isStacked {
            adw_toast_set_button_label(toast.opaque, button)
            Signals.connect(toast, "button-clicked", action)
        }
        if isUrgent { adw_toast_set_priority(toast.opaque, ADW_TOAST_PRIORITY_HIGH) }
        adw_toast_set_timeout(toast.opaque, button == nil ? max(3, guint(text.count / 12)) : 10)
        // The overlay takes the reference that the toast was made with.
        adw_toast_overlay_add_toast(overlay.opaque, toast.opaque)
        return toast
    }

    private func wrapped(
        _ text: String, in room: Int, under button: String?, dismissing toast: Handle, action: (@MainActor () -> Void)?
    ) -> Handle {
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        let label = Handle(gtk_label_new(text))
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label.opaque, 0)
        // The overlay takes the height for the widest form, so that must not be wider than there is room.
        gtk_label_set_max_width_chars(label.opaque, gint(room))
        label.setClass("heading", true)
        box.append(label)
        if let button, let action {
            let own = Handle(gtk_button_new_with_label(button))
            gtk_widget_set_halign(own.widget, GTK_ALIGN_START)
            box.append(own)
            Signals.connect(own, "clicked") {
                adw_toast_dismiss(toast.opaque)
                action()
            }
        }
        return box
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
