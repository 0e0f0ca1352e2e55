import CStargazer
import GtkBridge
import StargazerCore
package import StargazerLibrary

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

    /// Opens the details of an item. Shows their pane if only one pane is visible.
    package func open(_ id: ItemID) {
        list.select(id)
        guard model.open(id) else { return }
        detailsPane.syncPages()
        showPane()
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

    /// Connects the ways back that neither the pages nor the leaflet handle.
    func connectBackNavigation() {
        Keys.shortcut("<Alt>Left", in: root) { [weak self] in self?.goBackInNavigation() ?? false }
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, 8)
        gtk_event_controller_set_propagation_phase(click.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(click, "pressed") { [weak self, click] (_: Int32) in
            guard let self, self.goBackInNavigation() else { return }
            gtk_gesture_set_state(click.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(root.widget, click.opaque)
    }

    /// The leaflet handles the way from details that show alone.
    private func goBackInNavigation() -> Bool {
        model.navigation.canGoBack ? goBack() : !showsDetailsAlone && (returnToDeparture() || leaveDetails())
    }

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
