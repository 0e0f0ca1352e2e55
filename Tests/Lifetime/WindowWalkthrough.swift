import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary
import StargazerUI

/// A window on the sample catalog, and a walkthrough of all its pages.
@MainActor final class WindowWalkthrough {
    let window: MainWindow
    let model: WindowModel
    private(set) weak var preferences: PreferencesWindow?
    private(set) weak var firstSearch: ListPage?
    private(set) weak var favorites: ListPage?
    private weak var navigationPage: (any NavigationPageView)?
    private weak var navigationModel: RelationViewModel?
    private weak var changesModel: ListChangesViewModel?
    private weak var comparisonModel: ComparisonViewModel?
    private(set) weak var relationPage: (any NavigationPageView)?
    private(set) weak var relationList: ItemCollection?
    private(set) weak var relationModel: RelationViewModel?
    private(set) var openPreferences: WeakGObject?
    private(set) var closedPreferences: WeakGObject?

    init(application: Handle, app: AppModel, pictures: PictureStore) {
        model = WindowModel(app)
        window = MainWindow(application: application, model: model, pictures: pictures, openSample: nil)
        gtk_window_present(window.root.cast())
    }

    func visitEverything() async throws(WalkthroughFailure) {
        // The previous window left another catalog selected.
        window.show(.search(model.searches[0].profile.kind))
        await model.app.start()
        try await search(for: "swift")
        guard let first = firstRow else { throw WalkthroughFailure(what: "rows that stay") }
        try await visitSavedSearch()
        window.open(first)
        try await visitGetIt()
        try await visitNavigation()
        model.search.toggleFavorite(first)
        try await eventually("a favorite") { self.model.app.favoritesModel.contains(first) }
        model.search.loadNextBatch()
        ItemActions.run(.showMenu, first, from: window.list.root)
        try await eventually("more rows") { (self.model.search.phase.shownResults?.rows.count ?? 0) > 100 }
        window.show(.favorites(.all))
        favorites = window.page
        model.favorites.queryChanged("no such thing")
        try await eventually("an empty filter") { self.model.favorites.phase == .noMatch(.all, text: "no such thing") }
        model.favorites.queryChanged("")
        try await eventually("the favorite's row") { self.model.favorites.item(for: first) != nil }
        model.favorites.toggleFavorite(first)
        try await eventually("no favorite") { !self.model.app.favoritesModel.contains(first) }
        model.search.queryChanged("no-such-repository-anywhere")
        model.search.submit()
        try await eventually("no results") { self.model.search.phase == .empty(query: "no-such-repository-anywhere") }
        window.show(.search(model.catalog))
        try await visitPreferences()
        firstSearch = window.page
        try await visitRelations(of: "minerals", "gold wires")
        try await visitComparison()
        try await visitRelations(of: "people", "golden")
        try await visitSources()
    }

    /// Searches for photos on each of their services.
    private func visitSources() async throws(WalkthroughFailure) {
        window.show(.search(.photos))
        try await search(for: "golden")
        for service in model.app.sources.services(of: .photos).reversed() {
            model.chooseSource(service)
            try await eventually("the page of \(service)") { self.window.page.model === self.model.list }
            try await eventually("results of \(service)") { self.model.search.phase.shownResults != nil }
        }
        window.show(.search(model.searches[0].profile.kind))
    }

    private var firstRow: ItemID? { model.search.phase.shownResults?.rows.first?.id }

    /// Searches and waits for the results of this search. Until then, those of the previous search are visible.
    private func search(for words: String) async throws(WalkthroughFailure) {
        model.search.queryChanged(words)
        model.search.submit()
        try await eventually("results for “\(words)”") {
            if case .results = self.model.search.phase { true } else { false }
        }
    }

