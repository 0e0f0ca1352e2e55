import CStargazer
import GtkBridge
import StargazerCore

/// Bringing in the account's stars, as far as the window has to do with it.
extension MainWindow {
    func connectStarImport() {
        starImportBar?.help = { [weak self] help in
            guard let self else { return }
            if help == .tryAgain { return self.importStars() }
            _ = gtk_widget_activate_action_variant(self.root.widget, "win.sign-in", nil)
        }
    }

    /// Stars can be brought in while they are not coming already; who is no longer signed in gets no more of them.
    func observeAccount(enabling action: Handle) {
        observations.append(
            Observe { [weak model] in
                let login = model?.app.signedInLogin
                Actions.setEnabled(action, model?.app.starsImport?.isRunning == false)
                model?.app.starsImport?.setLogin(login)
            })
    }

    /// Nobody's stars can be asked for: who is not signed in gets to where they can be.
    func importStars() {
        guard let login = model.app.signedInLogin else { return showPreferences(.account) }
        model.app.starsImport?.start(login: login)
    }
}
