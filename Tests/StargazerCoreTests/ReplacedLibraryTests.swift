import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// The library's file is replaced while the program runs.
@MainActor struct ReplacedLibraryTests {
    private let scene = WindowFixture()
    private var app: AppModel { scene.app }
    private let replaced = LibraryCondition.replaced(folder: URL(filePath: "/library"))

    private func favorites(_ numbers: ClosedRange<Int>) -> [Favorite] { numbers.map { .sample($0) } }

    @Test func `the replacement is reported, and changes before reopening fail`() async {
        scene.library.change { $0 += favorites(1...6) }
        let window = await scene.searched(1...9)
        scene.library.replace(with: favorites(7...9))
        await eventually("it is said") { app.favoritesModel.condition == replaced }
        window.select(.sample(8))
        window.toggleFavorite()
        await app.settled()
        #expect(app.favoritesModel.problem?.failure == .replaced)
        #expect(!app.favoritesModel.willBeFavorite(.sample(8)), "the star goes back")
        #expect(scene.library.favorites.count == 6, "what is in memory is still read")
    }

    @Test func `reopening loads favorites and searches of the new library`() async {
        scene.library.change { $0 += favorites(1...3) }
        let window = await scene.searched(1...9)
        await eventually("a search is noted") { app.histories[0].queries == ["swift"] }
        _ = window.open(.sample(5))
        await eventually("an item was viewed") { !app.histories[0].viewed.isEmpty }
        await app.settled()
        scene.library.replace(with: favorites(7...9), queries: ["of the new one"])
        await eventually("it is said") { app.favoritesModel.condition == replaced }
        app.reopenLibrary()
        app.reopenLibrary()
        await eventually("it is open") { app.favoritesModel.condition == .ready }
        await eventually("its searches") { app.histories[0].queries == ["of the new one"] }
        await eventually("its favorites") {
            window.search.phase.shownResults?.rows.filter { $0.isFavorite }.map(\.id)
                == [.sample(7), .sample(8), .sample(9)]
        }
        await app.settled()
        #expect(app.histories[0].viewed.isEmpty, "what was viewed is the new library's")
        app.favoritesModel.toggle(.sample(1))
        await app.settled()
        #expect(scene.library.favorites.count == 4 && app.favoritesModel.problem == nil)
    }

    @Test func `a removal in the old library cannot be undone in the new one`() async {
        scene.library.change { $0 += favorites(1...3) }
        await app.start()
        app.favoritesModel.remove(favorites(1...1)[0])
        await eventually("it is removed") { app.favoritesModel.lastRemoval != nil }
        scene.library.replace(with: favorites(7...9))
        app.reopenLibrary()
        await eventually("it is open") { !app.undo.canUndo }
        app.favoritesModel.undo.undo()
        await app.settled()
        #expect(scene.library.favorites.count == 3)
    }

    @Test func `the old library can be exported before the new one is opened`() async throws {
        scene.library.change { $0 += favorites(1...6) }
        await app.start()
        scene.library.replace(with: favorites(7...9))
        await eventually("it is said") { app.favoritesModel.condition == replaced }
        let place = FileManager.default.temporaryDirectory.appending(path: "stargazer-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: place) }
        app.transfer.exportFavorites(to: place, as: .json)
        await app.transfer.settled()
        let exported = try await FavoritesFileIO(codecs: app.catalogs.codecs).read(place)
        #expect(Set(exported.map(\.id)) == Set(favorites(1...6).map(\.id)))
    }

    @Test func `stars of another login are deleted in the new library`() async {
        let account = AccountFixture()
        await account.signIn()
        await account.outbox.settled()
        account.library.replace(with: favorites(1...2), account: "bob")
        await account.library.reopen()
        account.stars.signedIn(as: "ada")
        await account.outbox.settled()
        #expect(account.library.log.last == "account ada")
    }
}
