import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport

/// A search screen whose dependencies tests control.
@MainActor final class SearchFixture {
    let catalog: ScriptedCatalog
    let library: MemoryLibrary
    let time = ManualTime()
    let favoritesModel: FavoritesModel
    let preferences: CurrentPreferences
    let history: SearchHistory
    let model: SearchViewModel

    init(
        catalog: ScriptedCatalog = ScriptedCatalog(), favorites: [Favorite] = [], queries: [String] = [],
        batchSize: Int = 100
    ) async {
        self.catalog = catalog
        library = MemoryLibrary(favorites, queries: queries)
        preferences = CurrentPreferences(settings: MemorySettings(Preferences(batchSizes: [.repositories: batchSize])))
        history = SearchHistory(
            of: .repositories, hosts: ["test"], writer: .attached(to: library), preferences: preferences)
        favoritesModel = FavoritesModel(library: library, time: time.source)
        history.reload()
        model = SearchViewModel(
            catalog: catalog, flags: ItemFlagSource(favoritesModel: favoritesModel), history: history,
            time: time.source,
            formats: .sample(),
            preferences: preferences)
        await favoritesModel.trackSamples(of: library)
        let favoritesModel = favoritesModel
        await eventually("the shelf is loaded") { favoritesModel.isLoaded }
    }

    /// Types a text and presses Enter.
    func search(_ text: String) {
        model.queryChanged(text)
        model.submit()
    }

    /// Searches and waits for the results on screen.
    func search(_ text: String, response: ScriptedCatalog.Response) async {
        let index = catalog.requests.count
        search(text)
        await catalog.respond(index, response)
        await eventually("an answer to \(text)") { !self.isSearching }
    }

    func loadNextBatch(response: ScriptedCatalog.Response) async {
        let index = catalog.requests.count
        model.loadNextBatch()
        await catalog.respond(index, response)
        await eventually("the batch is there") { self.footer != .loading }
    }

    var isSearching: Bool {
        if case .searching = model.phase { return true }
        return false
    }

    var isSlow: Bool {
        if case .searching(_, let isSlow) = model.phase { return isSlow }
        return false
    }

    var shown: [String] { model.phase.shownResults?.rows.map(\.id.id) ?? [] }
    var footer: ListFooter? { model.phase.shownResults?.footer }

    var notice: FailureContent? {
        if case .results(_, let notice) = model.phase { return notice }
        return nil
    }

    var failure: FailureContent? {
        if case .failed(let failure) = model.phase { return failure }
        return nil
    }

    var footerFailure: FailureContent? {
        if case .failed(let failure)? = footer { return failure }
        return nil
    }

    /// A rate limit that ends after this many seconds.
    func limit(_ seconds: TimeInterval) -> CatalogFailure {
        .rateLimited(RateLimit(bucket: "search", limit: 10, resetsAt: time.now.addingTimeInterval(seconds)))
    }
}
