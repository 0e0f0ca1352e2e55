import CStargazer
package import GtkBridge
package import StargazerCore

/// A page of the preferences: its root is an AdwPreferencesPage, which the window shows. The window owns the page.
@MainActor protocol PreferencesPage: AnyObject {
    var root: Handle { get }
}

/// The preferences: made anew each time they are opened, gone when they are closed. What they show is kept elsewhere.
/// It is put together here because an AdwPreferencesWindow of libadwaita 1.2 never lets go of its pages' groups.
@MainActor package final class PreferencesWindow {
    /// The pages by the names that their descriptions give them.
    package enum Page: String {
        case account
        case search
    }

    package let root: Handle
    private let stack: Handle
    private let pages: [any PreferencesPage]
    private let account: AccountPage?

    /// Makes the window over another, which it blocks. It is owned by GTK until it is closed, and shows itself in `show`.
    package init(over window: Handle, model: AppModel, pictures: PictureStore) {
        let ui = UIBuilder(PackageResources.PreferencesWindow_ui, domain: Gettext.domain)
        let toasts = ToastPresenter(overlay: ui["toasts"])
        root = ui["window"]
        stack = ui["pages"]
        let importStars: @MainActor () -> Void = { [root] in
            gtk_window_close(root.cast())
            _ = gtk_widget_activate_action_variant(window.widget, "win.bring-stars-in", nil)
        }
        account = model.account.map {
            AccountPage(
                model: $0, pages: model.tokenPages, pictures: pictures, toasts: toasts, stars: model.starsImport,
                importStars: importStars)
        }
        let catalogs = model.catalogs.all.map { catalog in
            CatalogPreferencesGroup(
                model: CatalogPreferencesViewModel(current: model.preferences, catalog: catalog.profile),
                // Sample data need none.
                key: model.isSample ? nil : model.keys[catalog.profile.kind],
                presentation: CatalogPresentations.registered[catalog.profile.kind])
        }
        let search = SearchPreferencesPage(
            model: PreferencesViewModel(current: model.preferences, histories: model.histories),
            isSample: model.isSample, toasts: toasts, catalogs: catalogs, pictures: model.cache.map(CacheGroup.init))
        // In the order they are shown.
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

    /// - Parameter page: nil for the one that shows, which is the first when the window is new.
    package func show(_ page: Page? = nil) {
        if let page { adw_view_stack_set_visible_child_name(stack.opaque, page.rawValue) }
        gtk_window_present(root.cast())
        if page != .search { account?.focusFirst() }
    }
}