    /// Saves the search, opens it again, and deletes it.
    private func visitSavedSearch() async throws(WalkthroughFailure) {
        guard let draft = model.savedSearchDraft, let saved = try? await model.saveSearch(draft, as: "Saved")
        else { throw WalkthroughFailure(what: "a saved search") }
        window.show(.favorites(.all))
        window.show(.savedSearch(saved.id))
        try await eventually("the saved search") { self.model.source == .savedSearch(saved.id) }
        try await eventually("what was seen of it") { self.model.app.savedSearches[saved.id]?.seenAt != nil }
        model.app.savedSearchRefresher.refresh()
        try await eventually("no refresh any more") { !self.model.app.savedSearchRefresher.isRunning }
        _ = try? await model.app.savedSearches.delete(saved.id)
        try await eventually("the plain search") { self.model.source == .search(self.model.catalog) }
    }

    /// Opens the popover with the packages at its button, and at the menu that has it in a narrow window.
    private func visitGetIt() async throws(WalkthroughFailure) {
        var found: Handle?
        try await eventually("the button Get It") {
            found = self.menuButton(labeled: "Get It", in: self.window.detailsPane.top.root)
            return found.map { gtk_widget_get_mapped($0.widget) != 0 } == true
        }
        guard let button = found else { return }
        let getIt = model.navigation.first.getIt
        gtk_menu_button_popup(button.opaque)
        try await eventually("packages that were looked up") {
            switch getIt.packages {
            case .found, .nothing, .unavailable: true
            case .unknown, .looking: false
            }
        }
        gtk_menu_button_popdown(button.opaque)
        Actions.activate("details.get-it", from: button)
        let menu = button.parent?.children.last
        try await eventually("its popover at the menu") {
            guard let menu, let popover = gtk_menu_button_get_popover(menu.opaque) else { return false }
            return gtk_widget_get_mapped(Handle(popover).widget) != 0
        }
    }

    private func menuButton(labeled label: String, in widget: Handle) -> Handle? {
        if widget.isA("GtkMenuButton") {
            let text = gtk_menu_button_get_label(widget.opaque).map { String(cString: $0) }
            return text == label ? widget : nil
        }
        return widget.children.lazy.compactMap { self.menuButton(labeled: label, in: $0) }.first
    }

    /// Pushes a page, goes back, and pushes another one, which selecting the next row removes.
    private func visitNavigation() async throws(WalkthroughFailure) {
        let rows = model.search.phase.shownResults?.rows ?? []
        guard rows.count > 2, let second = model.search.item(for: rows[1].id) else {
            throw WalkthroughFailure(what: "items")
        }
        window.go(to: second)
        navigationPage = window.detailsPane.top
        guard model.navigation.canGoBack, window.goBack(), !model.navigation.canGoBack else {
            throw WalkthroughFailure(what: "a trail")
        }
        try await eventually("a page that is gone when it was gone back from") { self.navigationPage == nil }
        window.go(to: second)
        window.open(rows[2].id)
        guard !model.navigation.canGoBack else { throw WalkthroughFailure(what: "a trail that begins anew") }
    }

    /// Opens a related list, one of its items, and that item's list, and goes back. Then opens a list that stays open
    /// when the window closes.
    private func visitRelations(of catalog: String, _ words: String) async throws(WalkthroughFailure) {
        window.show(.search(CatalogKind(rawValue: catalog)))
        try await search(for: words)
        guard let first = firstRow, first.catalog.rawValue == catalog else { throw WalkthroughFailure(what: catalog) }
        window.open(first)
        try await openNextPage()
        try await openNextPage()
        navigationModel = relationModel
        navigationPage = relationPage
        guard window.goBack(), window.goBack() else { throw WalkthroughFailure(what: "a list to go back to") }
        try await eventually("a list that is gone when it was gone back from") {
            self.navigationPage == nil && self.navigationModel == nil
        }
        try await openNextPage()
    }

