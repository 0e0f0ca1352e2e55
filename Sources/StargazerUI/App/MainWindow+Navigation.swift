import CStargazer
import GtkBridge
package import StargazerCore

/// The trail of pages beside the lists, and the ways along it.
extension MainWindow {
    /// What makes the pages of the trail.
    static func makePage(
        of model: WindowModel, in window: Handle, _ pictures: PictureStore
    ) -> @MainActor (any NavigationPage) -> any NavigationPageView {
        let controller = { WidgetOwner.controller(of: window, as: MainWindow.self) }
        let links = LinkHandlers(
            openItem: { controller()?.go(to: $0) },
            openDocument: { controller()?.go(to: $0, of: $1) },
            openRelation: { controller()?.go(to: $0, of: $1) },
            noBrowser: { _ = gtk_widget_activate_action_variant(window.widget, "win.say-no-browser", nil) },
            copy: { controller()?.copy($0, saying: $1) })
        let documentPictures = model.app.documentPictures
        let signInState = { @MainActor [weak model] in model?.app.signInState ?? .none }
        return { [weak model] page in
            let titles = { @MainActor [weak model, weak page] in
                let pages = model?.navigation.pages ?? []
                return pages[...(pages.firstIndex { $0 === page } ?? -1)].map(NavigationText.title)
            }
            switch page.content {
            case .item(let details):
                return DetailsPage(
                    model: details,
                    selectionPrompt: {
                        model.map { CatalogPresentations.registered[$0.catalog].selectionPrompt } ?? ""
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

    /// Shows an item that was asked for from elsewhere: the trail begins with it.
    func open(_ item: Item) {
        search.results.clearSelection()
        model.open(item)
        showFirstPage()
    }

    /// Shows an item of the page in the left pane, where the focus stays if there is room for both.
    func openKeepingFocus(_ item: Item) {
        model.open(item, isSelected: true)
        navigationPane.syncPages()
        showPane()
    }

    /// The same for what is known by its name alone.
    func open(_ reference: ItemReference) {
        model.open(reference)
        showFirstPage()
    }

    private func showFirstPage() {
        navigationPane.syncPages()
        showPane()
        navigationPane.focusHeading()
    }

    /// One page further in the trail.
    package func go(to item: Item) {
        model.go(to: item)
        navigationPane.syncPages(takesFocus: true)
        showPane()
    }

    /// One page further, to what is written about an item at length.
    func go(to document: DocumentKind, of item: Item) {
        model.go(to: document, of: item)
        navigationPane.syncPages(takesFocus: true)
        showPane()
    }

    /// One page further, to a list that an item leads to.
    package func go(to relation: RelationKind, of item: Item) {
        model.go(to: relation, of: item)
        navigationPane.syncPages(takesFocus: true)
        showPane()
    }

    /// One page further, to who is new and who left.
    package func goToChanges() {
        guard model.goToChanges() else { return }
        navigationPane.syncPages(takesFocus: true)
        showPane()
    }

    /// One page further, to what the item has in common with another.
    package func goToComparison() {
        guard model.goToComparison() else { return }
        navigationPane.syncPages(takesFocus: true)
        showPane()
    }

    /// One page back in the trail; from the first to the row it belongs to, when there is only one pane.
    /// - Returns: whether there was anything to go back from.
    @discardableResult
    package func goBack() -> Bool {
        guard model.goBack() else { return false }
        navigationPane.syncPages()
        if model.isFolded, !model.isShowingContent {
            showPane()
            focusList()
        }
        return true
    }

    /// Back to the page that has so many below it.
    func goBack(to depth: Int) {
        model.goBack(to: depth)
        navigationPane.syncPages(takesFocus: true)
    }

    /// Whether what is done is done to the trail: it alone shows, or the focus is in it or in a menu over it.
    var isInNavigationPane: Bool { showsDetailsAlone || hasFocusInNavigationPane }

    var hasFocusInNavigationPane: Bool { navigationPane.root.parent?.hasFocusInside == true }

    /// The lists on the screen.
    var lists: [ItemCollection] { [list] + [navigationPane.list].compactMap(\.self) }

    /// Shows the selected row in full.
    func showDetails() {
        if isInNavigationPane, let list = navigationPane.list {
            if let id = list.selectedID { ItemActions.run(.open, id, from: list.root) }
        } else if let id = list.selectedID {
            open(id)
        } else if let item = model.current {
            openKeepingFocus(item)
        }
    }
}
