import GtkBridge

/// The texts of all toasts.
enum ToastText {
    static var close: String { tr("Close") }
}
