import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct FavoriteRemovalTests {
    private let time = ManualTime()

    private func shelf(_ library: MemoryLibrary) async -> FavoritesShelf {
        let shelf = FavoritesShelf(library: library, time: time.source)
        await eventually("the shelf is loaded") { shelf.isLoaded }
        return shelf
    }

    @Test func `several removals are undone together, and only while they are offered`() async {
        let shelf = await shelf(MemoryLibrary([.sample(1), .sample(2), .sample(3)]))
        for number in 1...3 { shelf.remove(Item.sample(number).id) }
        await eventually { shelf.removals.count == 3 }
        shelf.toggle(.sample(2))
        await eventually { shelf.favorites.count == 1 }
        #expect(shelf.removals.map(\.favorite.id.id) == ["1", "3"])
        shelf.undoRemoval()
        await eventually { shelf.favorites.count == 3 }
        #expect(shelf.removals.isEmpty)
        shelf.remove(Item.sample(1).id)
        await eventually { shelf.removals.count == 1 }
        shelf.removalsSettled()
        shelf.undoRemoval()
        await settle()
        #expect(shelf.favorites.count == 2)
    }

    @Test(arguments: [true, false])
    func `taken off again before it is back on disk, it is still offered back`(isUndone: Bool) async {
        let library = MemoryLibrary([.sample(1)])
        let shelf = await shelf(library)
        shelf.remove(.sample(1))
        await eventually { shelf.lastRemoval?.favorite == .sample(1) && !shelf.contains(.sample(1)) }
        library.hold()
        if isUndone { shelf.undoRemoval() } else { shelf.toggle(.sample(1)) }
        shelf.toggle(.sample(1))
        #expect(shelf.removals.isEmpty)
        library.release()
        await eventually { shelf.lastRemoval?.favorite == .sample(1) }
        await shelf.settled()
        #expect(library.kept.isEmpty)
        shelf.undoRemoval()
        await eventually { library.kept == [.sample(1)] && shelf.contains(.sample(1)) }
    }

    @Test func `a removal can be undone, back to its old place`() async throws {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(3)])
        let shelf = await shelf(library)
        shelf.remove(.sample(2))
        await eventually { shelf.lastRemoval?.favorite == .sample(2) }
        await eventually { shelf.favorites.map(\.id.id) == ["3", "1"] }
        shelf.undoRemoval()
        #expect(shelf.lastRemoval == nil)
        await eventually { shelf.favorites.map(\.id.id) == ["3", "2", "1"] }
        shelf.undoRemoval()
        await settle()
        #expect(library.log == ["remove 2", "add 2"])
    }

    @Test func `two removals are two offers`() async throws {
        let shelf = await shelf(MemoryLibrary([.sample(1), .sample(2)]))
        shelf.remove(.sample(1))
        await eventually { shelf.lastRemoval?.favorite == .sample(1) }
        let first = try #require(shelf.lastRemoval)
        shelf.toggle(.sample(2))
        await eventually { shelf.lastRemoval?.favorite == .sample(2) }
        #expect(shelf.lastRemoval?.serial != first.serial)
    }

    @Test func `adding it again takes the offer back`() async {
        let shelf = await shelf(MemoryLibrary([.sample(1)]))
        shelf.remove(.sample(1))
        await eventually { shelf.lastRemoval != nil && !shelf.contains(.sample(1)) }
        shelf.toggle(.sample(1))
        #expect(shelf.lastRemoval == nil)
        await eventually { shelf.contains(.sample(1)) }
    }

    @Test func `removing what is no favorite does nothing`() async {
        let library = MemoryLibrary()
        let shelf = await shelf(library)
        shelf.remove(.sample(1))
        await settle()
        #expect(library.log == [])
    }

    @Test func `a removal that was refused is not offered back`() async {
        let library = MemoryLibrary([.sample(1)])
        let shelf = await shelf(library)
        library.failNext(.busy)
        shelf.remove(.sample(1))
        await eventually { shelf.problem?.failure == .busy }
        #expect(shelf.contains(.sample(1)))
        #expect(shelf.lastRemoval == nil)
    }
}
