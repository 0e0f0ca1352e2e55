import CStargazer
import Foundation
import GtkBridge
package import StargazerCore

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

/// The navigation stack next to the lists, and the ways through it.
extension MainWindow {
    static func makePage(
        of model: WindowModel, in window: Handle, _ pictures: PictureStore
    ) -> @MainActor (any NavigationPage) -> any NavigationPageView {
        let controller = { WidgetController.of(window, as: MainWindow.self) }
        let links = LinkHandlers(
            openItem: { controller()?.go(to: $0) },
            openDocument: { controller()?.go(to: $0, of: $1) },
            openRelation: { controller()?.go(to: $0, of: $1) },
            openFavorites: { controller()?.showFavorites($0) },
            noBrowser: { Actions.activate("win.say-no-browser", from: window) },
            copy: { controller()?.copy($0, saying: $1) })
        let (documentPictures, pictureView) = (model.app.documentPictures, model.pictureView)
        return { [weak model] page in
            let signInState = { @MainActor [weak model, weak page] in
                model?.app.signInState(on: page?.item?.id.host) ?? .none
            }
            let titles = { @MainActor [weak model, weak page] in
                // The heading of the summary says it all.
                if model?.showsSelectionSummary == true { return [""] }
                let pages = model?.navigation.pages ?? []
                return pages[...(pages.firstIndex { $0 === page } ?? -1)].map(NavigationText.title)
            }
            switch page.content {
            case .item(let details):
                return DetailsPage(
                    model: details, view: pictureView,
                    selectionPrompt: {
                        guard let model, model.list.canSelect else { return nil }
                        let kind = model.listSource.isFavorites ? model.favorites.onlyCatalog : model.catalog
                        guard let presentation = kind.map({ CatalogPresentations.registered[$0] }) else {
                            return ("starred-symbolic", FavoritesText.selectionPrompt)
                        }
                        return (presentation.icon, presentation.selectionPrompt)
                    },
                    several: { [weak details] in
                        guard let model, model.navigation.first === details else { return nil }
                        return model.severalSelected
                    }, runOnSelection: { _ = controller()?.list.runOnSelection($0) },
                    pictures: pictures, documentPictures: documentPictures, signInState: signInState, links: links,
                    titles: titles)
            case .document(let document):
                return DocumentPage(
                    model: document, pictures: pictures, documentPictures: documentPictures, signInState: signInState,
                    links: links, titles: titles)
            case .list(let list):
                return RelationPage(
                    model: list, pictures: pictures, signInState: signInState, links: links, titles: titles)
            case .changes(let changes):
                return ListChangesPage(
                    model: changes, pictures: pictures, signInState: signInState, links: links, titles: titles)
            case .comparison(let comparison):
                return ComparisonPage(
                    model: comparison, pictures: pictures, signInState: signInState, links: links, titles: titles)
            }
        }
    }

    /// Shows an item that was opened from elsewhere. It becomes the first page of the navigation stack.
    func open(_ item: Item) { openFirst { $0.open(item) } }

    /// Shows an item from the pane of the list. The focus stays there if both panes are visible.
    func openKeepingFocus(_ item: Item) {
        let willUnfold = page.showsMessage && hasRoomForBothPanes
        model.open(item, isSelected: true)
        detailsPane.syncPages()
        if !willUnfold { showPane() }
    }

    /// Shows an item that is only known by its name, as the first page.
    func open(_ reference: ItemReference) { openFirst { $0.open(reference) } }

    func openFirst(_ change: @MainActor (WindowModel) -> Void) {
        // A row that comes later must not replace the item.
        page.cancelPendingRow()
        list.clearSelection()
        change(model)
        showFirstPage()
    }

    func showFirstPage() {
        detailsPane.syncPages()
        showPane()
        detailsPane.focusHeading()
    }

    package func go(to item: Item) {
        model.go(to: item)
        detailsPane.syncPages(takesFocus: true)
        showPane()
    }

    func go(to document: DocumentKind, of item: Item) {
        model.go(to: document, of: item)
        detailsPane.syncPages(takesFocus: true)
        showPane()
    }

    package func go(to relation: RelationKind, of item: Item) {
        model.go(to: relation, of: item)
        detailsPane.syncPages(takesFocus: true)
        showPane()
    }

    /// Pushes the page with the people who were added to or removed from the list.
    package func goToChanges() {
        guard model.goToChanges() else { return }
        detailsPane.syncPages(takesFocus: true)
        showPane()
    }

    package func goToComparison() {
        guard model.goToComparison() else { return }
        detailsPane.syncPages(takesFocus: true)
        showPane()
    }

    /// Goes back one page. From the first page, goes back to the list when only one pane is visible.
    /// - Returns: whether there was a page to go back from.
    @discardableResult
    package func goBack() -> Bool {
        guard model.goBack() else { return false }
        detailsPane.syncPages()
        if model.isFolded, !model.isShowingContent {
            showPane()
            focusList()
        }
        return true
    }

    /// Moves the focus from the first page of the details to the list; returns false when it was elsewhere.
    func leaveDetails() -> Bool {
        guard hasFocusInNavigationPane else { return false }
        focusList()
        return true
    }

    /// Goes back to where a link of the details led to a search from; returns false when there was none.
    func returnToDeparture() -> Bool {
        guard let departure = model.returnToDeparture() else { return false }
        showPage()
        departure.selection.map(list.showSelection)
        model.restore(departure)
        detailsPane.syncPages()
        showPane()
        if departure.hasPages { detailsPane.focusHeading() } else { focusList() }
        return true
    }

    /// Goes back to the page with this many pages below it.
    func goBack(to depth: Int) {
        model.goBack(to: depth)
        detailsPane.syncPages(takesFocus: true)
    }

