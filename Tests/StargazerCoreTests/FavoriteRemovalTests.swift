import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct FavoriteRemovalTests {
    private let time = ManualTime()

    private func favoritesModel(_ library: MemoryLibrary) async -> FavoritesModel {
        await .sample(library, time)
    }

    @Test func `removals are undone one by one, each once`() async {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(3)])
        let favoritesModel = await favoritesModel(library)
        for number in 1...3 { favoritesModel.remove(.sample(number)) }
        await eventually { library.favorites.isEmpty }
        favoritesModel.undo.undo()
        await eventually { library.favorites.map(\.id.id) == ["3"] }
        for _ in 1...3 { favoritesModel.undo.undo() }
        await favoritesModel.undo.settled()
        #expect(library.favorites.map(\.id.id) == ["3", "2", "1"])
        #expect(library.log.suffix(3) == ["add 3", "add 2", "add 1"])
    }

    @Test func `a removal is undone with its dates, except what was added again since`() async {
        let favorites = [Favorite.sample(1), .sample(2)]
        let library = MemoryLibrary(favorites)
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(favorites)
        await eventually {
            favoritesModel.lastRemoval?.count == 2 && favorites.allSatisfy { !favoritesModel.contains($0.id) }
        }
        let date = Date(timeIntervalSince1970: 900_000)
        library.change { $0.append(Favorite(item: .sample(1), addedAt: date)) }
        favoritesModel.undo.undo()
        await eventually { library.favorites.count == 2 }
        #expect(library.favorites.first { $0.id == .sample(1) }?.addedAt == date, "another process added it")
        #expect(library.favorites.first { $0.id == .sample(2) }?.addedAt == favorites[1].addedAt)
        await eventually { favoritesModel.undo.report?.skipped == 1 }
    }

    @Test func `a favorite added again within a minute keeps its date`() async {
        let favorite = Favorite.sample(1)
        let library = MemoryLibrary([favorite])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(favorite)
        await eventually { favoritesModel.lastRemoval != nil && !favoritesModel.contains(.sample(1)) }
        await time.advance(by: .seconds(59), sleepers: 0)
        favoritesModel.toggle(favorite.item)
        await eventually {
            library.favorites.map(\.addedAt) == [favorite.addedAt] && favoritesModel.contains(.sample(1))
        }
        favoritesModel.remove(favorite)
        await eventually { favoritesModel.lastRemoval != nil && !favoritesModel.contains(.sample(1)) }
        await time.advance(by: .seconds(60), sleepers: 0)
        favoritesModel.toggle(favorite.item)
        await eventually { library.favorites.count == 1 }
        #expect(library.favorites.first?.addedAt == time.source.now())
    }

    @Test func `a favorite that the server does not have stays so when it is removed and added again`() async {
        var favorite = Favorite.sample(1)
        favorite.isGone = true
        let library = MemoryLibrary([favorite])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(favorite)
        await eventually { favoritesModel.lastRemoval != nil && !favoritesModel.contains(.sample(1)) }
        favoritesModel.toggle(favorite.item)
        await eventually { library.favorites == [favorite] }
    }

    @Test func `a favorite that is removed again before it is back on disk can still be restored`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval?.item == .sample(1) && !favoritesModel.contains(.sample(1)) }
        library.hold()
        favoritesModel.toggle(.sample(1))
        favoritesModel.toggle(.sample(1))
        library.release()
        await favoritesModel.settled()
        #expect(library.favorites.isEmpty)
        favoritesModel.undo.undo()
        await eventually { library.favorites == [.sample(1)] && favoritesModel.contains(.sample(1)) }
    }

    @Test func `a read from before the last change does not override it`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval != nil && !favoritesModel.contains(.sample(1)) }
        library.hold()
        favoritesModel.undo.undo()
        await eventually { library.holdsWrite }
        favoritesModel.toggle(.sample(1))
        library.holdNextFacts()
        // Undo adds it again; it is removed again while that is being read.
        library.release()
        library.hold()
        await eventually { library.holdsFacts }
        library.hideChanges()
        library.release()
        await favoritesModel.settled()
        #expect(library.favorites.isEmpty)
        library.releaseFacts()
        await eventually { favoritesModel.contains(.sample(1)) }
        #expect(!favoritesModel.willBeFavorite(.sample(1)))
    }

    @Test func `a removal can be undone with its original date`() async throws {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(3)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(2))
        await eventually { favoritesModel.lastRemoval?.item == .sample(2) }
        await eventually { library.favorites.map(\.id.id) == ["3", "1"] }
        favoritesModel.undo.undo()
        await eventually { library.favorites.map(\.id.id) == ["3", "2", "1"] }
        favoritesModel.undo.undo()
        await settle()
        #expect(library.log == ["remove 2", "add 2"])
    }

    /// The library may record stars between removal and undo; its state is newer.
    @Test(arguments: [true, false])
    func `undo does not restore the star state from before the removal`(wasStarred: Bool) async throws {
        var favorite = Favorite.sample(1)
        favorite.isStarredOnServer = wasStarred
        let library = MemoryLibrary([favorite])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(favorite)
        await eventually { favoritesModel.lastRemoval?.item == favorite.id }
        try await library.recordStar(!wasStarred, on: favorite.item)
        favoritesModel.undo.undo()
        await eventually { library.favorites.count == 1 }
        #expect(library.favorites.first?.isStarredOnServer == !wasStarred)
    }

    @Test func `removing an item that is no longer a favorite does nothing`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(1))
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval?.count == 1 && !favoritesModel.contains(.sample(1)) }
        await favoritesModel.settled()
        #expect(library.log == ["remove 1"])
    }

    /// - Parameter number: 1 is known to the favorites model, 50 is not.
    @Test(arguments: [1, 50])
    func `a favorite that another process removed first cannot be restored`(number: Int) async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(number))
        await favoritesModel.settled()
        #expect(library.log == (number == 1 ? [] : ["remove 50"]))
        #expect(!favoritesModel.undo.canUndo)
    }

    @Test func `a removal that failed cannot be undone`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        library.failNext(.busy)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.problem?.failure == .busy }
        #expect(favoritesModel.contains(.sample(1)))
        #expect(!favoritesModel.undo.canUndo)
    }
}
