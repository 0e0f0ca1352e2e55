@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// The item that keyboard shortcuts act on, and going back.
@MainActor struct WindowModelTests {
    private let scene = WindowFixture()

    @Test func `keyboard shortcuts act on the selected item with its latest facts`() async {
        scene.catalog.replyDetails { _ in .success(.sample(1, watchers: 5) { $0.stars = 77 }) }
        let window = await scene.searched(1...3)
        #expect(window.current == nil)
        window.select(.sample(1))
        #expect(window.current?.id == .sample(1))
        #expect(window.open(.sample(1)))
        await eventually { window.current?.repository?.stars == 77 }
    }

    @Test func `keyboard shortcuts do not act on items that are not visible`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        // No row is selected, and the pane still shows the item.
        window.select(nil)
        #expect(window.current?.id == .sample(1))
        window.isFolded = true
        #expect(window.current?.id == .sample(1), "the pane is all that shows")
        #expect(window.goBack())
        #expect(window.current == nil, "only the list shows, and nothing in it is selected")
        window.toggleFavorite()
        await scene.app.settled()
        #expect(scene.library.favorites.isEmpty)
        window.select(.sample(2))
        #expect(window.current?.id == .sample(2))
    }

    @Test func `no single item is current while several rows are selected`() async {
        let window = await scene.searched(1...3)
        window.select(.sample(1))
        window.search.selection.rowsChanged(.items([.sample(1), .sample(2)]))
        window.select(.sample(2))
        #expect(window.current == nil && window.showsSelectionSummary && !window.showsNothing)
        #expect(window.navigation.first.item?.id == .sample(1), "the details of the last row are not loaded")
        window.toggleFavorite()
        await scene.app.settled()
        #expect(scene.library.favorites.isEmpty)
        window.go(to: .sample(3))
        #expect(window.current?.id == .sample(3), "a page over the summary")
        #expect(window.goBack())
        window.search.selection.rowsChanged(.none)
        window.select(.sample(2))
        #expect(window.current?.id == .sample(2) && !window.showsSelectionSummary)
    }

    @Test func `the item of the old list leaves the pane when other rows come`() async {
        let window = await scene.searched(1...3)
        window.select(.sample(1))
        window.listReplaced()
        #expect(window.selection == .sample(1), "it is in the list")
        scene.catalog.reply { _ in .success(.sample(7...9)) }
        window.search.queryChanged("other")
        window.search.submit()
        await eventually { window.search.item(for: .sample(1)) == nil }
        // The row is gone, so no row is selected.
        window.select(nil)
        window.listReplaced()
        #expect(window.current == nil && window.selection == nil && window.navigation.first.phase == .none)
    }

    @Test func `details that cover the list stay when other rows come`() async {
        let window = await scene.searched(1...3)
        window.isFolded = true
        window.select(.sample(1))
        #expect(window.open(.sample(1)))
        window.listReplaced()
        #expect(window.current?.id == .sample(1))
    }

    @Test func `an item opened from elsewhere stays when other rows come`() async {
        let window = await scene.searched(1...3)
        window.open(Item.sample(7))
        window.listReplaced()
        #expect(window.current?.id == .sample(7))
    }

    @Test func `another source takes the item of the old list out of the pane, and comes back at the next start`()
        async
    {
        let window = await scene.searched(1...3)
        window.select(.sample(1))
        window.show(.favorites(.all))
        #expect(window.current == nil && window.list === window.favorites)
        window.stateSaver.saveNow()
        let next = WindowModel(scene.app)
        #expect(next.source == .favorites(.all) && next.catalog == .repositories)
        next.show(.search(.repositories))
        #expect(next.list === next.search)
    }

    @Test func `a search named at the start shows instead of the last source`() async {
        let window = await scene.searched(1...3)
        window.show(.favorites(.all))
        window.stateSaver.saveNow()
        #expect(WindowModel(scene.app, opening: .search("swift", in: nil)).source == .search(.repositories))
    }

    @Test func `an unknown catalog is no source`() async {
        let window = await scene.searched(1...3)
        window.show(.search(CatalogKind(rawValue: "unknown")))
        #expect(window.source == .search(.repositories))
    }

    @Test func `an item outside the lists can be selected without a request`() async {
        let window = await scene.searched(1...3)
        window.select(item: .sample(7))
        #expect(window.current?.id == .sample(7) && window.navigation.first.phase.progress == .preview)
        #expect(!window.isShowingContent)
        window.isFolded = true
        #expect(window.current?.id == .sample(7))
        window.select(nil)
        #expect(window.current == nil, "what keys acted on is no longer to be seen")
        #expect(!scene.library.log.contains { $0.hasPrefix("viewed") }, "it was not opened")
    }

    @Test func `a selected favorite shows as a favorite before its facts have been loaded`() async {
        scene.library.change { $0 = [.sample(5)] }
        let window = await scene.searched(1...3)
        window.show(.favorites(.all))
        window.favorites.shown(true)
        await eventually { window.favorites.item(for: .sample(5)) != nil }
        scene.library.holdNextFacts()
        window.select(.sample(5))
        #expect(window.navigation.first.phase.shownFlags?.isFavorite == true)
        await eventually { scene.library.holdsFacts }
        // It was removed elsewhere meanwhile.
        scene.library.change { $0 = [] }
        scene.library.releaseFacts()
        await eventually { window.navigation.first.phase.shownFlags?.isFavorite == false }
    }

    @Test(arguments: [false, true])
    func `refreshing favorites also reloads the details next to them`(isFolded: Bool) async {
        scene.library.change { $0 = [.sample(5)] }
        scene.catalog.replyDetails { _ in .success(.sample(5, watchers: 5)) }
        let window = await scene.searched(1...3)
        window.show(.favorites(.all))
        window.favorites.shown(true)
        await eventually { window.favorites.item(for: .sample(5)) != nil }
        #expect(window.open(.sample(5)))
        await eventually { window.navigation.first.phase.progress == .loaded }
        window.isFolded = isFolded
        let before = scene.catalog.requestedDetails.count
        window.refreshList()
        await eventually { scene.catalog.requestedDetails.count > before || isFolded }
        await settle()
        #expect(scene.catalog.requestedDetails.count == before + (isFolded ? 0 : 1))
    }

    @Test func `a second press on a removed favorite does not add it again`() async {
        scene.library.change { $0 = [.sample(5), .sample(6)] }
        let window = await scene.searched(1...3)
        window.show(.favorites(.all))
        window.favorites.shown(true)
        await eventually { window.favorites.item(for: .sample(5)) != nil }
        window.select(.sample(5))
        window.toggleFavorite()
        window.toggleFavorite()
        await scene.app.settled()
        #expect(scene.library.favorites.map(\.id) == [.sample(6)])
        // Once the list no longer contains it, the press applies to the visible item.
        await eventually { !window.favorites.containsItem(.sample(5)) }
        window.toggleFavorite()
        await eventually { scene.library.favorites.count == 2 }
    }

    @Test(arguments: [true, false])
    func `a favorite removed elsewhere stays removed when it is selected in an old list`(isPressed: Bool) async {
        scene.library.change { $0 = [.sample(5), .sample(6)] }
        let window = await scene.searched(1...3)
        window.show(.favorites(.all))
        window.favorites.shown(true)
        await eventually { window.favorites.item(for: .sample(5)) != nil }
        window.select(.sample(5))
        await eventually { scene.app.favoritesModel.contains(.sample(5)) }
        await settle()
        scene.library.holdNextResponse()
        if isPressed {
            window.toggleFavorite()
        } else {
            // Another process removed it.
            scene.library.change { $0 = [.sample(6)] }
        }
        await eventually { !scene.app.favoritesModel.contains(.sample(5)) }
        await eventually { scene.library.holdsResponse }
        #expect(window.favorites.containsItem(.sample(5)))
        window.select(.sample(5))
        #expect(window.navigation.first.phase.shownFlags?.isFavorite == false)
        window.favorites.toggleFavorite(.sample(5))
        await scene.app.settled()
        #expect(scene.library.log.filter { $0 == "remove 5" }.count == (isPressed ? 1 : 0))
        scene.library.releaseResponse()
        await eventually { !window.favorites.containsItem(.sample(5)) }
        #expect(!scene.app.favoritesModel.contains(.sample(5)))
    }

    @Test func `Back pops the navigation stack first, then returns to a hidden list`() async {
        let window = await scene.searched(1...3)
        window.isFolded = true
        #expect(!window.goBack(), "the list shows already")
        #expect(window.open(.sample(1)))
        window.go(to: .sample(7))
        #expect(window.goBack() && window.isShowingContent)
        #expect(window.goBack() && !window.isShowingContent)
        #expect(!window.goBack())
    }

    @Test func `keyboard shortcuts act on the visible page, not on the row it was opened from`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        window.go(to: .sample(7))
        #expect(window.current?.id == .sample(7))
        window.toggleFavorite()
        await scene.app.settled()
        #expect(scene.library.favorites.map(\.id) == [.sample(7)])
    }

    @Test func `a row's action acts on the row whatever page is visible`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        window.go(to: .sample(7))
        window.select(.sample(1))
        window.returnToSelection()
        #expect(window.current?.id == .sample(1) && !window.navigation.canGoBack)
    }

    @Test func `an item that its list no longer contains is not opened`() async {
        let window = await scene.searched(1...3)
        #expect(!window.open(.sample(50)))
        #expect(!window.isShowingContent)
    }

    @Test func `the details ask for a selection only while there is something to select`() async {
        let window = await scene.searched(1...3)
        #expect(window.list.canSelect)
        window.show(.favorites(.all))
        window.favorites.shown(true)
        await eventually("no favorites") { !window.list.canSelect }
        window.show(.search(.repositories))
        #expect(window.list.canSelect)
    }

    @Test func `what failed without a connection is repeated when the network is back, and nothing else`() async {
        let window = await scene.searched(1...3)
        scene.catalog.reply { _ in .failure(.offline) }
        scene.catalog.replyDetails { _ in .failure(.offline) }
        #expect(window.open(.sample(1)))
        window.search.queryChanged("other")
        window.search.submit()
        await eventually("the search failed") {
            if case .results(_, notice: .some) = window.search.phase { true } else { false }
        }
        await eventually("the details failed") { window.hasFailedDetails }
        scene.network.isAvailable = false
        await settle()
        #expect(scene.catalog.texts == ["swift", "other"], "there is no network to repeat it on")
        scene.catalog.reply { _ in .success(.sample(7...9)) }
        scene.catalog.replyDetails { _ in .success(.sample(1, watchers: 5)) }
        scene.network.isAvailable = true
        await eventually("the results are there") { window.search.item(for: .sample(7)) != nil }
        await eventually("the details are there") { !window.hasFailedDetails }
        scene.network.report()
        await settle()
        #expect(scene.catalog.texts == ["swift", "other", "other"] && scene.catalog.requestedDetails.count == 2)
    }

    @Test func `another network repeats nothing that failed for another reason`() async {
        let window = await scene.searched(1...3)
        scene.catalog.reply { _ in .failure(.server(status: 502)) }
        window.search.queryChanged("other")
        window.search.submit()
        await eventually("the search failed") {
            if case .results(_, notice: .some) = window.search.phase { true } else { false }
        }
        scene.network.report()
        await settle()
        #expect(scene.catalog.texts == ["swift", "other"])
    }

    @Test func `a search that needs an account is repeated after signing in`() async {
        let scene = WindowFixture(
            account: AccountDependencies(
                account: ScriptedAccount(), store: ScriptedTokenStore(),
                tokenPages: TokenPageURLs(fineGrained: nil, classic: nil)
            ) { AsyncStream { _ in } })
        let window = await scene.searched(1...3)
        await eventually("signed out") { scene.app.account?.phase == .signedOut(SignedOutContent()) }
        scene.catalog.reply { _ in .failure(.unauthorized) }
        window.search.queryChanged("other")
        window.search.submit()
        await eventually("the search failed") {
            if case .failed = window.search.phase { true } else { false }
        }
        #expect(!window.list.canSelect)
        scene.catalog.reply { _ in .success(.sample(7...9)) }
        scene.app.account?.signIn(typed: AccountFixture.good)
        await eventually("the results are there") { window.search.item(for: .sample(7)) != nil }
        #expect(scene.catalog.texts == ["swift", "other", "other"])
        scene.catalog.reply { _ in .failure(.unauthorized) }
        window.search.refresh()
        await eventually("it failed again") { scene.catalog.texts.count == 4 && !window.search.phase.isAsking }
        scene.app.account?.signOut()
        await settle()
        #expect(scene.catalog.texts.count == 4, "signing out repeats nothing")
    }

    @Test func `opening a result records its search in the history`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        await eventually { window.search.recentQueries == ["swift"] }
    }
}

extension WindowModel {
    fileprivate var hasFailedDetails: Bool {
        if case .shown(_, .failed) = navigation.first.phase { true } else { false }
    }
}
