import CStargazer
import GtkBridge
import StargazerCore

/// The page about searching: its behavior, the history, and pictures in documents.
@MainActor final class SearchPreferencesPage: PreferencesPage {
    let root: Handle
    private let model: PreferencesViewModel
    private let typing: Handle
    private let savedSearches: Handle
    private let animations: Handle
    private let documentPictures: Handle
    private let history: Handle
    private let clearRow: Handle
    private let clear: Handle
    private let toasts: ToastPresenter
    private let catalogs: [CatalogPreferencesGroup]
    private let pictures: CacheGroup?
    private let downloads: DocumentPreferencesGroup?
    private let copies: LibraryCopiesGroup?
    private var observations: [Observe] = []

    /// - Parameters:
    ///   - isSample: nothing is saved when the window closes.
    ///   - catalogs: the groups of the catalogs, in order.
    ///   - documents: the downloaded documents; nil where there are none.
    ///   - pictures: the group of the cache; nil when nothing is cached on disk.
    ///   - copies: the group of the library's copies; nil when there are none.
    init(
        model: PreferencesViewModel, isSample: Bool, toasts: ToastPresenter, catalogs: [CatalogPreferencesGroup],
        documents: StoredDocumentsViewModel?, pictures: CacheGroup?, copies: LibraryCopiesGroup?
    ) {
        self.model = model
        self.catalogs = catalogs
        self.toasts = toasts
        self.pictures = pictures
        self.copies = copies
        let ui = UIBuilder(PackageResources.SearchPreferencesPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        root.setScrollPaneName(adw_preferences_page_get_title(root.cast()).map { String(cString: $0) } ?? "")
        typing = ui["typing"]
        savedSearches = ui["saved-searches"]
        animations = ui["animations"]
        documentPictures = ui["document-pictures"]
        history = ui["history"]
        clearRow = ui["clear-row"]
        clear = ui["clear"]
        clear.setAccessibleName(PreferencesText.clearHistory)
        downloads = documents.map { DocumentPreferencesGroup(ui, model: $0) }
        adw_action_row_set_subtitle(ui["history-row"].cast(), PreferencesText.historyNote(isSample: isSample))
        // libadwaita names the rows' activatable widgets after the rows.
        let groups =
            catalogs.map(\.root)
            + [
                ui["animations-group"], ui["documents-group"],
                downloads == nil ? nil : ui["downloads-group"], ui["history-group"],
                pictures?.root, copies?.root,
            ].compactMap(\.self)
        for group in groups { adw_preferences_page_add(root.cast(), group.cast()) }
        connect()
        observations = [
            Observe { [weak self] in self?.paint() },
            Observe { [weak self] in self?.showHistoryResult() },
        ]
    }

    private func connect() {
        Signals.connect(typing, "notify::active") { [weak self] in
            guard let self else { return }
            self.model.searchWhileTyping(gtk_switch_get_active(self.typing.opaque) != 0)
            self.paint()
        }
        Signals.connect(savedSearches, "notify::active") { [weak self] in
            guard let self else { return }
            self.model.refreshSavedSearches(gtk_switch_get_active(self.savedSearches.opaque) != 0)
            self.paint()
        }
        Signals.connect(animations, "notify::active") { [weak self] in
            guard let self else { return }
            self.model.playAnimations(gtk_switch_get_active(self.animations.opaque) != 0)
            self.paint()
        }
        Signals.connect(documentPictures, "notify::active") { [weak self] in
            guard let self else { return }
            self.model.loadDocumentPictures(gtk_switch_get_active(self.documentPictures.opaque) != 0)
            self.paint()
        }
        Signals.connect(history, "notify::active") { [weak self] in
            guard let self else { return }
            self.model.setSavesHistory(gtk_switch_get_active(self.history.opaque) != 0)
            self.paint()
        }
        Signals.connect(clear, "clicked") { [weak self] in self?.model.clearHistory() }
    }

    private func paint() {
        gtk_switch_set_active(typing.opaque, model.preferences.searchesWhileTyping ? 1 : 0)
        gtk_switch_set_active(savedSearches.opaque, model.preferences.refreshesSavedSearches ? 1 : 0)
        gtk_switch_set_active(animations.opaque, model.preferences.playsAnimations ? 1 : 0)
        gtk_switch_set_active(documentPictures.opaque, model.preferences.loadsDocumentPictures ? 1 : 0)
        gtk_switch_set_active(history.opaque, model.preferences.savesHistory ? 1 : 0)
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
