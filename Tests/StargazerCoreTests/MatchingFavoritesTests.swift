import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct MatchingFavoritesTests {
    private let fixture: SearchFixture
    private let model: MatchingFavorites

    init() async {
        fixture = await SearchFixture(
            catalog: ScriptedCatalog(query: RepositoryQualifier.rules),
            favorites: (1...5).map { number in .sample(number) { $0.name = "lantern\(number)" } })
        model = MatchingFavorites(
            search: fixture.model, flags: ItemFlagSource(favoritesModel: fixture.favoritesModel),
            time: fixture.time.source, formats: .sample())
    }

    private var shown: [String] { model.items.map(\.id.id) }

    @Test func `at most two favorites show before the server answers, and stay afterwards`() async {
        fixture.search("lantern archived:false")
        await eventually { shown == ["5", "4"] }
        #expect(fixture.isSearching)
        #expect(model.items.map(\.isFavorite) == [true, true])
        await fixture.catalog.respond(0, .success(.sample([9, 4])))
        await eventually { fixture.shown == ["9", "4"] }
        #expect(shown == ["5", "4"])
    }

    @Test(arguments: ["nothing like it", "l", "stars:>5", "lantern archived:true"])
    func `a search without matching favorites or without words has none`(text: String) async {
        fixture.search("lantern")
        await eventually { shown.count == 2 }
        fixture.search(text)
        await eventually { shown == [] }
    }

    @Test func `the start page has none, and typing alone changes nothing`() async {
        fixture.model.queryChanged("lantern")
        await settle()
        #expect(shown == [])
        fixture.model.submit()
        await eventually { shown.count == 2 }
        fixture.model.clear()
        await eventually { shown == [] }
    }

    @Test func `a removed favorite disappears, and a new one does not appear`() async {
        fixture.search("lantern")
        await eventually { shown == ["5", "4"] }
        fixture.favoritesModel.toggle(.sample(4) { $0.name = "lantern4" })
        await eventually { shown == ["5"] }
        fixture.favoritesModel.toggle(.sample(8) { $0.name = "lantern8" })
        await eventually { fixture.library.favorites.count == 5 }
        await settle()
        #expect(shown == ["5"])
    }

    @Test func `the model is released with its page`() async {
        weak var gone: MatchingFavorites?
        do {
            let other = MatchingFavorites(
                search: fixture.model, flags: ItemFlagSource(favoritesModel: fixture.favoritesModel),
                time: fixture.time.source, formats: .sample())
            gone = other
        }
        await eventually { gone == nil }
    }
}
