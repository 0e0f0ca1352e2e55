import CStargazer
import GtkBridge

/// The toasts of one speaker: a newer one takes the place of the one before, instead of waiting until it is gone.
@MainActor final class SingleToast {
    private let toasts: Toasts
    private var toast: GObjectRef?

    init(_ toasts: Toasts) { self.toasts = toasts }

    func say(_ text: String) {
        withdraw()
        let new = toasts.say(text)
        toast = GObjectRef(retaining: new)
        Signals.connect(new, "dismissed") { [weak self] in
            if self?.toast?.handle == new { self?.toast = nil }
        }
    }

    /// What was said is no longer true.
    func withdraw() {
        let old = toast
        toast = nil
        if let old { adw_toast_dismiss(old.opaque) }
    }
}
