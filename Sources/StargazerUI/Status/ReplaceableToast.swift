import CStargazer
import GtkBridge

/// A source of toasts: a new toast replaces its previous one instead of waiting for it.
@MainActor final class ReplaceableToast {
    private let toasts: ToastPresenter
    private var toast: Toast?

    init(_ toasts: ToastPresenter) { self.toasts = toasts }

    func show(_ text: String, button: String? = nil, action: (@MainActor () -> Void)? = nil) {
        dismiss()
        let new = toasts.show(text, button: button, action: action)
        toast = new
        new.dismissed = { [weak self, weak new] in
            if self?.toast === new { self?.toast = nil }
        }
    }

    /// Dismisses the toast because it is no longer true.
    func dismiss() {
        toast?.dismiss()
        toast = nil
    }
}
