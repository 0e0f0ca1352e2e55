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
    /// Nil with sample data, which nobody signs in to.
    package let account: AccountViewModel?
    package let stars: GitHubStars?
    let isSample: Bool
    private let openLibrary: @Sendable () async -> (any Library, LibraryCondition)

    /// - Parameter query: what to search for in place of what was searched for last.
    package init(_ composition: Composition, formats: Formats, query: String? = nil, time: TimeSource = .system) {
        isSample = composition.isSample
        openLibrary = composition.openLibrary
        preferences = CurrentPreferences(settings: composition.settings)
        memory = WindowMemory(settings: composition.settings, time: time)
        history = SearchHistory(preferences: preferences)
        shelf = FavoritesShelf(time: time)
        if let source = composition.account {
            let stars = GitHubStars(account: source.account, shelf: shelf, formats: formats)
            account = AccountViewModel(
                account: source.account, store: source.store, refusals: source.refusals(), stars: stars, time: time,
                formats: formats)
            self.stars = stars
        } else {
            (account, stars) = (nil, nil)
        }
        search = SearchViewModel(
            catalog: composition.catalog, shelf: shelf, stars: stars, history: history, time: time, formats: formats,
            preferences: preferences)
        favorites = FavoritesViewModel(shelf: shelf, stars: stars, formats: formats, time: time)
        details = DetailsViewModel(
            catalog: composition.catalog, shelf: shelf, stars: stars, time: time, formats: formats)
        search.restore(query ?? memory.state.query, sort: memory.state.sort)
        memory.follow(search, preferences)
    }

    /// Opens the library and looks for a token; for after the first paint. What was starred until then waits for it.
    package func start() async {
        account?.start()
        let (library, condition) = await openLibrary()
        shelf.conditionChanged(condition)
        shelf.attach(library: library)
        stars?.attach(library: library)
        history.attach(library: library)
    }

    /// Returns when everything pressed so far is on disk, on the server and in the key store, or refused.
    func settled() async {
        await shelf.settled()
        await stars?.settled()
        await account?.settled()
    }

    /// What failures have to say of signing in.
    var standing: AccountStanding { account?.phase.standing ?? .none }

    func item(for id: ItemID, inFavorites: Bool) -> Item? {
        inFavorites ? favorites.item(for: id) : search.item(for: id)
    }
}
