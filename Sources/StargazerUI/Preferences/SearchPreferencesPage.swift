import CStargazer
import GtkBridge
import StargazerCore

/// The page about searching and its history.
@MainActor final class SearchPreferencesPage: PreferencesPage {
    let root: Handle
    private let model: PreferencesViewModel
    private let switches: [PreferenceSwitch]
    private let history: Handle
    private let clearRow: Handle
    private let clear: Handle
    private let toasts: ToastPresenter
    private var observations: [Observe] = []

    /// - Parameter isSample: nothing is saved when the window closes.
    init(model: PreferencesViewModel, isSample: Bool, toasts: ToastPresenter) {
        self.model = model
        self.toasts = toasts
        let ui = UIBuilder(PackageResources.SearchPreferencesPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        history = ui["history"]
        clearRow = ui["clear-row"]
        clear = ui["clear"]
        clear.setAccessibleName(PreferencesText.clearHistory)
        adw_action_row_set_subtitle(ui["history-row"].cast(), PreferencesText.historyNote(isSample: isSample))
        // libadwaita names the rows' activatable widgets after the rows.
        switches = [
            PreferenceSwitch(ui["typing"], of: model, \.searchesWhileTyping) { model.searchWhileTyping($0) },
            PreferenceSwitch(ui["saved-searches"], of: model, \.refreshesSavedSearches) {
                model.refreshSavedSearches($0)
            },
            PreferenceSwitch(history, of: model, \.savesHistory) { model.setSavesHistory($0) },
        ]
        Signals.connect(clear, "clicked") { [weak self] in self?.model.clearHistory() }
        observations = [
            Observe { [weak self] in self?.paintHistory() },
            Observe { [weak self] in self?.showHistoryResult() },
        ]
    }

    private func paintHistory() {
        adw_action_row_set_subtitle(
            clearRow.cast(), PreferencesText.historyCount(searches: model.historyCount, viewed: model.viewedCount))
        let isEmpty = model.historyCount + model.viewedCount == 0
        let losesFocus = isEmpty && gtk_widget_is_focus(clear.widget) != 0
        clear.setSensitive(!isEmpty)
        if losesFocus { history.grabFocus() }
    }

    private func showHistoryResult() {
        switch model.historyOutcome {
        case nil: break
        case .cleared(let searches, let viewed):
            toasts.offerUndo(PreferencesText.cleared(searches: searches, viewed: viewed)) { [weak model] in
                model?.undoClearHistory()
            }
        case .notCleared(let failure): toasts.show(LibraryText.toast(of: failure))
        }
    }
}
