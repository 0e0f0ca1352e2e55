import Foundation
package import StargazerCore

/// The view models of one window and what they share.
@MainActor package final class WindowModel {
    package let shelf: FavoritesShelf
    let history = SearchHistory()
    package let search: SearchViewModel
    package let favorites: FavoritesViewModel
    package let details: DetailsViewModel
    package let stars: StarsImportViewModel
    package let transfer: TransferViewModel
    /// Whose stars can be brought in; nil while nobody is signed in. Read while observed.
    package var signedInLogin: @MainActor () -> String? = { nil }
    let isSample: Bool
    private let openLibrary: @Sendable () async -> (any Library, LibraryCondition)

    package init(_ composition: Composition, formats: Formats, time: TimeSource = .system) {
        isSample = composition.isSample
        openLibrary = composition.openLibrary
        shelf = FavoritesShelf(time: time)
        search = SearchViewModel(
            catalog: composition.catalog, shelf: shelf, history: history, time: time, formats: formats)
        favorites = FavoritesViewModel(shelf: shelf, formats: formats, time: time)
        stars = StarsImportViewModel(account: composition.account, formats: formats)
        transfer = TransferViewModel(shelf: shelf, formats: formats, time: time)
        details = DetailsViewModel(catalog: composition.catalog, shelf: shelf, time: time, formats: formats)
    }

    /// Opens the library; for after the first paint. What was starred until then waits for it.
    package func start() async {
        let (library, condition) = await openLibrary()
        shelf.conditionChanged(condition)
        shelf.attach(library: library)
        history.attach(library: library)
        stars.attach(library: library)
        transfer.attach(library: library)
    }

    func item(for id: ItemID, inFavorites: Bool) -> Item? {
        inFavorites ? favorites.item(for: id) : search.item(for: id)
    }
}
