import CStargazer
package import GtkBridge
import StargazerCore

/// The favorites: the same rows as the results, filtered by typing, sorted, and taken off with a way back.
@MainActor package final class FavoritesPage {
    package let root: Handle
    let entry: SearchEntry
    let list: ItemList
    /// The button of the empty page.
    var goToSearch: () -> Void = {}
    private let model: FavoritesViewModel
    private let content: Handle
    private let countRow: Handle
    private let count: Handle
    private let status = StatusView()
    private var sortMenu: SortMenu?
    private var places: PlaceToggles?
    private var observation: Observe?

    init(model: FavoritesViewModel, pictures: PictureStore) {
        self.model = model
        let ui = UIBuilder(PackageResources.FavoritesPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        entry = SearchEntry(ui["entry"], name: FavoritesText.filterName)
        content = ui["content"]
        countRow = ui["count-row"]
        count = ui["count"]
        // A library may hold thousands, and all of them may change at once.
        list = ItemList(
            name: FavoritesText.title, describedBy: count, pictures: pictures, pace: .milliseconds(8))
        gtk_stack_add_named(content.opaque, list.root.widget, "rows")
        gtk_stack_add_named(content.opaque, status.root.widget, "status")
        connect(sortButton: ui["sort"])
        let places = PlaceToggles { [weak self] in self?.model.placeChanged($0) }
        ui["count-box"].append(places.root)
        self.places = places
        observation = Observe { [weak self] in self?.paint() }
    }

    private func connect(sortButton: Handle) {
        entry.typed = { [weak self] text in self?.model.filterChanged(text) }
        entry.enterPressed = { [weak self] in _ = self?.list.focusSelectedRow() }
        entry.downPressed = { [weak self] in _ = self?.list.focusSelectedRow() }
        list.leftUpwards = { [weak self] in self?.entry.focus() }
        list.events.toggleFavorite = { [weak self] id in self?.model.remove(id) }
        sortMenu = SortMenu(
            button: sortButton,
            keys: FavoritesSortKey.allCases.map { .init(value: $0.rawValue, label: FavoritesText.sortName($0)) }
        ) { [weak self] key, direction in
            guard let self else { return }
            if let key = key.flatMap(FavoritesSortKey.init(rawValue:)) {
                self.model.sortChanged(FavoritesSort(key))
            } else if let direction = direction.flatMap(SortDirection.init(rawValue:)) {
                self.model.sortChanged(FavoritesSort(self.model.sort.key, direction))
            }
        }
    }

    private func paint() {
        sortMenu?.show(key: model.sort.key.rawValue, direction: model.sort.direction.rawValue, hasDirection: true)
        places?.show(model.place)
        places?.root.setVisible(model.offersPlaces)
        switch model.phase {
        case .loading:
            showPage("quiet")
        case .none:
            clear()
            status.show(
                icon: "starred-symbolic", heading: FavoritesText.noneHeading, sentence: FavoritesText.noneSentence,
                actions: [.init(label: FavoritesText.goToSearch) { [weak self] in self?.goToSearch() }])
            showPage("status")
        case .noMatch(let filter):
            clear()
            status.show(
                icon: "edit-find-symbolic", heading: FavoritesText.noMatchHeading,
                sentence: FavoritesText.noMatchSentence(filter),
                actions: [
                    .init(label: FavoritesText.clearFilter) { [weak self] in
                        self?.entry.clear()
                        self?.entry.focus()
                    }
                ])
            showPage("status")
        case .nothingIn(let place, let filter):
            clear()
            status.show(
                icon: "starred-symbolic", heading: FavoritesText.noMatchHeading,
                sentence: FavoritesText.nothingInSentence(place, filter: filter),
                actions: [
                    .init(label: FavoritesText.showAll) { [weak self] in
                        self?.model.placeChanged(.all)
                        self?.places?.focus(.all)
                    }
                ])
            showPage("status")
        case .rows(let content):
            count.setLabel(RowText.favoritesCount(content.count))
            list.show(ListEntry.entries(content.rows))
            showPage("rows")
        }
        if case .rows = model.phase {} else { count.setLabel("") }
        countRow.setVisible(model.showsCount)
    }

    private func clear() {
        if !list.show([]) { entry.widget.grabFocus() }
    }

    private func showPage(_ name: String) {
        let visible = gtk_stack_get_visible_child_name(content.opaque).map { String(cString: $0) }
        if visible != name { gtk_stack_set_visible_child_name(content.opaque, name) }
    }
}