    /// Opens the first related list of the top item, and the first item of the list.
    private func openNextPage() async throws(WalkthroughFailure) {
        guard let item = model.navigation.top.item,
            let kind = model.app.catalogs[item.id.catalog]?.relations?.kinds(of: item).first
        else { throw WalkthroughFailure(what: "a way on") }
        window.go(to: kind, of: item)
        guard case .list(let list) = model.navigation.top.content else { throw WalkthroughFailure(what: "a list") }
        relationModel = list
        relationPage = window.detailsPane.top
        try await eventually("items of the list “\(kind.rawValue)” of \(item.title)") {
            list.phase.shown?.rows.isEmpty == false
        }
        try await eventually("a selected row") { list.selection != nil }
        relationList = window.detailsPane.top.list
        if let items = relationList, let id = list.selection {
            ItemActions.run(.showMenu, id, from: items.root)
            items.closeMenu()
        }
        list.filterChanged("no such thing")
        try await eventually("nothing that matches") { list.phase.shown == nil }
        list.filterChanged("")
        guard let next = list.phase.shown?.rows.first.flatMap({ list.item(for: $0.id) }) else {
            throw WalkthroughFailure(what: "an item of the list")
        }
        window.go(to: next)
    }

    /// Opens the page with the new and lost followers of the account, and goes back.
    private func visitChanges() async throws(WalkthroughFailure) {
        window.show(.search(CatalogKind(rawValue: "people")))
        try await search(for: "sample-stargazer")
        try await eventually("the account itself") {
            guard let first = self.firstRow, let item = self.model.search.item(for: first) else { return false }
            return self.model.app.follows?.isOwn(item) == true
        }
        if let first = firstRow { window.open(first) }
        window.goToChanges()
        if case .changes(let changes) = model.navigation.top.content { changesModel = changes }
        navigationPage = window.detailsPane.top
        try await eventually("what was seen before") {
            if case .ready = self.changesModel?.phase { true } else { false }
        }
        changesModel?.load()
        try await eventually("who is new") { if case .shown = self.changesModel?.phase { true } else { false } }
        guard window.goBack() else { throw WalkthroughFailure(what: "a page to go back from") }
        try await eventually("changes that are gone when they were gone back from") {
            self.navigationPage == nil && self.changesModel == nil
        }
        window.show(.search(model.searches[0].profile.kind))
    }

    /// Opens a comparison of two people and goes back.
    private func visitComparison() async throws(WalkthroughFailure) {
        window.show(.search(CatalogKind(rawValue: "people")))
        try await search(for: "nobody-follows")
        guard model.search.phase.shownResults?.rows.first?.isExactMatch == true else {
            throw WalkthroughFailure(what: "somebody of exactly that name")
        }
        if let first = firstRow { window.open(first) }
        window.goToComparison()
        navigationPage = window.detailsPane.top
        if case .comparison(let comparison) = model.navigation.top.content { comparisonModel = comparison }
        comparisonModel?.choose(named: "robin-vale_acme")
        try await eventually("what it takes") { if case .ready = self.comparisonModel?.phase { true } else { false } }
        comparisonModel?.compare()
        try await eventually("what they have in common") {
            if case .shown = self.comparisonModel?.phase { true } else { false }
        }
        guard window.goBack() else { throw WalkthroughFailure(what: "a comparison to go back from") }
        try await eventually("a comparison that is gone when it was gone back from") {
            self.navigationPage == nil && self.comparisonModel == nil
        }
    }

    /// Signs in and out while the account page is open.
    private func visitAccount() async throws(WalkthroughFailure) {
        guard let account = model.app.account else { throw WalkthroughFailure(what: "an account") }
        window.showPreferences(.account)
        try await eventually("signing in") { account.phase == .signedOut(SignedOutContent()) }
        account.signIn(typed: "ghp_sample")
        try await eventually("an account that is signed in") {
            if case .signedIn = account.phase { true } else { false }
        }
        if let first = firstRow { model.search.toggleFavorite(first) }
        await model.app.settled()
        try await visitChanges()
        account.signOut()
        await account.settled()
    }

    private func visitPreferences() async throws(WalkthroughFailure) {
        try await visitAccount()
        window.showPreferences(.search)
        if let root = window.preferences?.root {
            closedPreferences = WeakGObject(root)
            gtk_window_close(root.cast())
        }
        try await eventually("closed preferences") { self.window.preferences == nil }
        // This window closes together with the main window.
        window.showPreferences()
        preferences = window.preferences
        openPreferences = window.preferences.map { WeakGObject($0.root) }
    }

    func close() { gtk_window_destroy(window.root.cast()) }
}
