import CStargazer
import GtkBridge
import StargazerCore

/// The buttons of a failure, with the actions of its page and of the window.
@MainActor enum FailureActions {
    /// - Parameters:
    ///   - root: the page that shows the failure.
    ///   - editSearch: nil for a page without a search.
    static func buttons(
        of wording: FailureWording, from root: Handle, tryAgain: @escaping @MainActor () -> Void,
        editSearch: (@MainActor () -> Void)? = nil
    ) -> [StatusView.Action] {
        let offered = wording.actions.filter { $0 != .editSearch || editSearch != nil }
        return offered.enumerated().map { index, action in
            StatusView.Action(label: FailureText.label(of: action), isSuggested: index == 0) {
                switch action {
                case .tryAgain: tryAgain()
                case .editSearch: editSearch?()
                case .showFavorites:
                    _ = gtk_widget_activate_action_variant(
                        root.widget, "win.show-source", g_variant_new_string(ListSource.favorites(.all).text))
                case .signIn, .signInAgain, .openPreferences:
                    Actions.activate("win.sign-in", from: root)
                }
            }
        }
    }
}
