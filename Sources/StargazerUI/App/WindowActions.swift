import CStargazer
import Foundation
import GtkBridge
import Observation
import StargazerCore
import StargazerLibrary

/// The window's actions, which accelerators and menus refer to. The keys are in `Accelerators`.
@MainActor enum WindowActions {
    static func add(to window: MainWindow) {
        func action(_ name: String, _ run: @escaping @MainActor (MainWindow) -> Void) {
            Actions.add(name, to: window.root) { [weak window] in
                if let window { run(window) }
            }
        }
        action("focus-entry") { $0.focusEntry() }
        action("filter") { $0.filter() }
        action("show-search") { $0.show(.search($0.model.catalog)) }
        Actions.addCommand("show-source", to: window.root) { [weak window] text in
            if let source = ListSource(text: text) { window?.show(source) }
        }
        action("go-to") { $0.showGoTo() }
        action("toggle-sidebar") { $0.sidebarFlap?.toggle() }
        action("next-pane") { $0.focusNextPane(1) }
        action("previous-pane") { $0.focusNextPane(-1) }
        action("refresh") { $0.refresh() }
        if window.model.app.starsImport != nil {
            window.enableWhileNoImportRuns(
                Actions.add("bring-stars", to: window.root) { [weak window] in window?.bringStars() })
        }
        action("mark-updates-seen") { $0.model.favorites.markUpdatesSeen() }
        action("show-profile") { window in
            guard let profile = window.model.app.account?.profile else { return }
            window.open(profile)
            // When the menu has given the focus back, and the page has a heading.
            AfterPaint.run(on: window.root) { [weak window] in window?.detailsPane.focusHeading() }
            gtk_widget_queue_draw(window.root.widget)
        }
        action("show-own-stars") { window in
            window.show(.favorites(.all))
            window.model.favorites.edit("is:starred", searches: true)
        }
        action("show-own-changes") { $0.showOwnChanges() }
        action("sign-out") { $0.model.app.account?.signOut() }
        action("export-favorites") { $0.favoritesFileDialogs.exportFavorites() }
        action("import-favorites") { $0.favoritesFileDialogs.importFavorites() }
        action("say-no-browser") { $0.showFeedback(AppText.noBrowser) }
        action("move-divider") { $0.divider?.focus() }
        action("preferences") { $0.showPreferences() }
        action("sign-in") { $0.showPreferences(.account) }
        Actions.addCommand("enter-key", to: window.root) { [weak window] kind in
            window?.enterKey(of: CatalogKind(rawValue: kind))
        }
        action("show-help-overlay") { ShortcutsWindow.show(over: $0.root) }
        Actions.addCommand("search-for", to: window.root) { [weak window] in window?.search(adding: $0) }
        action("go-back") { $0.goBack() }
        action("show-details") { $0.showDetails() }
        Actions.addCommand("go-back-to", to: window.root) { [weak window] depth in
            if let depth = Int(depth) { window?.goBack(to: depth) }
        }
        action("show-previous") { $0.showNeighbor(-1) }
        action("show-next") { $0.showNeighbor(1) }
        action("toggle-star-on-server") { $0.model.toggleStarOnServer() }
        action("show-changes") { $0.goToChanges() }
        action("compare") { $0.goToComparison() }
        action("toggle-follow") { $0.model.toggleFollow() }
        Actions.addCommand("copy-address", to: window.root) { [weak window] name in
            let kind = ItemLink.Kind(rawValue: name)
            guard let window, let item = window.model.current else { return }
            guard let words = CatalogPresentations.registered[item.id.catalog].copying(kind) else { return }
            window.copy(window.model.link(kind)?.absoluteString, saying: words.done)
        }
        window.addPictureActions()
        window.addSavedSearchActions()
        action("edit-tags") { $0.editTags() }
        action("edit-note") { $0.editNote() }
        action("leave-note") { if !$0.returnToRow() { $0.detailsPane.focusHeading() } }
        let ofItem = ["toggle-favorite", "open-in-browser", "copy-link"]
        action(ofItem[0]) { window in
            if !window.runOnSelection(.toggleSelection) { window.model.toggleFavorite() }
        }
        action(ofItem[1]) { window in
            // Ctrl+Enter ends a note.
            if window.isWritingNote { return window.detailsPane.focusHeading() }
            if !window.runOnSelection(.openSelection) { window.openInBrowser() }
        }
        action(ofItem[2]) { window in
            guard !window.runOnSelection(.copySelectedLinks) else { return }
            window.copy(window.model.current?.webURL?.absoluteString, saying: AppText.linkCopied)
        }
    }
}

