import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct RecentlyViewedTests {
    private let library = MemoryLibrary()
    private let preferences = CurrentPreferences(settings: MemorySettings())

    private func history() -> SearchHistory {
        let history = SearchHistory(
            of: .repositories, hosts: ["test"], writer: .attached(to: library), preferences: preferences)
        history.reload()
        return history
    }

    private func ids(_ history: SearchHistory) -> [String] { history.viewed.map(\.id.id) }

    @Test func `the last twenty viewed items are saved for the next run`() async {
        let first = history()
        for number in 1...25 { first.record(viewed: .sample(number)) }
        first.record(viewed: .sample(10))
        let expected = ["10"] + (6...25).reversed().filter { $0 != 10 }.map(String.init)
        #expect(ids(first) == expected)
        await eventually { library.log.last == "viewed 20" }
        await settle()
        let second = history()
        await eventually { ids(second) == expected }
    }

    @Test func `items viewed before the library is open are saved before the earlier ones`() async {
        let old = history()
        old.record(viewed: .sample(1))
        await eventually { library.log == ["viewed 1"] }
        let writer = LibraryWriter()
        let new = SearchHistory(of: .repositories, hosts: ["test"], writer: writer, preferences: preferences)
        new.record(viewed: .sample(2))
        writer.attach(library)
        new.reload()
        await eventually { ids(new) == ["2", "1"] }
        await eventually { library.log.last == "viewed 2" }
    }

    @Test func `without a history no items are saved, and items of other catalogs never are`() async {
        let history = history()
        history.record(
            viewed: Item(id: ItemID(catalog: .repositories, host: "other", id: "1"), facts: Item.sample(1).facts))
        history.record(viewed: Item(id: ItemID(catalog: .people, host: "test", id: "1"), facts: Item.sample(1).facts))
        preferences.change { $0.savesHistory = false }
        history.record(viewed: .sample(1))
        await settle()
        #expect(history.viewed == [] && library.log == [])
    }

    @Test func `viewed items are cleared and restored with the searches`() async throws {
        let writer = LibraryWriter.attached(to: library)
        let undo = UndoStack(writer: writer, time: .system)
        let history = SearchHistory(
            of: .repositories, hosts: ["test"], writer: writer, undo: undo, preferences: preferences)
        undo.historyChanged = { _ in history.reload() }
        history.reload()
        history.record("swift")
        history.record(viewed: .sample(1))
        await eventually { history.queries == ["swift"] }
        history.clear()
        #expect(history.viewed == [])
        await eventually { undo.canUndo && history.queries == [] }
        #expect(library.log.suffix(1) == ["clear"])
        history.record(viewed: .sample(2))
        undo.undo()
        await eventually { history.queries == ["swift"] }
        await eventually { ids(history) == ["2", "1"] }
    }

    @Test func `viewed items that cannot be cleared stay`() async {
        let history = history()
        history.record(viewed: .sample(1))
        await eventually { library.log == ["viewed 1"] }
        library.failNext(.readOnly)
        history.clear()
        await eventually { ids(history) == ["1"] }
    }
}
