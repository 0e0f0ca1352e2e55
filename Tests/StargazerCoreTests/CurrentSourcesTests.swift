import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// A kind of item with two sources: one with a key, one without.
@MainActor struct CurrentSourcesTests {
    private let keyed = KeyedCatalog()
    private let open = ScriptedCatalog(hasTrending: true)
    private let store = ScriptedTokenStore()
    private let settings = MemorySettings()
    private let time = ManualTime()
    private let app: AppModel

    init() {
        open.reply { .success(.sample([$0.query.text.count])) }
        app = AppModel(
            catalogs: Catalogs([keyed, open]), account: nil, keyStores: [.repositories: store], cache: nil,
            settings: settings, isSample: false, formats: .sample(), time: time.source
        ) { _ in (MemoryLibrary(), .ready) }
    }

    private var service: String? { app.sources[.repositories]?.profile.service }
    private var openTexts: [String] { open.requests.map(\.query.text) }

    @Test func `an item belongs to the source with its host`() throws {
        #expect(app.catalogs.kinds == [.repositories])
        let item = ItemID(catalog: .repositories, host: "keyed", id: "1")
        #expect(try app.catalogs.catalog(of: item).profile.service == "Keyed")
        #expect(try app.catalogs.catalog(of: .sample(1)).profile.service == "Test")
        #expect(app.catalogs.service(of: item) == "Keyed")
    }

    @Test func `without a key the source that needs none is searched`() async {
        await app.start()
        await eventually { service == "Test" }
        #expect(app.sources.keyless(of: .repositories) == "Test")
    }

    @Test func `with a key in the keyring its source is searched, also after the service rejected it`() async throws {
        try await store.store(Secret(KeyedCatalog.good), account: "", for: "keyed")
        #expect(service == "Keyed", "while the keyring is being asked")
        await app.start()
        let key = try #require(app.keys[.repositories])
        await eventually { key.phase.isReady }
        #expect(service == "Keyed")
        keyed.key?.refuse(Secret(KeyedCatalog.good))
        await eventually { key.phase == .missing(problem: .refused) }
        key.entryChanged()
        #expect(service == "Keyed")
        key.delete()
        #expect(service == "Test")
    }

    @Test func `the choice is kept and wins over keys`() async {
        await app.start()
        let window = WindowModel(app)
        window.chooseSource("Keyed")
        window.chooseSource("no such service")
        #expect(service == "Keyed" && settings.preferences().sources == [.repositories: "Keyed"])
        #expect(window.sources.searches.map(\.needsKey) == [true])
        window.chooseSource("Test")
        #expect(service == "Test" && window.sources.searches.map(\.needsKey) == [false])
    }

    @Test func `a search continues on the other source, and the item of the old one is left`() async {
        await app.start()
        await eventually { service == "Test" }
        let window = WindowModel(app)
        window.search.edit("swift", searches: true)
        await eventually { window.search.phase.shownResults != nil }
        window.select(.sample(5))
        #expect(window.navigation.top.item != nil)
        window.chooseSource("Keyed")
        #expect(window.search.profile.service == "Keyed" && window.search.text == "swift")
        #expect(window.navigation.top.item == nil)
        window.chooseSource("Test")
        #expect(window.search.phase.shownResults != nil && openTexts == ["swift"], "nothing is sent again")
    }

    @Test func `a restored search waits for the keyring and continues where no key is needed`() async {
        let state = WindowState(searches: [.repositories: LastSearch(query: "swift")])
        settings.save(state)
        let window = WindowModel(app)
        #expect(window.search.profile.service == "Keyed")
        window.search.resume()
        await app.start()
        await eventually { window.search.profile.service == "Test" && openTexts == ["swift"] }
        #expect(window.search.text == "swift")
    }
}
