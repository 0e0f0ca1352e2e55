import Foundation
package import StargazerCore

/// The view models of one window and what they share.
@MainActor package final class WindowModel {
    package let shelf: FavoritesShelf
    let preferences: CurrentPreferences
    let memory: WindowMemory
    package let history: SearchHistory
    package let search: SearchViewModel
    package let favorites: FavoritesViewModel
    package let details: DetailsViewModel
    /// What is said of the pictures on disk; nil when none are kept there.
    let pictureCache: PictureCacheViewModel?
    let isSample: Bool
    private let openLibrary: @Sendable () async -> (any Library, LibraryCondition)

    /// - Parameter query: what to search for in place of what was searched for last.
    package init(_ composition: Composition, formats: Formats, query: String? = nil, time: TimeSource = .system) {
        isSample = composition.isSample
        openLibrary = composition.openLibrary
        preferences = CurrentPreferences(settings: composition.settings)
        memory = WindowMemory(settings: composition.settings, time: time)
        history = SearchHistory(preferences: preferences)
        pictureCache = composition.pictureCache.map { PictureCacheViewModel(cache: $0, formats: formats) }
        shelf = FavoritesShelf(time: time)
        search = SearchViewModel(
            catalog: composition.catalog, shelf: shelf, history: history, time: time, formats: formats,
            preferences: preferences)
        favorites = FavoritesViewModel(shelf: shelf, formats: formats, time: time)
        details = DetailsViewModel(catalog: composition.catalog, shelf: shelf, time: time, formats: formats)
        search.restore(query ?? memory.state.query, sort: memory.state.sort)
        memory.follow(search, preferences)
    }

    /// Opens the library; for after the first paint. What was starred until then waits for it.
    package func start() async {
        let (library, condition) = await openLibrary()
        shelf.conditionChanged(condition)
        shelf.attach(library: library)
        history.attach(library: library)
    }

    func item(for id: ItemID, inFavorites: Bool) -> Item? {
        inFavorites ? favorites.item(for: id) : search.item(for: id)
    }
}
