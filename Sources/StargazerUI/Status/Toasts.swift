import CStargazer
import GtkBridge

/// Short messages over a window, with what can be done about them.
@MainActor struct Toasts {
    /// Shows a toast, and takes over the reference that it was made with.
    let add: @MainActor (_ toast: Handle) -> Void

    /// - Returns: the toast, borrowed from the window that shows it.
    @discardableResult
    func say(_ text: String, button: String? = nil, action: (@MainActor () -> Void)? = nil) -> Handle {
        let toast = Handle(adw_toast_new(Markup.escape(text)))
        if let button, let action {
            adw_toast_set_button_label(toast.opaque, button)
            adw_toast_set_timeout(toast.opaque, 8)
            Signals.connect(toast, "button-clicked", action)
        } else {
            adw_toast_set_timeout(toast.opaque, 3)
        }
        add(toast)
        return toast
    }
}
