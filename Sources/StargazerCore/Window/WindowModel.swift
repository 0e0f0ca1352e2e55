public import Foundation
public import Observation

/// The state of one window: its searches, favorites view, selection and navigation stack.
/// The app model, which all windows share, holds the rest.
@MainActor @Observable public final class WindowModel {
    @ObservationIgnored public let app: AppModel
    @ObservationIgnored public let stateSaver: WindowStateSaver
    /// One for each catalog, in catalog order; never empty.
    @ObservationIgnored public let searches: [SearchViewModel]
    @ObservationIgnored public let favorites: FavoritesViewModel
    @ObservationIgnored public let navigation: NavigationStack
    /// The current catalog.
    public private(set) var catalog: CatalogKind
    /// The selected item of the visible list.
    public private(set) var selection: ItemID?
    /// Whether the content pane shows instead of the list in a folded window: the pane the user went to last.
    public var isShowingContent = false
    /// Whether the window has room for one pane only.
    public var isFolded = false

    /// - Parameters:
    ///   - query: a search text that replaces the last search.
    ///   - kind: the catalog to show instead of the last one.
    public init(_ app: AppModel, query: String? = nil, in kind: CatalogKind? = nil) {
        self.app = app
        let (time, formats, flags) = (app.time, app.formats, app.flags)
        stateSaver = WindowStateSaver(settings: app.settings, time: time)
        let state = stateSaver.state
        searches = zip(app.catalogs.all, app.histories).map { catalog, history in
            SearchViewModel(
                catalog: catalog, flags: flags, history: history, time: time, formats: formats,
                preferences: app.preferences)
        }
        let shown = searches.first { $0.profile.kind == kind ?? state.catalog } ?? searches[0]
        catalog = shown.profile.kind
        favorites = FavoritesViewModel(
            flags: flags, catalogs: app.catalogs.all.map(\.profile), formats: formats, time: time)
        let caches = PageCaches()
        let catalogs = app.catalogs
        navigation = NavigationStack(
            details: {
                DetailsViewModel(catalogs: catalogs, flags: flags, time: time, formats: formats, caches: caches)
            },
            document: {
                DocumentViewModel($0, catalogs: catalogs, time: time, formats: formats, cache: caches.documents)
            },
            relation: {
                RelationViewModel($0, of: $1, catalogs: catalogs, flags: flags, time: time, formats: formats)
            },
            changes: {
                ListChangesViewModel($0, of: $1, catalogs: catalogs, flags: flags, time: time, formats: formats)
            },
            comparison: {
                ComparisonViewModel(of: $0, catalogs: catalogs, flags: flags, time: time, formats: formats)
            })
        for search in searches {
            let last = state.searches[search.profile.kind] ?? LastSearch()
            search.restore(search === shown ? query ?? last.query : last.query, sort: last.sort)
            stateSaver.follow(search, app.preferences)
        }
    }

    /// The current catalog's search.
    public var search: SearchViewModel { searches.first { $0.profile.kind == catalog } ?? searches[0] }

    /// The item that keyboard shortcuts and menus act on, with its latest known facts.
    /// This is the item in the content pane; on a list page, its selected item. In a folded window that shows the
    /// list, it is the selected item of the list. Items that are not visible are never current.
    public var current: Item? {
        guard isFolded, !isShowingContent else { return navigation.top.item }
        guard let selection, let item = navigation.first.item, item.id == selection else { return nil }
        return item
    }

    /// Returns an address of the current item to copy; only http and https.
    public func link(_ kind: ItemLink.Kind) -> URL? {
        current?.facts.links.first { $0.kind == kind }?.url.asWebURL
    }

    // MARK: User actions

    /// Switches to another catalog. Its search is restored, or continues with the current text when it was empty.
    public func show(catalog kind: CatalogKind) {
        guard kind != catalog, let next = searches.first(where: { $0.profile.kind == kind }) else { return }
        let words = search.text
        catalog = kind
        stateSaver.update { $0.catalog = kind }
        if next.text.isEmpty, !words.isEmpty { next.queryChanged(words) } else { next.resume() }
    }

    /// Adds words to the search of the catalog that the current page's item belongs to.
    public func search(adding words: String) {
        let kind = navigation.top.item?.id.catalog ?? catalog
        if let other = searches.first(where: { $0.profile.kind == kind }), kind != catalog {
            // The text of another catalog's search is not part of it.
            catalog = kind
            stateSaver.update { $0.catalog = kind }
            other.searchAgain(adding: words)
        } else {
            search.searchAgain(adding: words)
        }
    }

