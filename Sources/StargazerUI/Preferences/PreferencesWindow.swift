import CStargazer
package import GtkBridge
package import StargazerCore

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
    }

    package let root: Handle
    private let stack: Handle
    private let pages: [any PreferencesPage]
    private let account: AccountPage?

    /// Creates the modal window over another; `show` presents it. GTK owns it until it is closed.
    package init(over window: Handle, model: AppModel, pictures: PictureStore) {
        let ui = UIBuilder(PackageResources.PreferencesWindow_ui, domain: Gettext.domain)
        let toasts = ToastPresenter(overlay: ui["toasts"])
        root = ui["window"]
        stack = ui["pages"]
        let importStars: @MainActor () -> Void = { [root] in
            gtk_window_close(root.cast())
            _ = gtk_widget_activate_action_variant(window.widget, "win.import-stars", nil)
        }
        account = model.account.map {
            AccountPage(
                model: $0, pages: model.tokenPages, pictures: pictures, toasts: toasts, stars: model.starsImport,
                importStars: importStars)
        }
        let catalogs = model.catalogs.all.compactMap { catalog in
            CatalogPreferencesGroup(
                model: CatalogPreferencesViewModel(current: model.preferences, catalog: catalog.profile),
                // Sample catalogs need no key.
                key: model.isSample || catalog.key == nil ? nil : model.keys[catalog.profile.kind],
                presentation: CatalogPresentations.registered[catalog.profile])
        }
        let search = SearchPreferencesPage(
            model: PreferencesViewModel(current: model.preferences, histories: model.histories),
            isSample: model.isSample, toasts: toasts, catalogs: catalogs,
            documents: model.storedDocuments, pictures: model.cache.map(CacheGroup.init),
            // Sample data is not copied.
            copies: model.isSample
                ? nil : LibraryCopiesGroup(model: LibraryCopiesViewModel(model), toasts: toasts))
        // The order of the pages in the window.
        pages = ([account, search] as [(any PreferencesPage)?]).compactMap(\.self)
        for page in pages.map(\.root) {
            _ = adw_view_stack_add_titled_with_icon(
                stack.opaque, page.widget, adw_preferences_page_get_name(page.cast()),
                adw_preferences_page_get_title(page.cast()), adw_preferences_page_get_icon_name(page.cast()))
        }
        adw_view_switcher_title_set_view_switcher_enabled(ui["switcher"].opaque, pages.count > 1 ? 1 : 0)
        SecondaryWindow.prepare(root, over: window)
        Keys.shortcut("<Primary>z", in: root) { [weak toasts] in toasts?.undoLast() ?? false }
        WidgetOwner.attach(self, to: root)
    }

    /// - Parameter page: nil for the current page, which is the first in a new window.
    package func show(_ page: Page? = nil) {
        if let page { adw_view_stack_set_visible_child_name(stack.opaque, page.rawValue) }
        gtk_window_present(root.cast())
        if page != .search { account?.focusFirst() }
    }
}
