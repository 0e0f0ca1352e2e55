import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// The window's actions, which keys and menus name. The keys themselves are in `Accelerators`.
@MainActor enum WindowActions {
    static func add(to window: MainWindow) {
        func action(_ name: String, _ run: @escaping @MainActor (MainWindow) -> Void) {
            Actions.add(name, to: window.root) { [weak window] in
                if let window { run(window) }
            }
        }
        action("focus-search") { window in
            window.show(view: "search")
        }
        action("filter") { $0.filter() }
        action("show-search") { $0.show(view: "search") }
        action("show-favorites") { $0.show(view: "favorites") }
        action("refresh") { $0.refresh() }
        let bringStarsIn = Actions.add("bring-stars-in", to: window.root) { [weak window] in window?.bringStarsIn() }
        window.followAccount(enabling: bringStarsIn)
        action("export-favorites") { $0.files.exportFavorites() }
        action("import-favorites") { $0.files.importFavorites() }
        action("say-no-browser") { $0.say(AppText.noBrowser) }
        action("preferences") { $0.showPreferences() }
        action("sign-in") { $0.showPreferences(.account) }
        action("show-help-overlay") { ShortcutsWindow.show(over: $0.root) }
        action("show-details") { window in
            if let id = window.list.selectedID { window.open(id) }
        }
        action("toggle-star-on-server") { $0.model.details.toggleStarOnServer() }
        let ofItem = ["toggle-favorite", "open-in-browser", "copy-link", "copy-clone-address"]
        action(ofItem[0]) { $0.model.details.toggleFavorite() }
        action(ofItem[1]) { $0.openInBrowser() }
        action(ofItem[2]) { $0.copy($0.model.details.item?.webURL?.absoluteString, saying: AppText.linkCopied) }
        action(ofItem[3]) {
            $0.copy($0.model.details.item?.repository?.cloneURL?.absoluteString, saying: AppText.cloneAddressCopied)
        }
    }
}

extension MainWindow {
    /// F5: what is looked at is asked for again.
    func refresh() {
        if showsDetailsAlone {
            model.details.refresh()
        } else if showsFavorites {
            model.favorites.refresh()
        } else {
            model.search.refresh()
        }
    }

    /// Opens the preferences, or raises them when they are open.
    /// - Parameter page: the page to show, nil for whichever does.
    package func showPreferences(_ page: PreferencesWindow.Page? = nil) {
        if let preferences { return preferences.show(page) }
        let preferences = PreferencesWindow(over: root, model: model, pictures: pictures)
        self.preferences = preferences
        Signals.connect(preferences.root, "destroy") { [weak self] in self?.preferences = nil }
        preferences.show(page)
    }

    /// The filter is the entry of the favorites.
    func filter() {
        if !showsFavorites { show(view: "favorites") }
        favorites.entry.focus()
    }

    func copy(_ text: String?, saying done: String) {
        guard let text else { return }
        gdk_clipboard_set_text(gtk_widget_get_clipboard(root.widget), text)
        say(done)
    }
}