    /// Whether actions apply to the details pane: it alone is visible, or it (or a menu over it) has the focus.
    var isInDetailsPane: Bool { showsDetailsAlone || hasFocusInNavigationPane }

    var hasFocusInNavigationPane: Bool { detailsPane.root.parent?.hasFocusInside == true }

    /// The lists on the screen.
    var lists: [ItemCollection] { [list] + [detailsPane.list].compactMap(\.self) }

    /// Opens the details of the item before or after the selected one.
    func showNeighbor(_ step: Int) {
        guard !model.navigation.canGoBack, let id = list.selectNeighbor(step) else { return }
        open(id)
        prefetchNeighbor(step)
    }

    /// Opens the details of the selected row.
    func showDetails() {
        if isInDetailsPane, let list = detailsPane.list {
            if let id = list.selectedID { ItemActions.run(.open, id, from: list.root) }
        } else if let id = list.selectedID {
            open(id)
        } else if let item = model.current {
            openKeepingFocus(item)
        }
    }
}

/// Pictures in the window: the actions of the current picture, and the full screen.
extension MainWindow {
    func addPictureActions() {
        Actions.add("copy-picture", to: root) { [weak self] in self?.copyPicture() }
        Actions.add("save-picture", to: root) { [weak self] in
            guard let self else { return }
            if let picture = self.availablePicture { self.pictureSaveDialog.save(picture) }
        }
        Actions.add("copy-credit", to: root) { [weak self] in
            guard let self, let facts = self.model.current?.facts, facts.fullSizePicture != nil else { return }
            let parts = [facts.credit, facts.creditLink?.absoluteString].compactMap(\.self)
            self.copy(parts.joined(separator: ", "), saying: PictureText.creditCopied)
        }
        let wallpaper = Actions.add("set-wallpaper", to: root) { [weak self] in
            guard let self else { return }
            self.availablePicture.map(self.pictureCopier.setWallpaper)
        }
        Actions.setEnabled(wallpaper, false)
        Actions.add("full-screen", to: root) { [weak self] in self?.toggleFullScreen() }
        Actions.add("toggle-information", to: root) { [weak self] in
            guard let model = self?.model, model.showsPicture, !model.pictureView.isFullScreen else { return }
            model.pictureView.toggleInformation()
        }
    }

    func connectPictures() {
        Keys.shortcut("<Primary>c", in: root, beforeChildren: false) { [weak self] in
            guard let self, self.model.current?.facts.fullSizePicture != nil, !self.hasFocusInText,
                self.isInDetailsPane || !self.list.hasSeveralSelected
            else { return false }
            self.copyPicture()
            return true
        }
        Signals.connect(root, "notify::fullscreened") { [weak self] in self?.fullScreenChanged() }
        pictures.animationPolicy.follow(root)
        observations.append(
            Observe { [weak self] in
                guard let self, self.model.pictureView.isFullScreen, !self.model.showsPicture else { return }
                _ = self.leaveFullScreen()
            })
    }

    /// Whether keys act on a text, which refuses the key while nothing is selected.
    private var hasFocusInText: Bool {
        let focus = gtk_root_get_focus(root.opaque).map { Handle($0) }
        return focus?.isA("GtkText") == true || focus?.isA("GtkTextView") == true
    }

    /// Offers to set the wallpaper if the desktop can. Call it after the start.
    package func offerWallpaper() {
        Wallpaper.probe { [weak self] isAvailable in
            guard let self, let action = g_action_map_lookup_action(self.root.opaque, "set-wallpaper") else { return }
            Actions.setEnabled(Handle(action), isAvailable)
        }
    }

    /// The picture of the current item; nil if it has none, or with a message if it failed to load.
    private var availablePicture: FullSizePicture? {
        guard let picture = model.current?.facts.fullSizePicture else { return nil }
        guard !detailsPane.top.hasFailedPicture else {
            showFeedback(DetailsText.noPicture)
            return nil
        }
        return picture
    }

    private func copyPicture() {
        guard let picture = availablePicture, let item = model.current else { return }
        pictureCopier.copy(picture, PictureReference(picture, title: item.title, page: item.webURL))
    }

    func prefetchNeighbor(_ step: Int) {
        guard model.showsPicture, let id = list.positions.neighbor(step),
            let picture = (model.detailsPreview(of: id) as? any PictureDetails)?.picture
        else { return }
        detailsPane.top.prefetch(picture)
    }

    // MARK: Full screen

    /// Shows the picture in the details, or the selected one, on the whole screen, or leaves that.
    private func toggleFullScreen() {
        guard !leaveFullScreen(), model.current?.facts.fullSizePicture != nil else { return }
        if !model.showsPicture { showDetails() }
        if model.showsPicture { gtk_window_fullscreen(root.cast()) }
    }

    /// Ends the selection of several rows, unless the user is in the details.
    func leaveSelection() -> Bool {
        guard list.hasSeveralSelected, !isInDetailsPane else { return false }
        list.endSelection()
        return true
    }

    /// - Returns: false if no picture has the whole screen.
    func leaveFullScreen() -> Bool {
        guard model.pictureView.isFullScreen else { return false }
        gtk_window_unfullscreen(root.cast())
        return true
    }

    /// Follows the state of the window, which the desktop may change, too.
    private func fullScreenChanged() {
        let isFullScreen = gtk_window_is_fullscreen(root.cast()) != 0 && model.showsPicture
        guard isFullScreen != model.pictureView.isFullScreen else { return }
        model.pictureView.isFullScreen = isFullScreen
        if isFullScreen { model.isShowingContent = true }
        sidebarFlap?.setSuppressed(isFullScreen)
        updateUnfolding()
        showPane(movesFocus: false)
        Task { [weak self] in self?.detailsPane.focusHeading() }
    }
}
