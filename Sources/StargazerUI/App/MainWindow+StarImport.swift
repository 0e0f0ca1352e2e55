import CStargazer
import GtkBridge
import StargazerCore

/// The import of the account's stars, in the window.
extension MainWindow {
    func connectStarImport() {
        starImportBar?.help = { [weak self] help in
            guard let self else { return }
            if help == .tryAgain { return self.importStars() }
            Actions.activate("win.sign-in", from: self.root)
        }
    }

    /// Enables the action while no import is running, and notifies the import when the account changes.
    func observeAccount(enabling action: Handle) {
        observations.append(
            Observe { [weak model] in
                let login = model?.app.signedInLogin
                Actions.setEnabled(action, model?.app.starsImport?.isRunning == false)
                model?.app.starsImport?.setLogin(login)
            })
    }

    /// Starts the import, or opens the account preferences when signed out.
    func importStars() {
        guard let login = model.app.signedInLogin else { return showPreferences(.account) }
        model.app.starsImport?.start(login: login)
    }
}
