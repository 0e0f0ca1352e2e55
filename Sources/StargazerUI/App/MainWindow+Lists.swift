import CStargazer
import GtkBridge
import StargazerCore
package import StargazerLibrary

/// The lists of the window: which one shows, and the actions of their rows.
extension MainWindow {
    /// Shows a source and moves the focus to its entry, or to the row that was selected there.
    /// - Parameter isClick: whether a row of the sidebar was clicked. It keeps the focus, so that Delete means the row and
    ///   no favorite; if the sidebar covers the list, the entry gets the focus.
    package func show(_ source: ListSource, isClick: Bool = false) {
        showList(isClick: isClick) { $0.show(source) }
        if model.source != source, source.isSavedSearch { showFeedback(SavedSearchText.cannotOpen) }
    }

    /// Shows the list that a change of the model leads to, with the focus in it, or in the sidebar after a click there.
    func showList(isClick: Bool = false, _ change: @MainActor (WindowModel) -> Void) {
        lists.forEach { $0.closeMenu() }
        returnFromDetails()
        change(model)
        showPage()
        let staysInSidebar = isClick && sidebarFlap?.coversList == false
        sidebarFlap?.uncoverList()
        if staysInSidebar {
            keepFocusInSidebar()
        } else if model.listSource.isFavorites, !isClick {
            page.focusRows()
        } else {
            entry.focus()
        }
    }

    /// Adds words to the search and shows the results.
    func search(adding words: String) {
        model.search(adding: words)
        show(model.source)
        page.focusRows()
    }

    func showFavorites(_ query: FavoritesQuery) {
        model.showFavorites(query)
        show(model.source)
    }

    /// Returns the focus to the selected row of the sidebar after another list was shown, which does not take it later.
    func keepFocusInSidebar() {
        page.cancelPendingRow()
        sidebar.focus()
    }

    func showPage() {
        if pages.show(model.listSource) { connectPage() }
        updateUnfolding()
        // Keys act on the selected row of the visible list.
        if let id = list.selectedID { list.select(id) }
    }

    /// Shows the page of a source that has changed by itself. The focus stays in the entry of a search.
    func showChangedSource() {
        let hadFocus = page.root.hasFocusInside
        showPage()
        if hadFocus, !model.listSource.isFavorites { entry.focus() }
    }

    /// Shows the search of a kind on its service that requires a key, with the focus in the field for the key.
    func enterKey(of kind: CatalogKind) {
        guard let keyed = model.app.catalogs.sources(of: kind).first(where: { $0.key != nil }) else { return }
        show(.search(kind))
        model.chooseSource(keyed.profile.service)
        showPage()
        (page.content as? SearchListContent)?.focusKey()
    }

    func connect(_ list: ItemCollection) {
        list.actions.on(.open) { [weak self] id in self?.open(id) }
        list.activated = { [weak self] in self?.detailsPane.focusHeading() }
        list.actions.on(.openInBrowser) { [weak self] id in
            guard let self else { return }
            self.list.select(id)
            self.returnToListSelection()
            self.list.focusSelectedRow()
            self.openInBrowser()
        }
        list.exportRequested = { [weak self] in self?.favoritesFileDialogs.exportFavorites(only: $0.map(\.id)) }
        list.picturesRequested = { [weak self] in self?.pictureSaveDialog.save($0) }
        list.tagsRequested = { [weak self] in self?.editTags(of: $0, others: $1) }
        list.gaveFeedback = { [weak self] in self?.showFeedback($0) }
        list.menuWillOpen = { [weak self] in self?.returnToListSelection() }
        list.selectionChanged = { [weak self, weak list] id in
            guard let self, let list, list === self.list else { return }
            self.model.select(id)
        }
    }

    /// The lists on the screen.
    var lists: [ItemCollection] { [list] + [detailsPane.list].compactMap(\.self) }

    /// Ends the selection of several rows, unless the user is in the details.
    func leaveSelection() -> Bool {
        guard list.hasSeveralSelected, !isInDetailsPane else { return false }
        list.endSelection()
        return true
    }

    func connectStart() {
        guard let start else { return }
        start.open = { [weak self] item in self?.openKeepingFocus(item) }
        start.menuWillOpen = { [weak self] item in self?.selectForAction(item) }
        start.openInBrowser = { [weak self] item in
            self?.selectForAction(item)
            self?.openInBrowser()
        }
    }

    /// Selects the item of the focused row of the start page, because keys act on the selection. While the window is
    /// folded, clears the selection if no such row has the focus.
    func selectFocusedStartItem() {
        guard let start, gtk_widget_get_mapped(start.root.widget) != 0,
            let focus = gtk_root_get_focus(root.opaque).map({ Handle($0) }), !detailsPane.root.contains(focus),
            gtk_widget_get_ancestor(focus.widget, gtk_popover_get_type()) == nil
        else { return }
        if let item = start.item(at: focus) {
            if item.id != model.selection { model.select(item: item) }
        } else if model.isFolded {
            model.clearSelection()
        }
    }

    /// Selects the item of a row before one of its actions runs.
    private func selectForAction(_ item: Item) {
        model.select(item: item)
        returnToListSelection()
    }

    private func returnToListSelection() {
        model.returnToSelection()
        detailsPane.syncPages()
    }
}
