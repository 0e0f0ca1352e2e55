import CStargazer
import GtkBridge
import StargazerCore

/// Bringing in the account's stars, as far as the window has to do with it.
extension MainWindow {
    func connectStars() {
        starsBar?.help = { [weak self] help in
            guard let self else { return }
            if help == .tryAgain { return self.bringStarsIn() }
            _ = gtk_widget_activate_action_variant(self.root.widget, "win.sign-in", nil)
        }
        starsBar?.lostFocus = { [weak self] in self?.focusList() }
    }

    /// Stars can be brought in while somebody is signed in and they are not coming already; who is no longer signed in
    /// gets no more of them.
    func followAccount(enabling action: Handle) {
        observations.append(
            Observe { [weak model] in
                let login = model?.signedInLogin
                Actions.setEnabled(action, login != nil && model?.starsImport?.isRunning == false)
                model?.starsImport?.accountIs(login)
            })
    }

    func bringStarsIn() {
        if let login = model.signedInLogin { model.starsImport?.start(login: login) }
    }
}
