import CStargazer
import GtkBridge

/// The toasts of one speaker: a newer one takes the place of the one before, instead of waiting until it is gone.
@MainActor final class ReplaceableToast {
    private let toasts: ToastPresenter
    private var toast: Toast?

    init(_ toasts: ToastPresenter) { self.toasts = toasts }

    func show(_ text: String) {
        dismiss()
        let new = toasts.show(text)
        toast = new
        new.dismissed = { [weak self, weak new] in
            if self?.toast === new { self?.toast = nil }
        }
    }

    /// What was said is no longer true.
    func dismiss() {
        toast?.dismiss()
        toast = nil
    }
}
