import CStargazer
package import GtkBridge

/// A page of the preferences: its root is an AdwPreferencesPage, which the window shows. The window owns the page.
@MainActor protocol PreferencesPage: AnyObject {
    var root: Handle { get }
}

/// The preferences: made anew each time they are opened, gone when they are closed. What they show is kept elsewhere.
@MainActor package final class PreferencesWindow {
    /// The pages by the names that their descriptions give them.
    package enum Page: String {
        case account
        case search
    }

    package let root: Handle
    private let pages: [any PreferencesPage]
    private let account: AccountPage?

    /// Makes the window over another, which it blocks. It is owned by GTK until it is closed, and shows itself in `show`.
    package init(over window: Handle, model: WindowModel, pictures: PictureStore) {
        let ui = UIBuilder(PackageResources.PreferencesWindow_ui, domain: Gettext.domain)
        root = ui["window"]
        account = model.account.map { AccountPage(model: $0, pictures: pictures) }
        let search = SearchPreferencesPage(model: model)
        // In the order they are shown.
        pages = ([account, search] as [(any PreferencesPage)?]).compactMap(\.self)
        for page in pages { adw_preferences_window_add(root.cast(), page.root.cast()) }
        gtk_window_set_transient_for(root.cast(), window.cast())
        WidgetOwner.attach(self, to: root)
        account?.say = { [weak self] text in self?.say(text) }
    }

    /// - Parameter page: nil for the one that shows, which is the first when the window is new.
    package func show(_ page: Page? = nil) {
        if let page { adw_preferences_window_set_visible_page_name(root.cast(), page.rawValue) }
        gtk_window_present(root.cast())
        if page == .account { account?.focusEntry() }
    }

    func say(_ text: String) {
        // The window takes the reference that the toast was made with.
        adw_preferences_window_add_toast(root.cast(), adw_toast_new(Markup.escape(text)))
    }
}
