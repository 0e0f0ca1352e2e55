public import Foundation
public import Observation
public import StargazerLibrary

/// The state of one window: its source, searches, favorites, selection and navigation stack. `AppModel` holds the rest.
@MainActor @Observable public final class WindowModel {
    @ObservationIgnored public let app: AppModel
    @ObservationIgnored public let stateSaver: WindowStateSaver
    /// One for each catalog, in catalog order; never empty. Of each kind, one shows (`search(of:)`).
    @ObservationIgnored public let searches: [SearchViewModel]
    /// The search of each kind that was on its current source last.
    @ObservationIgnored var lastSearches: [CatalogKind: SearchViewModel] = [:]
    @ObservationIgnored public let favorites: FavoritesViewModel
    @ObservationIgnored public let navigation: NavigationStack
    @ObservationIgnored public let pictureView: PictureViewOptions
    /// What the list shows: a saved search as long as its text and order are unchanged.
    public var source: ListSource { shownSavedSearch.map { .savedSearch($0.id) } ?? listSource }
    /// What the list shows, not as a saved search.
    public var listSource: ListSource { list.source }
    /// The list of the source: the favorites or a search.
    public internal(set) var list: any ListModel
    /// The saved search that was opened last, while its list shows.
    var openedSavedSearch: OpenedSavedSearch?
    /// The saved search that the window showed last time. It is opened once the library has been read.
    @ObservationIgnored var restoredSavedSearch: (id: SavedSearchID, text: String)?
    /// Whether the window was opened to search for a text.
    @ObservationIgnored var sendsFirstSearch = false
    /// The catalog of the search that shows, or showed last.
    public private(set) var catalog: CatalogKind
    @ObservationIgnored public let sources: SourceList
    /// The selected item of the visible list.
    public internal(set) var selection: ItemID?
    /// The item of the list that the content pane begins with; nil for an item from elsewhere.
    var shownListItem: ItemID?
    /// Whether the content pane shows instead of the list in a folded window: the pane the user went to last.
    public var isShowingContent = false
    /// Whether the window has room for one pane only.
    public var isFolded = false { didSet { if oldValue, !isFolded { navigation.first.prefetch() } } }
    /// Where links of the details led to a search from; the last one last.
    @ObservationIgnored var departures: [Departure] = []
    @ObservationIgnored private var watching: [Task<Void, Never>] = []

    /// - Parameter request: what the window was opened for; nil shows what the last window showed.
    public init(_ app: AppModel, opening request: OpenRequest? = nil) {
        self.app = app
        let (time, formats, flags) = (app.time, app.formats, app.flags)
        stateSaver = WindowStateSaver(settings: app.settings, time: time)
        let state = stateSaver.state
        let first = FirstView(state, request)
        pictureView = PictureViewOptions(stateSaver)
        let histories = Dictionary(uniqueKeysWithValues: zip(app.catalogs.kinds, app.histories))
        searches = app.catalogs.all.map { catalog in
            SearchViewModel(
                catalog: catalog, flags: flags, history: histories[catalog.profile.kind] ?? app.histories[0],
                time: time, formats: formats, preferences: app.preferences, network: app.outsideNetwork)
        }
        let kinds = app.catalogs.kinds
        catalog = kinds.first { $0 == first.catalog } ?? kinds[0]
        sources = SourceList(app)
        favorites = FavoritesViewModel(
            flags: flags, tags: app.tags, documents: app.documents, catalogs: app.catalogs.all.map(\.profile),
            machinePackages: app.machinePackages, formats: formats, time: time)
        list = favorites
        let caches = PageCaches()
        let (catalogs, notes, documents) = (app.catalogs, app.notes, app.documents)
        let machinePackages = app.machinePackages
        navigation = NavigationStack(
            details: { [weak app] in
                let details = DetailsViewModel(
                    catalogs: catalogs, flags: flags, notes: notes, documents: documents, time: time, formats: formats,
                    caches: caches, network: app?.outsideNetwork, machinePackages: machinePackages)
                details.document.received = { app?.received($1, of: $0) }
                details.document.missed = { app?.missed($0) }
                return details
            },
            document: { [weak app] in
                let document = DocumentViewModel(
                    $0, catalogs: catalogs, time: time, formats: formats, cache: caches.documents, store: documents,
                    network: app?.outsideNetwork)
                if $0 == .readme { document.received = { app?.received($1, of: $0) } }
                return document
            },
            relation: { [weak app] in
                RelationViewModel(
                    $0, of: $1, catalogs: catalogs, flags: flags, time: time, formats: formats,
                    network: app?.outsideNetwork)
            },
            changes: {
                ListChangesViewModel($0, of: $1, catalogs: catalogs, flags: flags, time: time, formats: formats)
            },
            comparison: {
                ComparisonViewModel(of: $0, catalogs: catalogs, flags: flags, time: time, formats: formats)
            })
        for kind in kinds {
            let last = state.searches[kind] ?? LastSearch()
            lastSearches[kind] = search(of: kind)
            lastSearches[kind]?.restore(kind == catalog ? first.text ?? last.query : last.query, sort: last.sort)
        }
        for search in searches {
            stateSaver.follow(search, app.preferences) { [weak self, weak search] in
                search.map { self?.search(of: $0.profile.kind) === $0 } ?? false
            }
        }
        if case .favorites(let scope)? = first.source {
            favorites.show(scope: scope)
        } else {
            list = search
        }
        if case .savedSearch(let id)? = first.source { restoredSavedSearch = (id, search.text) }
        favorites.scopeFollowed = { [weak self] scope in
            guard let self, list === favorites else { return }
            stateSaver.update { $0.source = .favorites(scope) }
        }
        watching = followSavedSearch() + [followSources(), followRatings(), followNetwork(), followSignIn()]
        open(first: request)
    }

