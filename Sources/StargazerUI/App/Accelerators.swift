import CStargazer
package import GtkBridge
package import StargazerLibrary

/// The keyboard shortcuts of the shortcuts window, of the actions, and of the manual page (`make manual`).
@MainActor package enum Accelerators {
    struct Section {
        let title: String
        let shortcuts: [Shortcut]
    }

    struct Shortcut {
        let title: String
        /// Key combinations of which each does the same, or what the title says in this order.
        let keys: [String]
        /// The action that gets the keys as accelerators. Nil for keys that a widget handles, for those of the catalogs,
        /// and for another use of an action that is listed above.
        let action: String?

        init(_ title: String, _ keys: String..., action: String? = nil) {
            (self.title, self.keys, self.action) = (title, keys, action)
        }
    }

    static var sections: [Section] {
        typealias Text = ShortcutsText
        return [
            Section(
                title: Text.searchSection,
                shortcuts: [
                    Shortcut(Text.search, "<Primary>f", action: "win.focus-entry"),
                    Shortcut(Text.searchNow, "Return"),
                    Shortcut(Text.goToResults, "Down"),
                    Shortcut(Text.returnToEntry, "Up"),
                    Shortcut(Text.clearEntry, "Escape"),
                    Shortcut(Text.suggestions, "<Primary>space"),
                    Shortcut(Text.chooseSuggestion, "Tab"),
                    Shortcut(Text.findInText, "<Primary>f"),
                    Shortcut(Text.nextOrPreviousMatch, "Return", "<Shift>Return"),
                    Shortcut(Text.saveSearch, "<Primary>s", action: "win.save"),
                    Shortcut(Text.refresh, "F5", "<Primary>r", action: "win.refresh"),
                ]),
            Section(
                title: Text.selectedItemSection,
                shortcuts: [
                    Shortcut(Text.showDetails, "Return"),
                    Shortcut(Text.toggleFavorite, "<Primary>d", action: "win.toggle-favorite"),
                    Shortcut(Text.editTags, "<Primary>t", action: "win.edit-tags"),
                    Shortcut(Text.editNote, "<Primary>e", action: "win.edit-note"),
                    Shortcut(Text.focusStar, "Tab"),
                    Shortcut(Text.pressStar, "space"),
                    Shortcut(Text.openInBrowser, "<Primary>Return", "<Primary>KP_Enter", action: "win.open-in-browser"),
                    Shortcut(Text.copyLink, "<Primary><Shift>c", action: "win.copy-link"),
                    Shortcut(Text.copyPicture, "<Primary>c"),
                    Shortcut(Text.fullScreen, "F11", action: "win.full-screen"),
                    Shortcut(Text.toggleInformation, "<Primary>i", action: "win.toggle-information"),
                    Shortcut(Text.savePicture, "<Primary>s"),
                    Shortcut(Text.zoom, "plus", "minus", "0"),
                    Shortcut(Text.playOrPause, "space"),
                    Shortcut(Text.previousOrNextPicture, "Left", "Right"),
                    Shortcut(Text.showMenu, "Menu", "<Shift>F10"),
                ]),
            Section(
                title: Text.selectionSection,
                shortcuts: [
                    Shortcut(Text.selectAll, "<Primary>a"),
                    Shortcut(Text.extendSelection, "<Shift>Down"),
                    Shortcut(Text.toggleRow, "<Primary>space"),
                    Shortcut(Text.removeFromFavorites, "Delete"),
                ]),
            Section(
                title: Text.goToSection,
                shortcuts: [
                    Shortcut(Text.searchView, "<Primary>1", action: "win.show-search"),
                    Shortcut(Text.searchRepositories, "<Alt>1"),
                    Shortcut(Text.searchPeople, "<Alt>2"),
                    Shortcut(Text.searchGIFs, "<Alt>3"),
                    Shortcut(Text.searchPhotos, "<Alt>4"),
                    Shortcut(Text.allFavorites, "<Primary>2", action: "win.show-source::favorites"),
                    Shortcut(Text.filter, "<Primary><Shift>f", action: "win.filter"),
                    Shortcut(Text.goToSource, "<Primary>k", action: "win.go-to"),
                    Shortcut(Text.nextPane, "F6", action: "win.next-pane"),
                    Shortcut(Text.previousPane, "<Shift>F6", action: "win.previous-pane"),
                    Shortcut(Text.nextControl, "Tab"),
                    Shortcut(Text.previousControl, "<Shift>Tab"),
                    Shortcut(Text.back, "<Alt>Left", "Escape"),
                ]),
            Section(
                title: Text.generalSection,
                shortcuts: [
                    Shortcut(Text.mainMenu, "F10"),
                    Shortcut(Text.toggleSidebar, "F9", action: "win.toggle-sidebar"),
                    Shortcut(Text.rename, "F2"),
                    Shortcut(Text.delete, "Delete"),
                    Shortcut(Text.resizeList, "F8", action: "win.move-divider"),
                    Shortcut(Text.undo, "<Primary>z"),
                    Shortcut(Text.redo, "<Primary><Shift>z"),
                    Shortcut(Text.preferences, "<Primary>comma", action: "win.preferences"),
                    Shortcut(Text.title, "<Primary>question", action: "win.show-help-overlay"),
                    Shortcut(Text.closeWindow, "<Primary>w", action: "window.close"),
                    Shortcut(Text.quit, "<Primary>q", action: "app.quit"),
                ]),
        ]
    }

    /// - Parameter catalogs: selected by Alt and their number, in this order.
    package static func set(catalogs: [CatalogKind], on application: Handle) {
        for shortcut in sections.flatMap(\.shortcuts) {
            if let action = shortcut.action { set(action, shortcut.keys, on: application) }
        }
        for (number, kind) in catalogs.prefix(9).enumerated() {
            let keys = ["<Alt>\(number + 1)"]
            set("win.show-source::\(ListSource.search(kind).text)", keys, on: application)
        }
    }

    private static func set(_ action: String, _ keys: [String], on application: Handle) {
        var list: [UnsafeMutablePointer<CChar>?] = keys.map { g_strdup($0) } + [nil]
        defer { list.forEach { g_free($0) } }
        list.withUnsafeMutableBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) { keys in
                gtk_application_set_accels_for_action(application.cast(), action, keys.baseAddress)
            }
        }
    }
}
