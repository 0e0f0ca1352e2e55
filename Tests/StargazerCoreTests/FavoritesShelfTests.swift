import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct FavoritesShelfTests {
    private let time = ManualTime()

    private func shelf(_ library: MemoryLibrary) async -> FavoritesShelf {
        await .sample(library, time)
    }

    @Test func `the shelf knows what the library holds of what somebody looks at`() async {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(50)])
        let shelf = await shelf(library)
        #expect(shelf.contains(.sample(1)))
        #expect(!shelf.contains(.sample(3)))
        #expect(!shelf.contains(.sample(50)), "nobody looks at it")
        let interest = shelf.interest()
        await interest.learn([.sample(50)], anew: false)
        #expect(shelf.contains(.sample(50)))
        await interest.learn([.sample(51)], anew: true)
        library.change { $0.append(.sample(51)) }
        await eventually { shelf.contains(.sample(51)) }
        #expect(!shelf.contains(.sample(50)), "nobody looks at it any more")
        withExtendedLifetime(interest) {}
    }

    @Test func `an interest ends with the screen that had it`() async {
        let library = MemoryLibrary([.sample(50)])
        let shelf = await shelf(library)
        do {
            let interest = shelf.interest()
            await interest.learn([.sample(50)], anew: true)
            #expect(shelf.contains(.sample(50)))
        }
        library.change { $0.append(.sample(1)) }
        await eventually { shelf.contains(.sample(1)) }
        #expect(!shelf.contains(.sample(50)))
    }

    @Test func `a star shows only when it is committed`() async {
        let library = MemoryLibrary()
        let shelf = await shelf(library)
        library.hold()
        shelf.toggle(.sample(1))
        await eventually { library.log == ["add 1"] }
        await settle()
        #expect(!shelf.contains(.sample(1)))
        library.release()
        await eventually { shelf.contains(.sample(1)) }
        #expect(library.kept == [Favorite(item: .sample(1), addedAt: time.now)])
    }

    @Test func `settled waits for what is not yet on disk`() async {
        let library = MemoryLibrary()
        let shelf = await shelf(library)
        library.hold()
        shelf.toggle(.sample(1))
        var isSettled = false
        let waiting = Task {
            await shelf.settled()
            isSettled = true
        }
        await eventually { library.log == ["add 1"] }
        await settle()
        #expect(!isSettled)
        library.release()
        await waiting.value
        #expect(library.kept.count == 1)
    }

    @Test func `the flag waits for the library's own word`() async {
        let library = MemoryLibrary()
        let shelf = await shelf(library)
        library.fallSilent()
        shelf.toggle(.sample(1))
        await eventually { library.kept.count == 1 }
        await settle()
        #expect(!shelf.contains(.sample(1)))
        library.speak()
        await eventually { shelf.contains(.sample(1)) }
    }

    @Test func `pressed twice before the first is on disk, all is as before`() async {
        let library = MemoryLibrary()
        let shelf = await shelf(library)
        library.hold()
        shelf.toggle(.sample(1))
        shelf.toggle(.sample(1))
        await eventually { library.log == ["add 1"] }
        library.release()
        await eventually { library.log == ["add 1", "remove 1"] }
        await eventually { library.kept.isEmpty && !shelf.contains(.sample(1)) }
        #expect(shelf.lastRemoval == nil)
    }

    @Test func `a favorite pressed twice keeps the day it was added`() async {
        let library = MemoryLibrary([.sample(1), .sample(2)])
        let shelf = await shelf(library)
        library.hold()
        shelf.toggle(.sample(1))
        shelf.toggle(.sample(1))
        library.release()
        await eventually { library.log == ["remove 1", "add 1"] }
        await eventually { library.kept == [.sample(2), .sample(1)] && shelf.contains(.sample(1)) }
        #expect(shelf.lastRemoval == nil)
    }

    @Test func `pressed between the commit and its news, the press takes back`() async {
        let library = MemoryLibrary()
        let shelf = await shelf(library)
        library.fallSilent()
        shelf.toggle(.sample(1))
        await eventually { library.kept.count == 1 }
        await settle()
        shelf.toggle(.sample(1))
        await eventually { library.kept.isEmpty }
        #expect(library.log == ["add 1", "remove 1"])
    }

    @Test func `writes keep the order of the presses`() async {
        let library = MemoryLibrary()
        let shelf = await shelf(library)
        library.hold()
        for number in [1, 2, 1, 3, 1] { shelf.toggle(.sample(number)) }
        library.release()
        await eventually { library.log.count == 5 }
        #expect(library.log == ["add 1", "add 2", "remove 1", "add 3", "add 1"])
        await eventually { (1...3).allSatisfy { shelf.contains(.sample($0)) } && library.kept.count == 3 }
    }

    @Test func `what cannot be kept is said, and the next press means the same again`() async throws {
        let library = MemoryLibrary()
        let shelf = await shelf(library)
        library.failNext(.diskFull, .readOnly)
        shelf.toggle(.sample(1))
        await eventually { shelf.problem?.failure == .diskFull }
        let first = try #require(shelf.problem)
        #expect(!shelf.contains(.sample(1)))
        shelf.toggle(.sample(1))
        await eventually { shelf.problem?.failure == .readOnly }
        #expect(shelf.problem?.serial != first.serial)
        shelf.toggle(.sample(1))
        await eventually { shelf.contains(.sample(1)) }
        #expect(library.log == ["add 1", "add 1", "add 1"])
    }

    @Test func `a change by another process shows, and presses go from there`() async {
        let library = MemoryLibrary()
        let shelf = await shelf(library)
        shelf.toggle(.sample(1))
        await eventually { shelf.contains(.sample(1)) }
        library.change { $0 = [] }
        await eventually { !shelf.contains(.sample(1)) }
        shelf.toggle(.sample(1))
        await eventually { shelf.contains(.sample(1)) }
        #expect(library.log == ["add 1", "add 1"])
    }

    @Test func `presses before the library is open wait, in order, and none is lost`() async {
        let shelf = FavoritesShelf(time: time.source)
        #expect(shelf.condition == .opening)
        shelf.toggle(.sample(1))
        shelf.toggle(.sample(2))
        shelf.toggle(.sample(1))
        await settle()
        #expect(!shelf.isLoaded)
        let library = MemoryLibrary([.sample(9)])
        await shelf.knowSamples(of: library)
        shelf.conditionChanged(.ready)
        shelf.attach(library: library)
        await eventually { library.log == ["add 1", "add 2", "remove 1"] }
        await eventually { Set(library.kept.map(\.id.id)) == ["2", "9"] }
        await eventually { shelf.contains(.sample(2)) && shelf.contains(.sample(9)) && !shelf.contains(.sample(1)) }
        #expect(shelf.condition == .ready)
    }

    @Test func `without any library what was pressed is said to be lost`() async {
        let shelf = FavoritesShelf(time: time.source)
        shelf.toggle(.sample(1))
        let condition = LibraryCondition.unavailable(folder: URL(filePath: "/nowhere"))
        shelf.conditionChanged(condition)
        #expect(shelf.condition == condition)
        #expect(shelf.problem?.failure == .unavailable(code: "no library"))
        shelf.toggle(.sample(2))
        #expect(shelf.problem?.serial == 2)
    }

    @Test func `a star goes before the refreshing of snapshots`() async {
        let library = MemoryLibrary((1...20).map { .sample($0) })
        let shelf = await shelf(library)
        library.hold()
        shelf.refresh((1...10).map { .sample($0) { $0.stars = 77 } })
        await eventually { library.log.count == 10 }
        shelf.refresh((11...20).map { .sample($0) { $0.stars = 77 } })
        shelf.toggle(.sample(99))
        library.release()
        await eventually { library.log.count == 21 }
        #expect(library.log[10] == "add 99")
        #expect(Set(library.log.filter { $0.hasPrefix("refresh") }).count == 20)
        await eventually { library.kept.count { $0.item.repository?.stars == 77 } == 20 }
    }

    @Test func `a snapshot that cannot be refreshed is nobody's concern`() async {
        let library = MemoryLibrary([.sample(1)])
        let shelf = await shelf(library)
        library.failNext(.readOnly)
        shelf.refresh([.sample(1) { $0.stars = 77 }, .sample(2)])
        await eventually { library.log == ["refresh 1"] }
        await settle()
        #expect(shelf.problem == nil)
        #expect(library.log == ["refresh 1"])
    }
}
