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
    /// The last one for each kind of wish, and the problem it told of.
    private var wishToasts: [ObjectIdentifier: (serial: Int, toast: () -> Toast?)] = [:]
    private var saidKeyStore = false
    private weak var keyStoreToast: Toast?
    private var observations: [Observe] = []

    /// - Parameter window: owns this.
    init(model: AppModel, window: Handle, toasts: Toasts) {
        self.model = model
        self.window = window
        self.toasts = toasts
        observations = [
            Observe { [weak self] in self?.paintPhase() },
            Observe { [weak self] in
                guard let self, let stars = self.model.stars, let problem = stars.problem else { return }
                self.say(problem, StarText.problem(problem)) { [weak stars] in stars?.tryAgain(problem) }
            },
            Observe { [weak self] in
                guard let self, let follows = self.model.follows, let problem = follows.problem else { return }
                self.say(problem, FollowText.problem(problem)) { [weak follows] in follows?.tryAgain(problem) }
            },
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

    /// Each once; a newer one takes the place of the last of its kind.
    private func say<Wish>(_ problem: WishProblem<Wish>, _ text: String, tryAgain: @escaping @MainActor () -> Void) {
        let kind = ObjectIdentifier(Wish.self)
        let last = wishToasts[kind]
        guard last?.serial != problem.serial else { return }
        last?.toast()?.dismiss()
        let help = WishText.action(problem)
        let toast = toasts.say(text, button: help?.label, isUrgent: true) { [window] in
            if help?.action == .tryAgain { tryAgain() } else { Self.signIn(window) }
        }
        wishToasts[kind] = (problem.serial, { [weak toast] in toast })
    }

    private static func signIn(_ window: Handle) {
        _ = gtk_widget_activate_action_variant(window.widget, "win.sign-in", nil)
    }
}
