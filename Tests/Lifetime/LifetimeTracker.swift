import GtkBridge
import StargazerCore
import StargazerUI

/// Weak references to a window and its parts.
@MainActor final class LifetimeTracker {
    private weak var window: MainWindow?
    private weak var model: WindowModel?
    private weak var search: ListPage?
    private weak var otherSearch: ListPage?
    private weak var favorites: ListPage?
    private weak var details: (any NavigationPageView)?
    private weak var relation: (any NavigationPageView)?
    private weak var relationList: ItemCollection?
    private weak var relationModel: RelationViewModel?
    private weak var results: ItemCollection?
    private weak var searchModel: SearchViewModel?
    private weak var favoritesViewModel: FavoritesViewModel?
    private weak var detailsModel: DetailsViewModel?
    private weak var preferences: PreferencesWindow?
    private let widgets: [(name: String, object: WeakGObject)]

    init(_ visit: WindowWalkthrough) {
        window = visit.window
        model = visit.model
        search = visit.firstSearch
        otherSearch = visit.window.page
        favorites = visit.favorites
        details = visit.window.detailsPane.top
        relation = visit.relationPage
        relationList = visit.relationList
        relationModel = visit.relationModel
        results = visit.window.list
        searchModel = visit.model.search
        favoritesViewModel = visit.model.favorites
        detailsModel = visit.model.navigation.first
        preferences = visit.preferences
        let widgets: [(String, WeakGObject?)] = [
            ("the window's widget", WeakGObject(visit.window.root)),
            ("the search page's widget", WeakGObject(visit.window.page.root)),
            ("the favorites page's widget", visit.favorites.map { WeakGObject($0.root) }),
            ("the details pane's widget", WeakGObject(visit.window.detailsPane.root)),
            ("the results' widget", WeakGObject(visit.window.list.root)),
            ("the closed preferences' widget", visit.closedPreferences),
            ("the open preferences' widget", visit.openPreferences),
        ]
        self.widgets = widgets.compactMap { name, object in object.map { (name: name, object: $0) } }
    }

    /// The names of the objects that are still alive.
    var survivors: [String] {
        let controllers: [(String, AnyObject?)] = [
            ("MainWindow", window), ("WindowModel", model), ("ListPage", search),
            ("the other catalog's ListPage", otherSearch), ("the favorites' ListPage", favorites),
            ("DetailsPage", details), ("ItemCollection", results), ("SearchViewModel", searchModel),
            ("FavoritesViewModel", favoritesViewModel), ("DetailsViewModel", detailsModel),
            ("PreferencesWindow", preferences), ("RelationPage", relation),
            ("the list's ItemCollection", relationList), ("RelationViewModel", relationModel),
        ]
        return controllers.filter { $0.1 != nil }.map(\.0) + widgets.filter(\.object.isAlive).map(\.name)
    }
}

/// A key store that saves nothing, so that signing in lasts for the session only.
struct EmptyTokenStore: TokenStore {
    func token(for server: String) async throws(TokenStoreFailure) -> StoredToken? { nil }
    func store(_ token: Secret, account: String, for server: String) async throws(TokenStoreFailure) {
        throw .noService
    }
    func remove(for server: String) async throws(TokenStoreFailure) {}
    func unlock(for server: String) async throws(TokenStoreFailure) {}
}