    isolated deinit {
        for task in watching { task.cancel() }
    }

    /// The search of the current kind, on its current source.
    public var search: SearchViewModel { search(of: catalog) ?? searches[0] }

    /// The item that keyboard shortcuts and menus act on, with its latest known facts.
    /// This is the item in the content pane; on a list page, its selected item. In a folded window that shows the
    /// list, it is the selected item of the list. Items that are not visible are never current.
    public var current: Item? {
        guard !showsSelectionSummary else { return nil }
        guard isFolded, !isShowingContent else { return navigation.top.item }
        guard let selection, let item = navigation.first.item, item.id == selection else { return nil }
        return item
    }

    /// Several selected rows of the list; nil while there is at most one.
    public var severalSelected: SelectionViewModel? { list.selection.isActive ? list.selection : nil }

    /// Whether the content pane summarizes the selected rows, so that no single item is current. A page that was opened
    /// from there stays.
    public var showsSelectionSummary: Bool { severalSelected != nil && !navigation.canGoBack }

    /// Whether the content pane shows a picture, and not the list of a folded window.
    public var showsPicture: Bool {
        (!isFolded || isShowingContent) && !showsSelectionSummary
            && navigation.top.item?.facts.fullSizePicture != nil
    }

    /// Whether the user went to a page of a document, and not back to the list since.
    public var showsDocumentPage: Bool {
        guard isShowingContent, case .document = navigation.top.content else { return false }
        return true
    }

    /// Whether the content pane has no page but an empty one.
    public var showsNothing: Bool {
        guard case .item(let details) = navigation.top.content, case .none = details.phase else { return false }
        return !showsSelectionSummary
    }

    /// Returns what the details of a list item show from the start; nil when the list does not have the item.
    public func detailsPreview(of id: ItemID) -> (any CatalogContent)? {
        list.item(for: id)?.facts.details(nil, formats: app.formats, now: app.time.now())
    }

    /// Returns an address of the current item to copy; only http and https.
    public func link(_ kind: ItemLink.Kind) -> URL? {
        current?.facts.links.first { $0.kind == kind }?.url.asWebURL
    }

    // MARK: User actions

