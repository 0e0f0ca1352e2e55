import CStargazer
import GtkBridge
import StargazerCore

/// The lists of the window: what their rows do, and the page that is made when it is first gone to.
extension MainWindow {
    func makeFavorites() -> FavoritesPage {
        let page = FavoritesPage(
            model: model.favorites, pictures: pictures
        ) { [weak model] in
            model.map { CatalogFaces.every[$0.catalog].goToSearch } ?? ""
        }
        adw_bin_set_child(favoritesPlace.cast(), page.root.widget)
        connect(page.list)
        page.goToSearch = { [weak self] in self?.show(view: .search) }
        return page
    }

    func connect(_ list: ItemCollection) {
        list.actions.on(.open) { [weak self] id in self?.open(id) }
        list.actions.on(.openInBrowser) { [weak self] id in
            guard let self else { return }
            self.list.select(id)
            self.returnToRow()
            self.list.focusSelectedRow()
            self.openInBrowser()
        }
        list.menuOpens = { [weak self] in self?.returnToRow() }
        list.selectionChanged = { [weak self, weak list] id in
            guard let self, let list, list === self.list else { return }
            self.model.select(id, in: self.shownView)
        }
    }

    private func returnToRow() {
        model.returnToSelection()
        trail.follow()
    }
}
