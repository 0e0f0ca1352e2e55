import CStargazer
import GtkBridge
import StargazerCore

/// What is said of the account across the window: a token that was refused, a key store that did not give one, and
/// stars that did not reach the server.
@MainActor final class AccountNotices {
    let banner = Banner(isWarning: true)
    private let model: AppModel
    private let window: Handle
    private let toasts: Toasts
    private weak var starToast: Toast?
    private var saidSerial: Int?
    private var saidKeyStore = false
    private weak var keyStoreToast: Toast?
    private var observations: [Observe] = []

    /// - Parameter window: owns this.
    init(model: AppModel, window: Handle, toasts: Toasts) {
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
            let signIn = StatusView.Action(label: FailureText.label(of: .signInAgain)) { [window] in
                Self.signIn(window)
            }
            banner.show(AccountText.refusedBanner, actions: [signIn])
        } else {
            banner.show(nil)
        }
        sayKeyStore(phase)
    }

    /// Once: who never had a token need not know of key stores.
    private func sayKeyStore(_ phase: AccountPhase?) {
        if case .signedIn = phase { keyStoreToast?.dismiss() }
        guard !saidKeyStore else { return }
        if phase == .locked {
            saidKeyStore = true
            keyStoreToast = toasts.say(AccountText.lockedToast, button: AccountText.unlock, isUrgent: true) {
                [weak model] in
                model?.account?.unlock()
            }
        } else if case .signedOut(let content) = phase, case .keyStoreFailed(let failure) = content.notice,
            failure != .noBus, failure != .noService
        {
            saidKeyStore = true
            keyStoreToast = toasts.say(
                AccountText.keyStoreToast, button: FailureText.label(of: .openPreferences), isUrgent: true
            ) { [window] in
                Self.signIn(window)
            }
        }
    }

    private func sayStarProblem() {
        guard let problem = model.stars?.problem, problem.serial != saidSerial else { return }
        saidSerial = problem.serial
        starToast?.dismiss()
        let help = StarText.action(problem)
        starToast = toasts.say(StarText.problem(problem), button: help?.label, isUrgent: true) { [weak model, window] in
            if help?.action == .tryAgain { model?.stars?.tryAgain(problem) } else { Self.signIn(window) }
        }
    }

    private static func signIn(_ window: Handle) {
        _ = gtk_widget_activate_action_variant(window.widget, "win.sign-in", nil)
    }
}
