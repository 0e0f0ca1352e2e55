import CStargazer
import GtkBridge

/// The toasts of one speaker: a newer one takes the place of the one before, instead of waiting until it is gone.
@MainActor final class SingleToast {
    private let toasts: Toasts
    private var toast: Toast?

    init(_ toasts: Toasts) { self.toasts = toasts }

    func say(_ text: String) {
        withdraw()
        let new = toasts.say(text)
        toast = new
        new.gone = { [weak self, weak new] in
            if self?.toast === new { self?.toast = nil }
        }
    }

    /// What was said is no longer true.
    func withdraw() {
        toast?.dismiss()
        toast = nil
    }
}
