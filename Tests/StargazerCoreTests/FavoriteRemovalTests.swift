import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct FavoriteRemovalTests {
    private let time = ManualTime()

    private func favoritesModel(_ library: MemoryLibrary) async -> FavoritesModel {
        await .sample(library, time)
    }

    @Test func `several removals are undone together, and only while they are offered`() async {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(3)])
        let favoritesModel = await favoritesModel(library)
        for number in 1...3 { favoritesModel.remove(.sample(number)) }
        await eventually { favoritesModel.removals.count == 3 }
        favoritesModel.toggle(.sample(2))
        await eventually { library.kept.count == 1 }
        #expect(favoritesModel.removals.map(\.favorite.id.id) == ["1", "3"])
        favoritesModel.undoRemoval()
        await eventually { library.kept.count == 3 }
        #expect(favoritesModel.removals.isEmpty)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.removals.count == 1 }
        favoritesModel.discardRemovals()
        favoritesModel.undoRemoval()
        await settle()
        #expect(library.kept.count == 2)
    }

    @Test func `starred again while its removal can be undone, a favorite keeps the day it was added`() async {
        let favorite = Favorite.sample(1)
        let library = MemoryLibrary([favorite])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(favorite)
        await eventually { favoritesModel.removals.count == 1 && !favoritesModel.contains(.sample(1)) }
        await time.advance(by: .seconds(3_600), sleepers: 0)
        favoritesModel.toggle(favorite.item)
        await eventually { library.kept.map(\.addedAt) == [favorite.addedAt] }
        favoritesModel.remove(favorite)
        await eventually { favoritesModel.removals.count == 1 && !favoritesModel.contains(.sample(1)) }
        favoritesModel.discardRemovals()
        favoritesModel.toggle(favorite.item)
        await eventually { library.kept.count == 1 }
        #expect(library.kept.first?.addedAt == time.source.now())
    }

    @Test(arguments: [true, false])
    func `taken off again before it is back on disk, it is still offered back`(isUndone: Bool) async {
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
        #expect(library.kept.isEmpty)
        favoritesModel.undoRemoval()
        await eventually { library.kept == [.sample(1)] && favoritesModel.contains(.sample(1)) }
    }

    @Test func `what was known before the last press and comes after it is not believed`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(1) && !favoritesModel.contains(.sample(1)) }
        library.hold()
        favoritesModel.undoRemoval()
        favoritesModel.toggle(.sample(1))
        library.holdNextFacts()
        await eventually { library.holdsWrite }
        // It is put back, and while somebody reads that, it is taken off again.
        library.release()
        library.hold()
        await eventually { library.holdsFacts }
        library.fallSilent()
        library.release()
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(1) }
        await favoritesModel.settled()
        #expect(library.kept.isEmpty)
        library.releaseFacts()
        await eventually { favoritesModel.contains(.sample(1)) }
        favoritesModel.undoRemoval()
        await eventually { library.kept == [.sample(1)] }
    }

    @Test func `a removal can be undone, back to its old place`() async throws {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(3)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(2))
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(2) }
        await eventually { library.kept.map(\.id.id) == ["3", "1"] }
        favoritesModel.undoRemoval()
        #expect(favoritesModel.lastRemoval == nil)
        await eventually { library.kept.map(\.id.id) == ["3", "2", "1"] }
        favoritesModel.undoRemoval()
        await settle()
        #expect(library.log == ["remove 2", "add 2"])
    }

    /// The library learns of stars between the removal and Undo, and its word is newer.
    @Test(arguments: [true, false])
    func `Undo does not write the star that the favorite had before`(wasStarred: Bool) async throws {
        var favorite = Favorite.sample(1)
        favorite.isStarredOnServer = wasStarred
        let library = MemoryLibrary([favorite])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(favorite)
        await eventually { favoritesModel.lastRemoval?.favorite == favorite }
        try await library.recordStar(!wasStarred, on: favorite.item)
        favoritesModel.undoRemoval()
        await eventually { library.kept.count == 1 }
        #expect(library.kept.first?.isStarredOnServer == (wasStarred ? nil : true))
    }

    @Test func `two removals are two offers`() async throws {
        let favoritesModel = await favoritesModel(MemoryLibrary([.sample(1), .sample(2)]))
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(1) }
        let first = try #require(favoritesModel.lastRemoval)
        favoritesModel.toggle(.sample(2))
        await eventually { favoritesModel.lastRemoval?.favorite == .sample(2) }
        #expect(favoritesModel.lastRemoval?.serial != first.serial)
    }

    @Test func `adding it again takes the offer back`() async {
        let favoritesModel = await favoritesModel(MemoryLibrary([.sample(1)]))
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.lastRemoval != nil && !favoritesModel.contains(.sample(1)) }
        favoritesModel.toggle(.sample(1))
        #expect(favoritesModel.lastRemoval == nil)
        await eventually { favoritesModel.contains(.sample(1)) }
    }

    @Test func `removing what is no favorite any more does nothing`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(1))
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.removals.count == 1 && !favoritesModel.contains(.sample(1)) }
        await favoritesModel.settled()
        #expect(library.log == ["remove 1"])
    }

    /// - Parameter number: 1 is known to the shelf, 50 is not.
    @Test(arguments: [1, 50])
    func `what another process removed while its row still showed is not offered back`(number: Int) async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        favoritesModel.remove(.sample(number))
        await favoritesModel.settled()
        #expect(library.log == (number == 1 ? [] : ["remove 50"]))
        #expect(favoritesModel.removals.isEmpty)
    }

    @Test func `a removal that was refused is not offered back`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        library.failNext(.busy)
        favoritesModel.remove(.sample(1))
        await eventually { favoritesModel.problem?.failure == .busy }
        #expect(favoritesModel.contains(.sample(1)))
        #expect(favoritesModel.lastRemoval == nil)
    }
}