    /// Updates the selection in the visible list; nil for none. The navigation stack then begins with the item.
    public func select(_ id: ItemID?, in view: WindowView) {
        if view == .favorites, let id { favorites.markOpened(at: id) }
        select(id.flatMap { item(for: $0, in: view) })
    }

    /// Selects an item that is not in a list.
    public func select(_ selected: Item?) {
        selection = selected?.id
        guard let selected else { return }
        isShowingContent = false
        // Without room for the details, nothing is prefetched.
        navigation.preview(selected, prefetches: !isFolded)
    }

    /// Goes back to the selected item, for actions on its row.
    public func returnToSelection() {
        navigation.goBack(to: 0)
        isShowingContent = false
    }

    /// Opens the details of a list item.
    /// - Returns: false when the list no longer contains it.
    public func open(_ id: ItemID, in view: WindowView) -> Bool {
        guard let item = item(for: id, in: view) else { return false }
        if view == .search { search.itemOpened(id) }
        app.viewed(item)
        navigation.open(item)
        isShowingContent = true
        return true
    }

    /// Opens the details of an item from elsewhere than a list.
    /// - Parameter isSelected: whether it is the selected item of the list next to the content pane.
    public func open(_ item: Item, isSelected: Bool = false) {
        selection = isSelected ? item.id : nil
        app.viewed(item)
        navigation.open(item)
        isShowingContent = true
    }

    /// Opens an item that is known only by its name.
    public func open(_ reference: ItemReference) {
        navigation.open(reference)
        isShowingContent = true
    }

    /// Opens a document page.
    public func go(to kind: DocumentKind, of item: Item) {
        navigation.go(to: kind, of: item)
        isShowingContent = true
    }

    /// Opens an item from the current page.
    public func go(to item: Item) {
        app.viewed(item)
        navigation.go(to: item)
        isShowingContent = true
    }

    /// Opens a related list from the current page.
    public func go(to kind: RelationKind, of item: Item) {
        navigation.go(to: kind, of: item)
        isShowingContent = true
    }

    /// Opens the page of new and lost followers, when the current item is the account itself.
    /// - Returns: whether the page was opened.
    public func goToChanges() -> Bool {
        guard let current, app.follows?.isOwn(current) == true else { return false }
        navigation.go(toChangesIn: GitHubFollows.trackedRelation, of: current)
        isShowingContent = true
        return true
    }

    /// Opens the comparison of the current item with another.
    /// - Returns: whether the item can be compared.
    public func goToComparison() -> Bool {
        guard let current,
            (try? app.catalogs.catalog(of: current.id))?.relations?.comparableLists(of: current).isEmpty == false
        else { return false }
        navigation.go(toComparisonOf: current)
        isShowingContent = true
        return true
    }

    /// Goes back to the page at this depth.
    public func goBack(to depth: Int) { navigation.goBack(to: depth) }

    /// Goes back one page; in a folded window, from the first page to the list.
    /// - Returns: whether there was anything to go back from.
    public func goBack() -> Bool {
        if isShowingContent || !isFolded, navigation.goBack() { return true }
        guard isFolded, isShowingContent else { return false }
        isShowingContent = false
        return true
    }

    /// Toggles the current item as a favorite.
    /// - Parameter view: the visible list. The favorites list still shows a removed item until the library has
    ///   answered; pressing again meanwhile must not add it back.
    public func toggleFavorite(in view: WindowView) {
        guard let current else { return }
        if view == .favorites, !app.favoritesModel.willBeFavorite(current.id), favorites.containsItem(current.id) {
            return
        }
        app.favoritesModel.toggle(current)
    }

    /// Toggles the account's own star. Does not change the favorite.
    public func toggleStarOnServer() {
        guard let current, let stars = app.stars, let isStarred = stars.state(of: current.id) else { return }
        stars.setStarred(!isStarred, current)
    }

    /// Follows or unfollows the current item.
    public func toggleFollow() {
        guard let current, let follows = app.follows, let isFollowed = follows.states[current.id]?.isFollowed else {
            return
        }
        follows.setFollowed(!isFollowed, current)
    }

    private func item(for id: ItemID, in view: WindowView) -> Item? {
        switch view {
        case .search: search.item(for: id)
        case .favorites: favorites.item(for: id)
        }
    }
}
