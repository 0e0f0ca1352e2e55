import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct FavoriteRemovalTests {
    private let time = ManualTime()

    private func favoritesModel(_ library: MemoryLibrary) async -> FavoritesModel {
        await .sample(library, time)
    }

    @Test func `several removals are undone together, and only while undo is offered`() async {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(3)])
        let favoritesModel = await favoritesModel(library)
        for number in 1...3 { favoritesModel.remove(.sample(number)) }
        await eventually { favoritesModel.removals.count == 3 }
        favoritesModel.toggle(.sample(2))
        await eventually { library.favorites.count == 1 }
        #expect(favoritesModel.removals.map(\.favorite.id.id) == ["1", "3"])
        favoritesModel.undoRemoval()
        await eventually { library.favorites.count == 3 }
        #expect(favoritesModel.removals.isEmpty)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.removals.count == 1 }
        favoritesModel.discardRemovals()
        favoritesModel.undoRemoval()
        await settle()
        #expect(library.favorites.count == 2)
    }

    @Test func `a removal that is final can be restored with its date`() async {
        let favorites = [Favorite.sample(1), .sample(2)]
        let library = MemoryLibrary(favorites)
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(favorites)
        await eventually {
            favoritesModel.removals.count == 2 && favorites.allSatisfy { !favoritesModel.contains($0.id) }
        }
        favoritesModel.discardRemovals()
        await time.advance(by: .seconds(3_600), sleepers: 0)
        favoritesModel.toggle(favorites[0].item)
        await eventually { library.favorites.count == 1 }
        favoritesModel.restore(favorites)
        await eventually { library.favorites.count == 2 }
        #expect(library.favorites.first { $0.id == .sample(1) }?.addedAt == time.now, "it was added again since")
        #expect(library.favorites.first { $0.id == .sample(2) }?.addedAt == favorites[1].addedAt)
    }

    @Test func `an item that was removed twice in a row is restored once`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        library.hold()
        favoritesModel.remove(.sample(1))
        favoritesModel.toggle(Favorite.sample(1).item)
        favoritesModel.toggle(Favorite.sample(1).item)
        library.release()
        await eventually { favoritesModel.removals.count == 2 && !favoritesModel.contains(.sample(1)) }
        let before = library.log.count
        favoritesModel.undoRemoval()
        await eventually { library.log.count > before }
        #expect(library.log[before...] == ["add 1"] && library.favorites.count == 1)
    }

    @Test func `a favorite added again while undo is offered keeps its date`() async {
        let favorite = Favorite.sample(1)
        let library = MemoryLibrary([favorite])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(favorite)
        await eventually { favoritesModel.removals.count == 1 && !favoritesModel.contains(.sample(1)) }
        await time.advance(by: .seconds(3_600), sleepers: 0)
        favoritesModel.toggle(favorite.item)
        await eventually { library.favorites.map(\.addedAt) == [favorite.addedAt] }
        favoritesModel.remove(favorite)
        await eventually { favoritesModel.removals.count == 1 && !favoritesModel.contains(.sample(1)) }
        favoritesModel.discardRemovals()
        favoritesModel.toggle(favorite.item)
        await eventually { library.favorites.count == 1 }
        #expect(library.favorites.first?.addedAt == time.source.now())
    }

    @Test(arguments: [true, false])
    func `a favorite removed again before it is back on disk can still be restored`(isUndone: Bool) async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(1) && !favoritesModel.contains(.sample(1)) }
        library.hold()
        if isUndone { favoritesModel.undoRemoval() } else { favoritesModel.toggle(.sample(1)) }
        favoritesModel.toggle(.sample(1))
        #expect(favoritesModel.removals.isEmpty)
        library.release()
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(1) }
        await favoritesModel.settled()
        #expect(library.favorites.isEmpty)
        favoritesModel.undoRemoval()
        await eventually { library.favorites == [.sample(1)] && favoritesModel.contains(.sample(1)) }
    }

    @Test func `a read from before the last change does not override it`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(1) && !favoritesModel.contains(.sample(1)) }
        library.hold()
        favoritesModel.undoRemoval()
        favoritesModel.toggle(.sample(1))
        library.holdNextFacts()
        await eventually { library.holdsWrite }
        // Undo adds it again; it is removed again while that is being read.
        library.release()
        library.hold()
        await eventually { library.holdsFacts }
        library.hideChanges()
        library.release()
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(1) }
        await favoritesModel.settled()
        #expect(library.favorites.isEmpty)
        library.releaseFacts()
        await eventually { favoritesModel.contains(.sample(1)) }
        favoritesModel.undoRemoval()
        await eventually { library.favorites == [.sample(1)] }
    }

    @Test func `a removal can be undone with its original date`() async throws {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(3)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(2))
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(2) }
        await eventually { library.favorites.map(\.id.id) == ["3", "1"] }
        favoritesModel.undoRemoval()
        #expect(favoritesModel.lastRemoval == nil)
        await eventually { library.favorites.map(\.id.id) == ["3", "2", "1"] }
        favoritesModel.undoRemoval()
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
        await eventually { favoritesModel.lastRemoval?.favorite == favorite }
        try await library.recordStar(!wasStarred, on: favorite.item)
        favoritesModel.undoRemoval()
        await eventually { library.favorites.count == 1 }
        #expect(library.favorites.first?.isStarredOnServer == !wasStarred)
    }

    @Test func `two removals can be undone separately`() async throws {
        let favoritesModel = await favoritesModel(MemoryLibrary([.sample(1), .sample(2)]))
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(1) }
        let first = try #require(favoritesModel.lastRemoval)
        favoritesModel.toggle(.sample(2))
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(2) }
        #expect(favoritesModel.lastRemoval?.serial != first.serial)
    }

    @Test func `adding the favorite again withdraws the undo`() async {
        let favoritesModel = await favoritesModel(MemoryLibrary([.sample(1)]))
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval != nil && !favoritesModel.contains(.sample(1)) }
        favoritesModel.toggle(.sample(1))
        #expect(favoritesModel.lastRemoval == nil)
        await eventually { favoritesModel.contains(.sample(1)) }
    }

    @Test func `removing an item that is no longer a favorite does nothing`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(1))
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.removals.count == 1 && !favoritesModel.contains(.sample(1)) }
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
        #expect(favoritesModel.removals.isEmpty)
    }

    @Test func `a removal that failed cannot be undone`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        library.failNext(.busy)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.problem?.failure == .busy }
        #expect(favoritesModel.contains(.sample(1)))
        #expect(favoritesModel.lastRemoval == nil)
    }
}