extension MainWindow {
    /// Runs an action on the selected rows of the list, unless a key was meant for the details.
    /// - Returns: whether several rows are selected.
    func runOnSelection(_ action: ItemActions.ListAction) -> Bool {
        (!isInDetailsPane || model.showsSelectionSummary) && list.runOnSelection(action)
    }

    func enableWhileNoImportRuns(_ action: Handle) {
        observations.append(
            Observe { [weak model] in Actions.setEnabled(action, model?.app.starsImport?.isRunning == false) })
    }

    /// Reloads the visible content and the pictures that failed (F5).
    func refresh() {
        pictures.failures.retryAll()
        if showsDetailsAlone || (isInDetailsPane && detailsPane.top is RelationPage) {
            model.navigation.top.refresh()
        } else {
            model.refreshList()
            start?.refresh()
            if model.listSource.isFavorites { model.app.starUpdater?.refresh() }
        }
    }

    /// Opens the preferences, or presents them when they are open.
    /// - Parameter page: the page to show; nil for the current page.
    package func showPreferences(_ page: PreferencesWindow.Page? = nil) {
        if let preferences { return preferences.show(page) }
        let preferences = PreferencesWindow(
            over: root, model: model.app, pictures: pictures)
        self.preferences = preferences
        Signals.connect(preferences.root, "destroy") { [weak self] in self?.preferences = nil }
        preferences.show(page)
    }

    /// Opens the window that goes to a source or a favorite.
    func showGoTo() {
        let commands = GoToViewModel.Command.allCases.filter { $0 != .bringStars || model.app.offersStars }
        let goTo = GoToViewModel(
            model, commands: commands.map { ($0, SidebarText.name(of: $0)) }, name: { ListDefinition.of($0).title })
        GoToWindow.show(over: root, model: goTo) { [weak self] result in
            switch result {
            case .source(let source): self?.show(source)
            case .savedSearch(let id, _): self?.show(.savedSearch(id))
            case .favorite(let item): goTo.item(for: item.id).map { self?.open($0) }
            case .command(.bringStars): self?.bringStars()
            case .command(.importFile): self?.favoritesFileDialogs.importFavorites()
            }
        }
    }

    /// Asks whose stars to bring, and shows the favorites when they begin to come.
    func bringStars() {
        guard let stars = model.app.starsImport else { return }
        BringStarsWindow.show(
            over: root, model: BringStarsViewModel(stars), updater: model.app.starUpdater, pictures: pictures
        ) { [weak self] in self?.show(.favorites(.all)) }
    }

    /// Opens the account's own page, and the changes of its followers as soon as the account is known.
    func showOwnChanges() {
        guard let profile = model.app.account?.profile else { return }
        open(profile)
        Task { [weak self, navigation = model.navigation] in
            for await item in Observations({ navigation.first.item }) where item != nil {
                self?.goToChanges()
                break
            }
        }
    }

    /// Focuses the filter of the list in the details pane, or of the loaded results; the entry without results.
    func filter() {
        if isInDetailsPane, let entry = detailsPane.top.filterEntry { return entry.focus() }
        if showsDetailsAlone { returnFromDetails() }
        if !page.content.beginFilter() { focusEntry() }
    }

    func copy(_ text: String?, saying done: String) {
        guard let text else { return }
        gdk_clipboard_set_text(gtk_widget_get_clipboard(root.widget), text)
        showFeedback(done)
    }
}
