import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// View models are released with their screens, regardless of running tasks.
@MainActor struct LifetimeTests {
    @Test func `a search screen is released while it searches, waits, counts down or observes`() async {
        let catalog = ScriptedCatalog()
        let time = ManualTime()
        weak var favoritesModel: FavoritesModel?
        weak var searching: SearchViewModel?
        weak var pausing: SearchViewModel?
        weak var counting: SearchViewModel?
        do {
            let newShelf = FavoritesModel(library: MemoryLibrary(), time: time.source)
            favoritesModel = newShelf
            let make = {
                SearchViewModel(
                    catalog: catalog, flags: ItemFlagSource(favoritesModel: newShelf),
                    history: SearchHistory(of: .repositories), time: time.source, formats: .sample())
            }
            let (first, second, third) = (make(), make(), make())
            (searching, pausing, counting) = (first, second, third)
            #expect(first.matchingFavorites.items.isEmpty)
            first.searchAgain(recent: "one")
            await eventually { catalog.texts == ["one"] }
            second.queryChanged("two")
            third.searchAgain(recent: "three")
            await catalog.respond(1, .failure(.throttled(until: time.now.addingTimeInterval(60))))
            await eventually {
                if case .failed = third.phase { return true }
                return false
            }
            await eventually { time.sleepers == 3 }
        }
        await eventually { searching == nil && pausing == nil && counting == nil && favoritesModel == nil }
        await eventually { time.sleepers == 0 && catalog.cancelledCount == 1 }
    }

    @Test func `the details pane, the favorites page and then the favorites model are released`() async {
        let catalog = ScriptedCatalog()
        let time = ManualTime()
        let library = MemoryLibrary([.sample(1)])
        weak var details: DetailsViewModel?
        weak var favorites: FavoritesViewModel?
        weak var favoritesModel: FavoritesModel?
        do {
            let newShelf = FavoritesModel(library: library, time: time.source)
            let flags = ItemFlagSource(favoritesModel: newShelf)
            let newDetails = DetailsViewModel(
                catalogs: Catalogs([catalog]), flags: flags, time: time.source, formats: .sample())
            let newFavorites = FavoritesViewModel(flags: flags, catalogs: [], formats: .sample(), time: time.source)
            newFavorites.shown(true)
            (favoritesModel, details, favorites) = (newShelf, newDetails, newFavorites)
            await eventually { newFavorites.phase != .loading }
            newDetails.preview(.sample(1))
        }
        await eventually { details == nil && favorites == nil && favoritesModel == nil }
        await eventually { library.listeners == 0 }
    }

    @Test func `changes made before the window closed are still saved`() async {
        let library = MemoryLibrary()
        library.hold()
        do {
            let favoritesModel = FavoritesModel(library: library, time: .system)
            favoritesModel.toggle(.sample(1))
            favoritesModel.toggle(.sample(2))
            await eventually { library.log == ["add 1"] }
        }
        library.release()
        await eventually { library.favorites.count == 2 }
    }
}
