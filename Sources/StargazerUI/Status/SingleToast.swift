import CStargazer
import GtkBridge

/// The toasts of one speaker: a newer one takes the place of the one before, instead of waiting until it is gone.
@MainActor final class SingleToast {
    private let overlay: Handle
    private var toast: GObjectRef?

    /// - Parameter overlay: lives at least as long as this.
    init(over overlay: Handle) { self.overlay = overlay }

    func say(_ text: String) {
        withdraw()
        let new = Handle(adw_toast_new(Markup.escape(text)))
        adw_toast_set_timeout(new.opaque, 6)
        toast = GObjectRef(retaining: new)
        // The overlay takes the reference that the toast was made with.
        adw_toast_overlay_add_toast(overlay.opaque, new.opaque)
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
