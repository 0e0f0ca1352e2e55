import CStargazer
import GtkBridge
import StargazerCore

/// What is said of the account across the window: a token that was refused, a key store that did not give one, and
/// stars that did not reach the server.
@MainActor final class AccountNotices {
    let banner = Banner(isWarning: true)
    private let model: WindowModel
    private let window: Handle
    private let toasts: Handle
    private var starToast: GObjectRef?
    private var saidSerial: Int?
    private var saidKeyStore = false
    private var observations: [Observe] = []

    /// - Parameter window: owns this.
    init(model: WindowModel, window: Handle, toasts: Handle) {
        self.model = model
        self.window = window
        self.toasts = toasts
        observations = [
            Observe { [weak self] in self?.paintPhase() }, Observe { [weak self] in self?.sayStarProblem() },
        ]
    }

    private func paintPhase() {
        let phase = model.account?.phase
        if case .signedOut(let content) = phase, case .tokenRefused = content.notice {
            banner.show(AccountText.refusedBanner, button: FailureText.label(of: .signInAgain)) { [window] in
                Self.signIn(window)
            }
        } else {
            banner.show(nil)
        }
        sayKeyStore(phase)
    }

    /// Once: who never had a token need not know of key stores.
    private func sayKeyStore(_ phase: AccountPhase?) {
        guard !saidKeyStore else { return }
        if phase == .locked {
            saidKeyStore = true
            toast(AccountText.lockedToast, button: AccountText.unlock) { [weak model] in model?.account?.unlock() }
        } else if case .signedOut(let content) = phase, case .keyStoreFailed(let failure) = content.notice,
            failure != .noBus, failure != .noService
        {
            saidKeyStore = true
            toast(AccountText.keyStoreToast, button: FailureText.label(of: .openPreferences)) { [window] in
                Self.signIn(window)
            }
        }
    }

    private func sayStarProblem() {
        guard let problem = model.stars?.problem, problem.serial != saidSerial else { return }
        saidSerial = problem.serial
        if let starToast { adw_toast_dismiss(starToast.opaque) }
        let help = StarText.action(problem)
        let made = toast(StarText.problem(problem), button: help?.label) { [weak model, window] in
            if help?.action == .tryAgain { model?.stars?.tryAgain(problem) } else { Self.signIn(window) }
        }
        starToast = GObjectRef(retaining: made)
    }

    private static func signIn(_ window: Handle) {
        _ = gtk_widget_activate_action_variant(window.widget, "win.sign-in", nil)
    }

    /// These are whole sentences: they wrap, which a toast's own title does not. They go before what may be undone.
    @discardableResult
    private func toast(_ text: String, button: String?, _ action: @escaping @MainActor () -> Void) -> Handle {
        let toast = Handle(adw_toast_new(Markup.escape(text)))
        let title = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        let label = Handle(gtk_label_new(text))
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label.opaque, 0)
        label.setClass("heading", true)
        title.append(label)
        let room = charactersInRoom(besides: button)
        // Too little beside the button: it goes under the text.
        let isStacked = room < Self.fewest
        // The overlay takes the height for the widest form, so that must not be wider than there is room.
        gtk_label_set_max_width_chars(label.opaque, gint(isStacked ? charactersInRoom(besides: nil) : room))
        if let button, isStacked {
            let own = Handle(gtk_button_new_with_label(button))
            gtk_widget_set_halign(own.widget, GTK_ALIGN_START)
            title.append(own)
            Signals.connect(own, "clicked") {
                adw_toast_dismiss(toast.opaque)
                action()
            }
        } else if let button {
            adw_toast_set_button_label(toast.opaque, button)
            Signals.connect(toast, "button-clicked", action)
        }
        adw_toast_set_custom_title(toast.opaque, title.widget)
        adw_toast_set_priority(toast.opaque, ADW_TOAST_PRIORITY_HIGH)
        adw_toast_set_timeout(toast.opaque, 10)
        // The overlay takes the reference that the toast was made with.
        adw_toast_overlay_add_toast(toasts.opaque, toast.opaque)
        return toast
    }

    /// Characters that a line must hold to stand beside a button.
    private static let fewest = 26

    private func charactersInRoom(besides button: String?) -> Int {
        let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(toasts.widget), nil, nil)
        // Headings are bold, and so a little wider.
        let character = max(1, Double(pango_font_metrics_get_approximate_char_width(metrics)) / 1024 * 1.15)
        pango_font_metrics_unref(metrics)
        // Margins, paddings and the closing button; then the button with its own.
        let taken = 130 + (button.map { Double($0.count) * character + 36 } ?? 0)
        return max(12, Int((Double(gtk_widget_get_width(toasts.widget)) - taken) / character))
    }
}
