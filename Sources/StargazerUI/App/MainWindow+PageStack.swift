import CStargazer
import GtkBridge
package import StargazerCore

/// The navigation stack next to the lists, and the ways through it.
extension MainWindow {
    /// Returns the function that creates the views of navigation pages.
    static func makePage(
        of model: WindowModel, in window: Handle, _ pictures: PictureStore
    ) -> @MainActor (any NavigationPage) -> any NavigationPageView {
        let controller = { WidgetController.of(window, as: MainWindow.self) }
        let links = LinkHandlers(
            openItem: { controller()?.go(to: $0) },
            openDocument: { controller()?.go(to: $0, of: $1) },
            openRelation: { controller()?.go(to: $0, of: $1) },
            noBrowser: { Actions.activate("win.say-no-browser", from: window) },
            copy: { controller()?.copy($0, saying: $1) })
        let (documentPictures, pictureView) = (model.app.documentPictures, model.pictureView)
        let signInState = { @MainActor [weak model] in model?.app.signInState ?? .none }
        return { [weak model] page in
            let titles = { @MainActor [weak model, weak page] in
                let pages = model?.navigation.pages ?? []
                return pages[...(pages.firstIndex { $0 === page } ?? -1)].map(NavigationText.title)
            }
            switch page.content {
            case .item(let details):
                return DetailsPage(
                    model: details, view: pictureView,
                    selectionPrompt: {
                        guard let model, model.canSelect else { return nil }
                        let kind = model.listSource.isFavorites ? model.favorites.onlyCatalog : model.catalog
                        guard let presentation = kind.map({ CatalogPresentations.registered[$0] }) else {
                            return ("starred-symbolic", FavoritesText.selectionPrompt)
                        }
                        return (presentation.icon, presentation.selectionPrompt)
                    },
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
    func open(_ item: Item) {
        list.clearSelection()
        model.open(item)
        showFirstPage()
    }

    /// Shows an item from the pane of the list. The focus stays there if both panes are visible.
    func openKeepingFocus(_ item: Item) {
        model.open(item, isSelected: true)
        detailsPane.syncPages()
        showPane()
    }

    /// Shows an item that is only known by its name, as the first page.
    func open(_ reference: ItemReference) {
        list.clearSelection()
        model.open(reference)
        showFirstPage()
    }

    private func showFirstPage() {
        detailsPane.syncPages()
        showPane()
        detailsPane.focusHeading()
    }

    /// Pushes the page of an item.
    package func go(to item: Item) {
        model.go(to: item)
        detailsPane.syncPages(takesFocus: true)
        showPane()
    }

    /// Pushes a document of an item, such as its README.
    func go(to document: DocumentKind, of item: Item) {
        model.go(to: document, of: item)
        detailsPane.syncPages(takesFocus: true)
        showPane()
    }

    /// Pushes a list that is related to an item.
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

    /// Pushes the comparison of the item with another.
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

    /// Moves the focus from the first page of the details to the list.
    /// - Returns: false when it was elsewhere.
    func leaveDetails() -> Bool {
        guard hasFocusInNavigationPane else { return false }
        focusList()
        return true
    }

    /// Goes back to where a link of the details led to a search from.
    /// - Returns: false when there was none.
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
