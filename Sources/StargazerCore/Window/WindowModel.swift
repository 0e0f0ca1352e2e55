public import Foundation
public import Observation

/// What one window shows, over the application that all windows share: the searches, the favorites as they are looked
/// at, the selection and the trail of pages beside it.
@MainActor @Observable public final class WindowModel {
    @ObservationIgnored public let app: AppModel
    @ObservationIgnored public let stateSaver: WindowStateSaver
    /// One for each catalog, in their order; never empty.
    @ObservationIgnored public let searches: [SearchViewModel]
    @ObservationIgnored public let favorites: FavoritesViewModel
    @ObservationIgnored public let navigation: NavigationStack
    /// The catalog that is searched.
    public private(set) var catalog: CatalogKind
    /// The selected item of the list that shows.
    public private(set) var selection: ItemID?
    /// Whether the trail or the list is to show where there is room for one: what the person went to last.
    public var isShowingContent = false
    /// Whether there is room for one only.
    public var isFolded = false

    /// - Parameters:
    ///   - query: what to search for in place of what was searched for last.
    ///   - kind: the catalog to show in place of the last one.
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

    /// The search of the catalog that shows.
    public var search: SearchViewModel { searches.first { $0.profile.kind == catalog } ?? searches[0] }

    /// What keys and menus act on, as fresh as it is known: the item that is read, or the selected one where only a list
    /// shows, be it a page of the trail. What is not to be seen is not acted on.
    public var current: Item? {
        guard isFolded, !isShowingContent else { return navigation.top.item }
        guard let selection, let item = navigation.first.item, item.id == selection else { return nil }
        return item
    }

    /// An address of the current item that can be copied; only http and https.
    public func link(_ kind: ItemLink.Kind) -> URL? {
        current?.facts.links.first { $0.kind == kind }?.url.asWebURL
    }

    // MARK: Intents

    /// Searches another catalog. It comes back as it was left; one in which nothing was searched for takes the words over.
    public func show(catalog kind: CatalogKind) {
        guard kind != catalog, let next = searches.first(where: { $0.profile.kind == kind }) else { return }
        let words = search.text
        catalog = kind
        stateSaver.update { $0.catalog = kind }
        if next.text.isEmpty, !words.isEmpty { next.queryChanged(words) } else { next.resume() }
    }

    /// Adds to the search of the catalog that the item which is read is of.
    public func search(adding words: String) {
        let kind = navigation.top.item?.id.catalog ?? catalog
        if let other = searches.first(where: { $0.profile.kind == kind }), kind != catalog {
            // What was searched for elsewhere is no part of it.
            catalog = kind
            stateSaver.update { $0.catalog = kind }
            other.searchAgain(adding: words)
        } else {
            search.searchAgain(adding: words)
        }
    }

    /// The selection moved to an item of the list that shows, nil for none. The trail begins with it.
    public func select(_ id: ItemID?, in view: WindowView) {
        if view == .favorites, let id { favorites.markOpened(at: id) }
        select(id.flatMap { item(for: $0, in: view) })
    }

    /// The same for an item that is in none of the lists.
    public func select(_ selected: Item?) {
        selection = selected?.id
        guard let selected else { return }
        isShowingContent = false
        // What there is no room for is not seen, so that nothing is asked for it.
        navigation.preview(selected, prefetches: !isFolded)
    }

    /// Something is asked of the selected row itself: what was gone on to from there is over.
    public func returnToSelection() {
        navigation.goBack(to: 0)
        isShowingContent = false
    }

    /// Opens an item of a list in full.
    /// - Returns: false when the list does not have it any more.
    public func open(_ id: ItemID, in view: WindowView) -> Bool {
        guard let item = item(for: id, in: view) else { return false }
        if view == .search { search.itemOpened(id) }
        app.viewed(item)
        navigation.open(item)
        isShowingContent = true
        return true
    }

    /// Opens an item that is asked for from elsewhere than a list.
    /// - Parameter isSelected: it stands in the pane beside it: it is what keys act on.
    public func open(_ item: Item, isSelected: Bool = false) {
        selection = isSelected ? item.id : nil
        app.viewed(item)
        navigation.open(item)
        isShowingContent = true
    }

    /// The same for what is known by its name alone.
    public func open(_ reference: ItemReference) {
        navigation.open(reference)
        isShowingContent = true
    }

    /// Goes on to what is written about an item at length.
    public func go(to kind: DocumentKind, of item: Item) {
        navigation.go(to: kind, of: item)
        isShowingContent = true
    }

    /// Goes on from the page that shows.
    public func go(to item: Item) {
        app.viewed(item)
        navigation.go(to: item)
        isShowingContent = true
    }

    /// Goes on from the page that shows to a list that an item leads to.
    public func go(to kind: RelationKind, of item: Item) {
        navigation.go(to: kind, of: item)
        isShowingContent = true
    }

    /// Goes on to who is new among those who follow the account, and who left; from the account itself alone.
    /// - Returns: whether there was anything to go on to.
    public func goToChanges() -> Bool {
        guard let current, app.follows?.isOwn(current) == true else { return false }
        navigation.go(toChangesIn: GitHubFollows.trackedRelation, of: current)
        isShowingContent = true
        return true
    }

    /// Goes on to what the current item has in common with another.
    /// - Returns: whether it can be compared.
    public func goToComparison() -> Bool {
        guard let current,
            (try? app.catalogs.catalog(of: current.id))?.relations?.comparableLists(of: current).isEmpty == false
        else { return false }
        navigation.go(toComparisonOf: current)
        isShowingContent = true
        return true
    }

    /// Back to a page of the trail that has this many below it.
    public func goBack(to depth: Int) { navigation.goBack(to: depth) }

    /// One page back; from the first of them to the list, where that is hidden.
    /// - Returns: whether there was anything to go back from.
    public func goBack() -> Bool {
        if isShowingContent || !isFolded, navigation.goBack() { return true }
        guard isFolded, isShowingContent else { return false }
        isShowingContent = false
        return true
    }

    /// - Parameter view: the list beside it. What was just taken off is in that of the favorites until the library has
    ///   answered; a press meanwhile was not meant to bring it back.
    public func toggleFavorite(in view: WindowView) {
        guard let current else { return }
        if view == .favorites, !app.favoritesModel.willBeFavorite(current.id), favorites.containsItem(current.id) {
            return
        }
        app.favoritesModel.toggle(current)
    }

    /// Sets or takes back the account's own star; the favorite stays as it is.
    public func toggleStarOnServer() {
        guard let current, let stars = app.stars, let isStarred = stars.state(of: current.id) else { return }
        stars.setStarred(!isStarred, current)
    }

    /// Follows the current item, or no longer.
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
