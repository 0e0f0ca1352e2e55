import CStargazer
import GtkBridge
import StargazerCore

/// What is said of the account across the window: a token that was refused, a key store that did not give one, and
/// stars that did not reach the server.
@MainActor final class AccountNotices {
    let banner = Banner(isWarning: true)
    private let model: AppModel
    private let window: Handle
    private let toasts: ToastPresenter
    /// The last one for each kind of wish, and the problem it told of.
    private var mutationToasts: [ObjectIdentifier: (serial: Int, toast: () -> Toast?)] = [:]
    private var hasShownKeyringToast = false
    private weak var keyringToast: Toast?
    private var observations: [Observe] = []

    /// - Parameter window: owns this.
    init(model: AppModel, window: Handle, toasts: ToastPresenter) {
        self.model = model
        self.window = window
        self.toasts = toasts
        observations = [
            Observe { [weak self] in self?.paintPhase() },
            Observe { [weak self] in
                guard let self, let stars = self.model.stars, let problem = stars.problem else { return }
                self.showFailure(problem, StarText.problem(problem)) { [weak stars] in stars?.tryAgain(problem) }
            },
            Observe { [weak self] in
                guard let self, let follows = self.model.follows, let problem = follows.problem else { return }
                self.showFailure(problem, FollowText.problem(problem)) { [weak follows] in follows?.tryAgain(problem) }
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
        showKeyringToast(phase)
    }

    /// Once: who never had a token need not know of key stores.
    private func showKeyringToast(_ phase: AccountPhase?) {
        if case .signedIn = phase { keyringToast?.dismiss() }
        guard !hasShownKeyringToast else { return }
        if phase == .locked {
            hasShownKeyringToast = true
            keyringToast = toasts.show(AccountText.lockedToast, button: AccountText.unlock, isUrgent: true) {
                [weak model] in
                model?.account?.unlock()
            }
        } else if case .signedOut(let content) = phase, case .keyringFailed(let failure) = content.notice,
            failure != .noBus, failure != .noService
        {
            hasShownKeyringToast = true
            keyringToast = toasts.show(
                AccountText.keyringToast, button: FailureText.label(of: .openPreferences), isUrgent: true
            ) { [window] in
                Self.signIn(window)
            }
        }
    }

    /// Each once; a newer one takes the place of the last of its kind.
    private func showFailure<Mutation>(
        _ problem: MutationFailure<Mutation>, _ text: String, tryAgain: @escaping @MainActor () -> Void
    ) {
        let kind = ObjectIdentifier(Mutation.self)
        let last = mutationToasts[kind]
        guard last?.serial != problem.serial else { return }
        last?.toast()?.dismiss()
        let help = MutationFailureText.action(problem)
        let toast = toasts.show(text, button: help?.label, isUrgent: true) { [window] in
            if help?.action == .tryAgain { tryAgain() } else { Self.signIn(window) }
        }
        mutationToasts[kind] = (problem.serial, { [weak toast] in toast })
    }

    private static func signIn(_ window: Handle) {
        _ = gtk_widget_activate_action_variant(window.widget, "win.sign-in", nil)
    }
}
