import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct AppModelTests {
    private let scene = WindowFixture()

    @Test func `the library is available without a window`() async throws {
        scene.library.change { $0.append(.sample(1)) }
        let library = await scene.app.library()
        let answer = try await library.favorites(FavoritesQuery(text: "name1"), reading: 5)
        #expect(answer.first.map(\.favorite.id) == [.sample(1)])
        scene.app.favoritesModel.toggle(.sample(2))
        await scene.app.settled()
        #expect(Set(scene.library.favorites.map(\.id)) == [.sample(1), .sample(2)])
    }

    @Test func `the debug information counts favorites and contains no personal data`() async {
        scene.library.change { $0 += [.sample(1), .sample(2)] }
        let report = DebugInfo(await scene.app.debugInfo()).text
        #expect(report.contains("Library: ready, "))
        #expect(report.contains("\(scene.catalog.profile.kind.rawValue) 2"))
        #expect(!report.contains("name1"))
    }

    @Test func `the library is opened once for concurrent callers`() async {
        var opened = 0
        let library = MemoryLibrary()
        let app = AppModel(
            catalogs: Catalogs([scene.catalog]), account: nil, cache: nil, settings: MemorySettings(),
            isSample: false, formats: .sample(), time: scene.time.source
        ) { @MainActor _ in
            opened += 1
            await Task.yield()
            return (library, .ready)
        }
        async let first = app.library()
        async let second = app.library()
        async let third: Void = app.start()
        _ = await (first, second, third)
        #expect(opened == 1)
    }

    @Test func `two windows share favorites but not selection and search`() async {
        let one = await scene.searched(1...3)
        let two = await scene.searched(1...3)
        one.select(.sample(1))
        two.select(.sample(2))
        #expect(one.current?.id == .sample(1) && two.current?.id == .sample(2))
        one.toggleFavorite()
        await eventually { two.search.phase.shownResults?.rows.first?.isFavorite == true }
        two.search.queryChanged("rust")
        #expect(one.search.text == "swift")
    }

    @Test func `data outlives its window and appears in the next one`() async {
        weak var gone: WindowModel?
        do {
            let window = await scene.searched(1...3)
            gone = window
            window.select(.sample(1))
            window.toggleFavorite()
            window.stateSaver.saveNow()
        }
        await eventually { gone == nil }
        await scene.app.settled()
        let next = await scene.searched(1...3)
        #expect(next.search.phase.shownResults?.rows.first?.isFavorite == true)
    }

    @Test func `stars are offered without an account, as with sample data, while none are coming`() async throws {
        let lists = ScriptedStarLists(25)
        let scene = WindowFixture(starLists: lists)
        await scene.app.start()
        #expect(scene.app.account == nil && scene.app.offersStars && !self.scene.app.offersStars)
        let stars = try #require(scene.app.starsImport)
        let ada = try await lists.owner(named: "ada")
        lists.hold()
        stars.bring(ada)
        #expect(!scene.app.offersStars)
        lists.release()
        await eventually { scene.app.offersStars }
        #expect(stars.phase == .finished(new: .sample(25), existing: .sample(0)))
    }

    @Test func `the model is released with its last owner`() async {
        weak var gone: AppModel?
        do {
            let scene = WindowFixture()
            gone = scene.app
            _ = await scene.searched(1...3)
        }
        await eventually { gone == nil }
    }
}
