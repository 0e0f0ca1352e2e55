import CStargazer
import GtkBridge
import StargazerCore

/// The lists of the window: what their rows do, and the page that is made when it is first gone to.
extension MainWindow {
    func makeFavorites() -> FavoritesPage {
        let page = FavoritesPage(model: model.favorites, pictures: pictures)
        adw_bin_set_child(favoritesPlace.cast(), page.root.widget)
        connect(page.list)
        page.goToSearch = { [weak self] in self?.show(view: "search") }
        return page
    }

    func connect(_ list: ItemList) {
        list.events.open = { [weak self] id in self?.open(id) }
        list.events.openInBrowser = { [weak self] id in
            guard let self else { return }
            self.list.select(id)
            self.openInBrowser()
        }
        list.selectionChanged = { [weak self, weak list] id in
            guard let self, let list, let id, list === self.list else { return }
            guard let item = self.model.item(for: id, inFavorites: self.showsFavorites) else { return }
            self.isReading = false
            self.model.details.preview(item)
        }
    }
}
