import CStargazer
import GtkBridge
import StargazerCore
import StargazerUI

/// One window on the sample catalog, and a walk through all its places.
@MainActor final class WindowVisit {
    let window: MainWindow
    let model: WindowModel
    fileprivate weak var preferences: PreferencesWindow?
    fileprivate var openPreferences: WeakGObject?
    fileprivate var closedPreferences: WeakGObject?

    init(application: Handle) {
        let composition = Composition.sample(tokenStore: NoTokenStore())
        model = WindowModel(composition, formats: Formats(locale: Installation.locale))
        window = MainWindow(
            application: application, model: model, pictures: PictureStore(composition),
            openSample: nil)
        gtk_window_present(window.root.cast())
    }

    func everything() async {
        await model.start()
        model.search.queryChanged("swift")
        model.search.submit()
        await eventually { self.model.search.phase.shownResults != nil }
        guard let first = model.search.phase.shownResults?.rows.first?.id else { return }
        window.open(first)
        model.search.toggleFavorite(first)
        await eventually { self.model.shelf.contains(first) }
        model.search.loadNextBatch()
        window.search.results.events.showMenu(first)
        await eventually { (self.model.search.phase.shownResults?.rows.count ?? 0) > 100 }
        window.show(view: "favorites")
        model.favorites.filterChanged("no such thing")
        await eventually { self.model.favorites.phase == .noMatch(filter: "no such thing") }
        model.favorites.filterChanged("")
        model.shelf.remove(first)
        await eventually { !self.model.shelf.contains(first) }
        model.search.queryChanged("no-such-repository-anywhere")
        model.search.submit()
        await eventually { self.model.search.phase == .empty(query: "no-such-repository-anywhere") }
        window.show(view: "search")
        await visitPreferences()
    }

    /// Signs in while the account is looked at, and out again.
    private func visitAccount() async {
        guard let account = model.account else { return }
        window.showPreferences(.account)
        await eventually { account.phase == .signedOut(SignedOutContent()) }
        account.signIn(typed: "ghp_sample")
        await eventually { if case .signedIn = account.phase { true } else { false } }
        if let first = model.search.phase.shownResults?.rows.first?.id { model.search.toggleFavorite(first) }
        await model.stars?.settled()
        account.signOut()
        await account.settled()
    }

    private func visitPreferences() async {
        await visitAccount()
        window.showPreferences(.search)
        if let root = window.preferences?.root {
            closedPreferences = WeakGObject(root)
            gtk_window_close(root.cast())
        }
        await eventually { self.window.preferences == nil }
        // These go with the window.
        window.showPreferences()
        preferences = window.preferences
        openPreferences = window.preferences.map { WeakGObject($0.root) }
    }

    func close() { gtk_window_destroy(window.root.cast()) }
}

/// Weak eyes on a window and all it is made of.
@MainActor final class LifetimeWatch {
    private weak var window: MainWindow?
    private weak var model: WindowModel?
    private weak var search: SearchPage?
    private weak var favorites: FavoritesPage?
    private weak var details: DetailsPage?
    private weak var results: ItemList?
    private weak var searchModel: SearchViewModel?
    private weak var favoritesModel: FavoritesViewModel?
    private weak var detailsModel: DetailsViewModel?
    private weak var shelf: FavoritesShelf?
    private weak var account: AccountViewModel?
    private weak var stars: GitHubStars?
    private weak var preferences: PreferencesWindow?
    private let widgets: [(name: String, object: WeakGObject)]

    init(_ visit: WindowVisit) {
        window = visit.window
        model = visit.model
        search = visit.window.search
        favorites = visit.window.favorites
        details = visit.window.details
        results = visit.window.search.results
        searchModel = visit.model.search
        favoritesModel = visit.model.favorites
        detailsModel = visit.model.details
        shelf = visit.model.shelf
        account = visit.model.account
        stars = visit.model.stars
        preferences = visit.preferences
        let widgets: [(String, WeakGObject?)] = [
            ("the window's widget", WeakGObject(visit.window.root)),
            ("the search page's widget", WeakGObject(visit.window.search.root)),
            ("the favorites page's widget", WeakGObject(visit.window.favorites.root)),
            ("the details pane's widget", WeakGObject(visit.window.details.root)),
            ("the results' widget", WeakGObject(visit.window.search.results.root)),
            ("the closed preferences' widget", visit.closedPreferences),
            ("the open preferences' widget", visit.openPreferences),
        ]
        self.widgets = widgets.compactMap { name, object in object.map { (name: name, object: $0) } }
    }

    /// What is still alive, by name.
    var survivors: [String] {
        let controllers: [(String, AnyObject?)] = [
            ("MainWindow", window), ("WindowModel", model), ("SearchPage", search), ("FavoritesPage", favorites),
            ("DetailsPage", details), ("AccountViewModel", account), ("GitHubStars", stars), ("ItemList", results),
            ("SearchViewModel", searchModel),
            ("FavoritesViewModel", favoritesModel), ("DetailsViewModel", detailsModel), ("FavoritesShelf", shelf),
            ("PreferencesWindow", preferences),
        ]
        return controllers.filter { $0.1 != nil }.map(\.0) + widgets.filter(\.object.isAlive).map(\.name)
    }
}

/// A key store that keeps nothing: signing in is for the session only.
private struct NoTokenStore: TokenStore {
    func token(for server: String) async throws(TokenStoreFailure) -> KeptToken? { nil }
    func store(_ token: Secret, account: String, for server: String) async throws(TokenStoreFailure) {
        throw .noService
    }
    func remove(for server: String) async throws(TokenStoreFailure) {}
    func unlock(for server: String) async throws(TokenStoreFailure) {}
}
