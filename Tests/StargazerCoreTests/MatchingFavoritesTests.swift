import Foundation
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct MatchingFavoritesTests {
    private let bench: SearchBench
    private let model: MatchingFavorites

    init() async {
        bench = await SearchBench(
            catalog: ScriptedCatalog(query: RepositoryQualifier.rules),
            favorites: (1...5).map { number in .sample(number) { $0.name = "lantern\(number)" } })
        model = MatchingFavorites(
            search: bench.model, shelf: bench.shelf, time: bench.time.source, formats: .sample())
    }

    private var shown: [String] { model.items.map(\.id.id) }

    @Test func `three at most are there before the server has answered, and stay when it does`() async {
        bench.search("lantern stars:>5")
        await eventually { shown == ["5", "4", "3"] }
        #expect(bench.isSearching)
        await bench.catalog.answer(0, .success(.sample([9, 4])))
        await eventually { bench.shown == ["9", "4"] }
        #expect(shown == ["5", "4", "3"])
    }

    @Test(arguments: ["nothing like it", "l", "stars:>5"])
    func `what no favorite answers, or has no words, has none`(text: String) async {
        bench.search("lantern")
        await eventually { shown.count == 3 }
        bench.search(text)
        await eventually { shown == [] }
    }

    @Test func `the start has none, and typing alone changes nothing`() async {
        bench.preferences.change { $0.searchesWhileTyping = false }
        bench.model.queryChanged("lantern")
        await settle()
        #expect(shown == [])
        bench.model.submit()
        await eventually { shown.count == 3 }
        bench.model.clear()
        await eventually { shown == [] }
    }

    @Test func `what is taken off leaves, and nothing comes in its place`() async {
        bench.search("lantern")
        await eventually { shown == ["5", "4", "3"] }
        bench.shelf.toggle(.sample(4) { $0.name = "lantern4" })
        await eventually { shown == ["5", "3"] }
        bench.shelf.toggle(.sample(8) { $0.name = "lantern8" })
        await eventually { bench.library.kept.count == 5 }
        await settle()
        #expect(shown == ["5", "3"])
    }

    @Test func `it goes with its page`() async {
        weak var gone: MatchingFavorites?
        do {
            let other = MatchingFavorites(
                search: bench.model, shelf: bench.shelf, time: bench.time.source, formats: .sample())
            gone = other
        }
        await eventually { gone == nil }
    }
}
