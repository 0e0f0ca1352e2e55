import CStargazer
package import GtkBridge
package import StargazerCore
import StargazerLibrary

/// A page of the preferences. Its root is an AdwPreferencesPage. The window owns the page.
@MainActor protocol PreferencesPage: AnyObject {
    var root: Handle { get }
}

/// The preferences window. It is created each time it is opened, and its state is in the models. It is not an
/// AdwPreferencesWindow, because that of libadwaita 1.2 never releases the groups of its pages.
@MainActor package final class PreferencesWindow {
    /// The pages, by the names in their `.ui` files.
    package enum Page: String {
        case account
        case search
        case pictures
        case library
    }

    package let root: Handle
    private let stack: Handle
    private let pages: [any PreferencesPage]
    private let account: AccountPage?
    private let undoMessages: UndoMessages

    /// Creates the modal window over another; `show` presents it. GTK owns it until it is closed.
    package init(over window: Handle, model: AppModel, pictures: PictureStore) {
        let ui = UIBuilder(PackageResources.PreferencesWindow_ui, domain: Gettext.domain)
        // A message says what has happened; Escape ends the dialog under it.
        let toasts = ToastPresenter(overlay: ui["toasts"]) { [window = ui["window"]] in gtk_window_close(window.cast())
        }
        undoMessages = UndoMessages(undo: model.undo, toasts: toasts)
        root = ui["window"]
        stack = ui["pages"]
        let importStars: @MainActor () -> Void = { [root] in
            gtk_window_close(root.cast())
            Actions.activate("win.bring-stars", from: window)
        }
        account = model.account.map {
            AccountPage(
                model: $0, pages: model.tokenPages, pictures: pictures, toasts: toasts, stars: model.starsImport,
                importStars: importStars)
        }
        let preferences = PreferencesViewModel(current: model.preferences, histories: model.histories)
        let library = LibraryPreferencesPage(
            documents: model.storedDocuments,
            // Sample data is not copied.
            copies: model.isSample ? nil : LibraryCopiesGroup(model: LibraryCopiesViewModel(model), toasts: toasts),
            cache: model.cache.map(CacheGroup.init))
        // The order of the pages in the window.
        let ordered: [(any PreferencesPage)?] = [
            account, SearchPreferencesPage(model: preferences, isSample: model.isSample, toasts: toasts),
            PicturePreferencesPage(model: preferences, services: Self.services(of: model, root, over: window)), library,
        ]
        pages = ordered.compactMap(\.self)
        for page in pages.map(\.root) {
            page.setScrollPaneName(adw_preferences_page_get_title(page.cast()).map { String(cString: $0) } ?? "")
            _ = adw_view_stack_add_titled_with_icon(
                stack.opaque, page.widget, adw_preferences_page_get_name(page.cast()),
                adw_preferences_page_get_title(page.cast()), adw_preferences_page_get_icon_name(page.cast()))
        }
        adw_view_switcher_title_set_view_switcher_enabled(ui["switcher"].opaque, pages.count > 1 ? 1 : 0)
        SecondaryWindow.prepare(root, over: window)
        for (keys, step) in [("<Primary>z", model.undo.undo), ("<Primary><Shift>z", model.undo.redo)] {
            Keys.shortcut(keys, in: root, beforeChildren: false) { step() }
        }
        WidgetController.attach(self, to: root)
    }

    /// Returns the preferences of the services that have any.
    private static func services(of model: AppModel, _ root: Handle, over window: Handle) -> [ServicePreferenceRows] {
        model.catalogs.all.compactMap { catalog in
            let profile = catalog.profile
            return ServicePreferenceRows(
                model: CatalogPreferencesViewModel(current: model.preferences, catalog: profile),
                // Sample catalogs need no key.
                key: model.isSample || catalog.key == nil ? nil : model.keys[profile.kind], of: profile
            ) {
                gtk_window_close(root.cast())
                let kind = g_variant_new_string(profile.kind.rawValue)
                _ = gtk_widget_activate_action_variant(window.widget, "win.enter-key", kind)
            }
        }
    }

    /// - Parameter page: nil for the current page, which is the first in a new window.
    package func show(_ page: Page? = nil) {
        if let page { adw_view_stack_set_visible_child_name(stack.opaque, page.rawValue) }
        gtk_window_present(root.cast())
        if page == nil || page == .account { account?.focusFirst() }
    }
}

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
            PreferenceSwitch(ui["saved-searches"], of: model, \.refreshesSavedSearches) {
                model.refreshSavedSearches($0)
            },
            PreferenceSwitch(history, of: model, \.savesHistory) { model.setSavesHistory($0) },
        ]
        Signals.connect(clear, "clicked") { [weak self] in self?.model.clearHistory() }
        observations = [
            Observe { [weak self] in self?.paintHistory() },
            Observe { [weak self] in self?.showHistoryFailure() },
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

    private func showHistoryFailure() {
        if let failure = model.historyFailure { toasts.show(LibraryText.toast(of: failure)) }
    }
}

/// The page about pictures: playing GIFs, the services of pictures, and pictures in documents.
@MainActor final class PicturePreferencesPage: PreferencesPage {
    let root: Handle
    private let switches: [PreferenceSwitch]
    private let services: [ServicePreferenceRows]

    /// - Parameter services: those with preferences, in order.
    init(model: PreferencesViewModel, services: [ServicePreferenceRows]) {
        self.services = services
        let ui = UIBuilder(PackageResources.PicturePreferencesPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        switches = [
            PreferenceSwitch(ui["animations"], of: model, \.playsAnimations) { model.playAnimations($0) },
            PreferenceSwitch(ui["document-pictures"], of: model, \.loadsDocumentPictures) {
                model.loadDocumentPictures($0)
            },
            PreferenceSwitch(ui["document-animations"], of: model, \.playsDocumentAnimations) {
                model.playDocumentAnimations($0)
            },
        ]
        let group = ui["services-group"]
        for row in services.flatMap(\.rows) { adw_preferences_group_add(group.cast(), row.widget) }
        group.setVisible(!services.isEmpty)
    }
}

/// A switch of the preferences. It shows one of them and changes it.
@MainActor final class PreferenceSwitch {
    let root: Handle
    private let model: PreferencesViewModel
    private let value: KeyPath<Preferences, Bool>
    private var observation: Observe?

    /// - Parameter root: a GtkSwitch.
    init(
        _ root: Handle, of model: PreferencesViewModel, _ value: KeyPath<Preferences, Bool>,
        turn: @escaping @MainActor (Bool) -> Void
    ) {
        self.root = root
        self.model = model
        self.value = value
        Signals.connect(root, "notify::active") { [weak self] in
            guard let self else { return }
            turn(gtk_switch_get_active(self.root.opaque) != 0)
            self.paint()
        }
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() { gtk_switch_set_active(root.opaque, model.preferences[keyPath: value] ? 1 : 0) }
}