    /// Shows another source. A search continues with its own text, or with the words of the last search when it has none
    /// and searches the same server: no other service gets what was typed for this one.
    /// Nothing of the old list stays selected. A catalog that this program does not know is ignored.
    /// - Parameter searches: whether a saved search is sent at once, otherwise as after typing.
    public func show(_ source: ListSource, searches: Bool = true) {
        if case .savedSearch(let id) = source { return open(id, searches: searches) }
        guard source != self.source || awaitsSavedSearch else { return }
        departures = []
        dismissFailedReference()
        let (words, host) = (search.query.text.withoutQualifiers, search.profile.host)
        guard setSource(source), case .search = source else { return }
        if search.text.isEmpty, !words.isEmpty, search.profile.host == host {
            search.queryChanged(words)
        } else {
            search.resume()
        }
    }

    /// - Parameter isSaved: whether a saved search is opened, which keeps a tag that is gone.
    /// - Returns: false for a catalog that this program does not know, and for a saved search.
    func setSource(_ source: ListSource, isSaved: Bool = false) -> Bool {
        switch source {
        case .savedSearch: return false
        case .search(let kind):
            guard let search = search(of: kind) else { return false }
            (catalog, list) = (kind, search)
        case .favorites(let scope):
            // What narrowed one part of the favorites would hide most of another.
            if scope != favorites.scope { favorites.clear() }
            favorites.show(scope: scope, keepsTag: isSaved)
            list = favorites
        }
        restoredSavedSearch = nil
        closeSavedSearch()
        stateSaver.update { ($0.source, $0.catalog) = (source, catalog) }
        clearSelection()
        return true
    }

    /// Ends the selection, because the list shows other items. The item of the old list leaves the content pane.
    /// An item that was opened from elsewhere stays.
    public func clearSelection() {
        guard shownListItem != nil else { return }
        (selection, shownListItem) = (nil, nil)
        isShowingContent = false
        navigation.clear()
    }

    /// Ends the selection after the list got other rows, unless the shown item is among them or covers the list.
    public func listReplaced() {
        guard let shownListItem, list.item(for: shownListItem) == nil, !(isFolded && isShowingContent) else { return }
        clearSelection()
    }

    /// Reloads the list. Favorites come from the library, so the details next to them are reloaded from the server.
    public func refreshList() {
        list.refresh()
        if list === favorites, !isFolded { navigation.top.refresh() }
    }

    /// Ends the message that an item could not be loaded, before another search, and shows the selected item instead.
    public func dismissFailedReference() {
        guard case .resolving(_, .failed) = navigation.first.phase, !navigation.canGoBack else { return }
        navigation.clear()
        isShowingContent = false
        select(selection)
    }

    /// Selects an item of the list; nil for none. The navigation then begins with it, unless it is one of several.
    public func select(_ id: ItemID?) {
        if severalSelected != nil {
            navigation.goBack(to: 0)
            return selection = id
        }
        id.map(list.willSelect)
        guard let item = id.flatMap({ list.item(for: $0) }) else { return selection = nil }
        select(item: item)
    }

    /// Selects an item that is not in a list.
    public func select(item: Item) {
        (selection, shownListItem) = (item.id, item.id)
        isShowingContent = false
        // Without room for the details, nothing is prefetched.
        navigation.preview(item, prefetches: !isFolded)
    }

    /// Goes back to the selected item, for actions on its row.
    public func returnToSelection() {
        navigation.goBack(to: 0)
        isShowingContent = false
    }

    /// Opens the details of a list item.
    /// - Returns: false when the list no longer contains it.
    public func open(_ id: ItemID) -> Bool {
        guard let item = list.item(for: id) else { return false }
        list.itemOpened(id)
        app.viewed(item)
        shownListItem = id
        navigation.open(item)
        isShowingContent = true
        return true
    }

    /// Opens the details of an item from elsewhere than a list.
    /// - Parameter isSelected: whether it is the selected item of the list next to the content pane.
    public func open(_ item: Item, isSelected: Bool = false) {
        selection = isSelected ? item.id : nil
        shownListItem = selection
        app.viewed(item)
        navigation.open(item)
        isShowingContent = true
    }

    public func open(_ reference: ItemReference) {
        shownListItem = nil
        navigation.open(reference)
        isShowingContent = true
    }
}

