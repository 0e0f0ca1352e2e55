import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct FavoritesModelTests {
    private let time = ManualTime()

    private func favoritesModel(_ library: MemoryLibrary) async -> FavoritesModel {
        await .sample(library, time)
    }

    @Test func `the model knows the library's facts about tracked items`() async {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(50)])
        let favoritesModel = await favoritesModel(library)
        #expect(favoritesModel.contains(.sample(1)))
        #expect(!favoritesModel.contains(.sample(3)))
        #expect(!favoritesModel.contains(.sample(50)), "nobody looks at it")
        let trackedItems = favoritesModel.trackedItems()
        await trackedItems.load([.sample(50)], startingOver: false)
        #expect(favoritesModel.contains(.sample(50)))
        await trackedItems.load([.sample(51)], startingOver: true)
        library.change { $0.append(.sample(51)) }
        await eventually { favoritesModel.contains(.sample(51)) }
        #expect(!favoritesModel.contains(.sample(50)), "nobody looks at it any more")
        withExtendedLifetime(trackedItems) {}
    }

    @Test func `tracking ends with its screen`() async {
        let library = MemoryLibrary([.sample(50)])
        let favoritesModel = await favoritesModel(library)
        do {
            let trackedItems = favoritesModel.trackedItems()
            await trackedItems.load([.sample(50)], startingOver: true)
            #expect(favoritesModel.contains(.sample(50)))
        }
        library.change { $0.append(.sample(1)) }
        await eventually { favoritesModel.contains(.sample(1)) }
        #expect(!favoritesModel.contains(.sample(50)))
    }

    @Test func `facts that were read before a commit are read again`() async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        let trackedItems = favoritesModel.trackedItems()
        library.holdNextFacts()
        let loading = Task { await trackedItems.load([.sample(50)], startingOver: true) }
        await eventually { library.holdsFacts }
        favoritesModel.toggle(.sample(50))
        await eventually { favoritesModel.contains(.sample(50)) }
        library.releaseFacts()
        await loading.value
        #expect(favoritesModel.contains(.sample(50)))
    }

    @Test func `items that are tracked while all facts are read again keep theirs`() async {
        let library = MemoryLibrary([.sample(50)])
        let favoritesModel = await favoritesModel(library)
        library.holdNextFacts()
        library.change { $0.append(.sample(1)) }
        await eventually { library.holdsFacts }
        let trackedItems = favoritesModel.trackedItems()
        await trackedItems.load([.sample(50)], startingOver: true)
        library.releaseFacts()
        await eventually { favoritesModel.contains(.sample(1)) }
        #expect(favoritesModel.contains(.sample(50)))
        withExtendedLifetime(trackedItems) {}
    }

    @Test func `a star changes only with the commit`() async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        library.hold()
        favoritesModel.toggle(.sample(1))
        await eventually { library.log == ["add 1"] }
        await settle()
        #expect(!favoritesModel.contains(.sample(1)))
        library.release()
        await eventually { favoritesModel.contains(.sample(1)) }
        #expect(library.favorites == [Favorite(item: .sample(1), addedAt: time.now)])
    }

    @Test func `settled waits for pending writes`() async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        library.hold()
        favoritesModel.toggle(.sample(1))
        var isSettled = false
        let waiting = Task {
            await favoritesModel.settled()
            isSettled = true
        }
        await eventually { library.log == ["add 1"] }
        await settle()
        #expect(!isSettled)
        library.release()
        await waiting.value
        #expect(library.favorites.count == 1)
    }

    @Test func `the flag waits for the library's state`() async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        library.hideChanges()
        favoritesModel.toggle(.sample(1))
        await eventually { library.favorites.count == 1 }
        await settle()
        #expect(!favoritesModel.contains(.sample(1)))
        library.reportChanges()
        await eventually { favoritesModel.contains(.sample(1)) }
    }

    @Test func `a second toggle before the first is on disk reverts it`() async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        library.hold()
        favoritesModel.toggle(.sample(1))
        favoritesModel.toggle(.sample(1))
        await eventually { library.log == ["add 1"] }
        library.release()
        await eventually { library.log == ["add 1", "remove 1"] }
        await eventually { library.favorites.isEmpty && !favoritesModel.contains(.sample(1)) }
    }

    @Test func `a favorite toggled twice keeps its date`() async {
        let library = MemoryLibrary([.sample(1), .sample(2)])
        let favoritesModel = await favoritesModel(library)
        library.hold()
        favoritesModel.toggle(.sample(1))
        favoritesModel.toggle(.sample(1))
        library.release()
        await eventually { library.log == ["remove 1", "add 1"] }
        await eventually { library.favorites == [.sample(2), .sample(1)] && favoritesModel.contains(.sample(1)) }
    }

    @Test func `a toggle between the commit and its notification reverts the change`() async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        library.hideChanges()
        favoritesModel.toggle(.sample(1))
        await eventually { library.favorites.count == 1 }
        await settle()
        favoritesModel.toggle(.sample(1))
        await eventually { library.log == ["add 1", "remove 1"] }
        #expect(library.favorites.isEmpty)
    }

    @Test func `writes keep the order of the changes`() async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        library.hold()
        for number in [1, 2, 1, 3, 1] { favoritesModel.toggle(.sample(number)) }
        library.release()
        await eventually { library.log.count == 5 }
        #expect(library.log == ["add 1", "add 2", "remove 1", "add 3", "add 1"])
        await eventually { (1...3).allSatisfy { favoritesModel.contains(.sample($0)) } && library.favorites.count == 3 }
    }

    @Test func `a failed change is reported, and the next toggle repeats it`() async throws {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        library.failNext(.diskFull, .readOnly)
        favoritesModel.toggle(.sample(1))
        await eventually { favoritesModel.problem?.failure == .diskFull }
        let first = try #require(favoritesModel.problem)
        #expect(!favoritesModel.contains(.sample(1)))
        favoritesModel.toggle(.sample(1))
        await eventually { favoritesModel.problem?.failure == .readOnly }
        #expect(favoritesModel.problem?.serial != first.serial)
        favoritesModel.toggle(.sample(1))
        await eventually { favoritesModel.contains(.sample(1)) }
        #expect(library.log == ["add 1", "add 1", "add 1"])
    }

    @Test func `a change by another process shows, and toggles start from it`() async {
        let library = MemoryLibrary()
        let favoritesModel = await favoritesModel(library)
        favoritesModel.toggle(.sample(1))
        await eventually { favoritesModel.contains(.sample(1)) }
        library.change { $0 = [] }
        await eventually { !favoritesModel.contains(.sample(1)) }
        favoritesModel.toggle(.sample(1))
        await eventually { favoritesModel.contains(.sample(1)) }
        #expect(library.log == ["add 1", "add 1"])
    }

    @Test func `changes before the library is open wait in order and none is lost`() async {
        let favoritesModel = FavoritesModel(time: time.source)
        #expect(favoritesModel.condition == .opening)
        favoritesModel.toggle(.sample(1))
        favoritesModel.toggle(.sample(2))
        favoritesModel.toggle(.sample(1))
        await settle()
        #expect(!favoritesModel.isLoaded)
        let library = MemoryLibrary([.sample(9)])
        await favoritesModel.trackSamples(of: library)
        favoritesModel.conditionChanged(.ready)
        favoritesModel.attach(library: library)
        await eventually { library.log == ["add 1", "add 2", "remove 1"] }
        await eventually { Set(library.favorites.map(\.id.id)) == ["2", "9"] }
        await eventually {
            favoritesModel.contains(.sample(2)) && favoritesModel.contains(.sample(9))
                && !favoritesModel.contains(.sample(1))
        }
        #expect(favoritesModel.condition == .ready)
    }

    @Test func `without a library a change is reported as lost`() async {
        let favoritesModel = FavoritesModel(time: time.source)
        favoritesModel.toggle(.sample(1))
        let condition = LibraryCondition.unavailable(folder: URL(filePath: "/nowhere"))
        favoritesModel.conditionChanged(condition)
        #expect(favoritesModel.condition == condition)
        #expect(favoritesModel.problem?.failure == .unavailable(code: "no library"))
        favoritesModel.toggle(.sample(2))
        #expect(favoritesModel.problem?.serial == 2)
    }

    @Test func `a change is written before pending snapshots`() async {
        let library = MemoryLibrary((1...20).map { .sample($0) })
        let favoritesModel = await favoritesModel(library)
        library.hold()
        favoritesModel.refresh((1...10).map { .sample($0) { $0.stars = 77 } })
        await eventually { library.log.count == 10 }
        favoritesModel.refresh((11...20).map { .sample($0) { $0.stars = 77 } })
        favoritesModel.toggle(.sample(99))
        library.release()
        await eventually { library.log.count == 21 }
        #expect(library.log[10] == "add 99")
        #expect(Set(library.log.filter { $0.hasPrefix("refresh") }).count == 20)
        await eventually { library.favorites.count { $0.item.repository?.stars == 77 } == 20 }
    }

    @Test func `a failed snapshot update is not reported`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await favoritesModel(library)
        library.failNext(.readOnly)
        favoritesModel.refresh([.sample(1) { $0.stars = 77 }, .sample(2)])
        await eventually { library.log == ["refresh 1"] }
        await settle()
        #expect(favoritesModel.problem == nil)
        #expect(library.log == ["refresh 1"])
    }
}
