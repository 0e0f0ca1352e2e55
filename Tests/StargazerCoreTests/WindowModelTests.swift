import TestSupport
import Testing

@testable import StargazerCore

/// What keys and menus act on, and where Back leads.
@MainActor struct WindowModelTests {
    private let scene = WindowFixture()

    @Test func `keys act on the selected item, as fresh as it is known`() async {
        scene.catalog.replyDetails { _ in .success(.sample(1, watchers: 5) { $0.stars = 77 }) }
        let window = await scene.searched(1...3)
        #expect(window.current == nil)
        window.select(.sample(1), in: .search)
        #expect(window.current?.id == .sample(1))
        #expect(window.open(.sample(1), in: .search))
        await eventually { window.current?.repository?.stars == 77 }
    }

    @Test func `what is not to be seen is not acted on`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1), in: .search))
        // New results: none of their rows is selected, and the pane still shows the item.
        window.select(nil, in: .search)
        #expect(window.current?.id == .sample(1))
        window.isFolded = true
        #expect(window.current?.id == .sample(1), "the pane is all that shows")
        #expect(window.goBack())
        #expect(window.current == nil, "only the list shows, and nothing in it is selected")
        window.toggleFavorite(in: .search)
        await scene.app.settled()
        #expect(scene.library.kept.isEmpty)
        window.select(.sample(2), in: .search)
        #expect(window.current?.id == .sample(2))
    }

    @Test func `an item that is in no list is taken as a row is: shown, and asked nothing for`() async {
        let window = await scene.searched(1...3)
        window.select(.sample(7))
        #expect(window.current?.id == .sample(7) && window.navigation.first.phase.progress == .preview)
        #expect(!window.isShowingContent)
        window.isFolded = true
        #expect(window.current?.id == .sample(7))
        window.select(nil)
        #expect(window.current == nil, "what keys acted on is no longer to be seen")
        #expect(!scene.library.log.contains { $0.hasSuffix("viewed") }, "it was not opened")
    }

    @Test func `what is selected among the favorites shows as one before the library has been asked about it`() async {
        scene.library.change { $0 = [.sample(5)] }
        let window = await scene.searched(1...3)
        window.favorites.shown(true)
        await eventually { window.favorites.item(for: .sample(5)) != nil }
        scene.library.holdNextFacts()
        window.select(.sample(5), in: .favorites)
        #expect(window.navigation.first.phase.shownFlags?.isFavorite == true)
        await eventually { scene.library.holdsFacts }
        // Meanwhile it was taken off elsewhere.
        scene.library.change { $0 = [] }
        scene.library.releaseFacts()
        await eventually { window.navigation.first.phase.shownFlags?.isFavorite == false }
    }

    @Test func `a second press on what leaves the favorites does not bring it back`() async {
        scene.library.change { $0 = [.sample(5), .sample(6)] }
        let window = await scene.searched(1...3)
        window.favorites.shown(true)
        await eventually { window.favorites.item(for: .sample(5)) != nil }
        window.select(.sample(5), in: .favorites)
        window.toggleFavorite(in: .favorites)
        window.toggleFavorite(in: .favorites)
        await scene.app.settled()
        #expect(scene.library.kept.map(\.id) == [.sample(6)])
        // Once the list has lost it, it is what is read that the press means.
        await eventually { !window.favorites.containsItem(.sample(5)) }
        window.toggleFavorite(in: .favorites)
        await eventually { scene.library.kept.count == 2 }
    }

    @Test(arguments: [true, false])
    func `what was taken off stays off when it is selected before the list has lost it`(isPressed: Bool) async {
        scene.library.change { $0 = [.sample(5), .sample(6)] }
        let window = await scene.searched(1...3)
        window.favorites.shown(true)
        await eventually { window.favorites.item(for: .sample(5)) != nil }
        window.select(.sample(5), in: .favorites)
        await eventually { scene.app.favoritesModel.contains(.sample(5)) }
        await settle()
        scene.library.holdNextAnswer()
        if isPressed {
            window.toggleFavorite(in: .favorites)
        } else {
            // Another process took it off.
            scene.library.change { $0 = [.sample(6)] }
        }
        await eventually { !scene.app.favoritesModel.contains(.sample(5)) }
        await eventually { scene.library.holdsAnswer }
        #expect(window.favorites.containsItem(.sample(5)))
        window.select(.sample(5), in: .favorites)
        #expect(window.navigation.first.phase.shownFlags?.isFavorite == false)
        window.favorites.remove(.sample(5))
        await scene.app.settled()
        #expect(scene.library.log.filter { $0 == "remove 5" }.count == (isPressed ? 1 : 0))
        scene.library.releaseAnswer()
        await eventually { !window.favorites.containsItem(.sample(5)) }
        #expect(!scene.app.favoritesModel.contains(.sample(5)))
    }

    @Test func `Back pops the navigation stack first, then returns to a hidden list`() async {
        let window = await scene.searched(1...3)
        window.isFolded = true
        #expect(!window.goBack(), "the list shows already")
        #expect(window.open(.sample(1), in: .search))
        window.go(to: .sample(7))
        #expect(window.goBack() && window.isShowingContent)
        #expect(window.goBack() && !window.isShowingContent)
        #expect(!window.goBack())
    }

    @Test func `keys act on the page that is read, not on the row it was reached from`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1), in: .search))
        window.go(to: .sample(7))
        #expect(window.current?.id == .sample(7))
        window.toggleFavorite(in: .search)
        await scene.app.settled()
        #expect(scene.library.kept.map(\.id) == [.sample(7)])
    }

    @Test func `a row's action acts on the row, whatever page is on top of the stack`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1), in: .search))
        window.go(to: .sample(7))
        window.select(.sample(1), in: .search)
        window.returnToSelection()
        #expect(window.current?.id == .sample(1) && !window.navigation.canGoBack)
    }

    @Test func `an item that its list no longer has is not opened`() async {
        let window = await scene.searched(1...3)
        #expect(!window.open(.sample(50), in: .search))
        #expect(!window.isShowingContent)
    }

    @Test func `opening belongs into the history of its search`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1), in: .search))
        await eventually { window.search.recentQueries == ["swift"] }
    }
}

/// An application over scripted services, and windows over it.
@MainActor struct WindowFixture {
    let catalog: ScriptedCatalog
    let library = MemoryLibrary()
    let time = ManualTime()
    let settings = MemorySettings()
    let app: AppModel

    init(account: AccountDependencies? = nil, catalog: ScriptedCatalog = ScriptedCatalog()) {
        self.catalog = catalog
        app = AppModel(
            catalogs: Catalogs([catalog]), account: account, cache: nil, settings: settings, isSample: false,
            formats: .sample(), time: time.source
        ) { [library] _ in (library, .ready) }
    }

    /// A window that shows these results.
    func searched(_ numbers: ClosedRange<Int>) async -> WindowModel {
        await app.start()
        catalog.reply { _ in .success(.sample(Array(numbers))) }
        let window = WindowModel(app)
        window.search.queryChanged("swift")
        window.search.submit()
        await eventually("results") { window.search.phase.shownResults != nil }
        return window
    }
}