/// Pages that begin at the current page, going back, and the actions on the current item.
extension WindowModel {
    public func go(to kind: DocumentKind, of item: Item) {
        navigation.go(to: kind, of: item)
        isShowingContent = true
    }

    public func go(to item: Item) {
        app.viewed(item)
        navigation.go(to: item)
        isShowingContent = true
    }

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

    /// - Returns: whether the item can be compared.
    public func goToComparison() -> Bool {
        guard let current,
            app.catalogs[current.id]?.relations?.comparableLists(of: current).isEmpty == false
        else { return false }
        navigation.go(toComparisonOf: current)
        isShowingContent = true
        return true
    }

    public func goBack(to depth: Int) { navigation.goBack(to: depth) }

    /// Goes back one page; in a folded window, from the first page to the list.
    /// - Returns: whether there was anything to go back from.
    public func goBack() -> Bool {
        if isShowingContent || !isFolded, navigation.goBack() { return true }
        guard isFolded, isShowingContent else { return false }
        isShowingContent = false
        return true
    }

    public func toggleFavorite() {
        guard let current else { return }
        // The favorites still show a removed item until the library has answered; pressing again meanwhile must not add
        // it back.
        if list === favorites, !app.favoritesModel.willBeFavorite(current.id), favorites.containsItem(current.id) {
            return
        }
        app.favoritesModel.toggle(current)
    }

    /// Toggles the account's own star. Does not change the favorite.
    public func toggleStarOnServer() {
        guard let current, let stars = app.stars, let isStarred = stars.state(of: current.id) else { return }
        stars.setStarred(!isStarred, current)
    }

    public func toggleFollow() {
        guard let current, let follows = app.follows, let isFollowed = follows.states[current.id]?.isFollowed else {
            return
        }
        follows.setFollowed(!isFollowed, current)
    }
}

/// What a window showed when a link of the details led to another list: an entry of the history that Back goes through.
@MainActor public struct Departure {
    let source: ListSource
    let savedSearch: OpenedSavedSearch?
    let text: String
    let order: ItemOrder?
    let pages: NavigationStack.Snapshot
    public let selection: ItemID?
    let shownListItem: ItemID?
    let isShowingContent: Bool

    /// Whether the content pane showed anything.
    public var hasPages: Bool { pages.item != nil }
}

/// Searches that links of the details lead to, and the way back.
extension WindowModel {
    /// The most departures to keep. Beyond that, the oldest is dropped.
    static let maxDepartures = 10

    /// Searches for words in the catalog that the current page's item belongs to. Adds them to the search that the list
    /// shows; any other is replaced. If the list shows that search already, only goes to the list.
    public func search(adding words: String) {
        let kind = navigation.top.item?.id.catalog ?? catalog
        if listSource == .search(kind), search.isSearched(with: words) {
            isShowingContent = false
            return
        }
        guard let departure = depart(to: .search(kind)) else { return }
        if departure.source == .search(kind) {
            search.searchAgain(adding: words)
        } else {
            search.searchAgain(recent: words)
        }
    }

    /// Shows the list of the last departure again.
    /// - Returns: what `restore` needs; nil when there was no departure.
    public func returnToDeparture() -> Departure? {
        guard let departure = departures.popLast(),
            setSource(departure.source, isSaved: departure.savedSearch != nil)
        else { return nil }
        list.show(departure.text, sort: departure.order, searches: true)
        openedSavedSearch = departure.savedSearch
        return departure
    }

    public func restore(_ departure: Departure) {
        navigation.restore(departure.pages)
        (selection, shownListItem) = (departure.selection, departure.shownListItem)
        isShowingContent = departure.isShowingContent
    }
}

@MainActor @Observable public final class PictureViewOptions {
    /// Whether the panel with what is known about the picture is next to it. Saved for the next start.
    public private(set) var showsInformation: Bool
    public var isFullScreen = false

    @ObservationIgnored private let stateSaver: WindowStateSaver

    init(_ stateSaver: WindowStateSaver) {
        self.stateSaver = stateSaver
        showsInformation = stateSaver.state.showsPictureInformation
    }

    public func toggleInformation() {
        showsInformation.toggle()
        stateSaver.update { $0.showsPictureInformation = showsInformation }
    }
}
