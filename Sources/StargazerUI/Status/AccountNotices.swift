import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Notices about a rejected token, a failure of the key store, and stars or follows that did not reach the server.
@MainActor final class AccountNotices {
    let banner = Banner(isWarning: true)
    private let model: AppModel
    private let window: Handle
    private let toasts: ToastPresenter
    /// The last toast for each kind of mutation, and the serial number of its failure.
    private var mutationToasts: [AccountMutation.Kind: (serial: Int, toast: () -> Toast?)] = [:]
    private var hasShownKeyringToast = false
    private weak var keyringToast: Toast?
    private var observations: [Observe] = []

    /// - Parameter window: the window, which owns this object.
    init(model: AppModel, window: Handle, toasts: ToastPresenter) {
        self.model = model
        self.window = window
        self.toasts = toasts
        // Another window has shown them.
        for problem in [model.stars?.problem, model.follows?.problem] {
            guard let problem, let kind = problem.mutations.first?.kind else { continue }
            mutationToasts[kind] = (problem.serial, { nil })
        }
        observations = [
            Observe { [weak self] in self?.paintPhase() },
            Observe { [weak self] in
                guard let self, let stars = self.model.stars, let problem = stars.problem else { return }
                let isFavorite = self.model.favoritesModel.contains(problem.mutations[0].item.id)
                self.showFailure(problem, StarText.problem(problem, isFavorite: isFavorite)) { [weak stars] in
                    stars?.tryAgain(problem)
                }
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

    /// Shows a failure of the key store once. A missing key store is no failure for users without a token.
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

    /// Shows each failure once. A newer one replaces the last toast of its kind.
    private func showFailure(
        _ problem: MutationFailure, _ text: String, tryAgain: @escaping @MainActor () -> Void
    ) {
        guard let kind = problem.mutations.first?.kind else { return }
        let last = mutationToasts[kind]
        guard last?.serial != problem.serial else { return }
        last?.toast()?.dismiss()
        let help = MutationFailureText.action(problem)
        let toast = toasts.show(text, button: help?.label, isUrgent: true) { [window] in
            if let help { FailureActions.run(help.action, from: window, tryAgain: tryAgain) }
        }
        mutationToasts[kind] = (problem.serial, { [weak toast] in toast })
    }

    private static func signIn(_ window: Handle) {
        Actions.activate("win.sign-in", from: window)
    }
}
