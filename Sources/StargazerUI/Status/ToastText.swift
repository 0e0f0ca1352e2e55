import GtkBridge

/// The words of every toast.
enum ToastText {
    static var close: String { tr("Close") }
}
