import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Saved searches of the process, without a window.
@MainActor struct SavedSearchesModelTests {
    private let scene = WindowFixture()
    private var model: SavedSearchesModel { scene.app.savedSearches }

    private func add(_ name: String, source: String = "search:repositories") async throws -> SavedSearch {
        try await scene.library.addSavedSearch(name, source: source, text: "name", order: nil)
    }

    @Test func `saved searches follow changes of the library by any process`() async throws {
        _ = try await add("first")
        await scene.app.start()
        #expect(model.searches.map(\.name) == ["first"])
        // Another process.
        let second = try await add("second")
        await eventually { model.searches.map(\.name) == ["first", "second"] }
        try await scene.library.renameSavedSearch(second.id, to: "other")
        await eventually { model[second.id]?.name == "other" }
        _ = try await scene.library.deleteSavedSearch(second.id)
        await eventually { model[second.id] == nil }
    }

    @Test func `a commit whose facts cannot be read at once shows after all`() async throws {
        await scene.app.start()
        await settle()
        let sleepers = scene.time.sleepers
        scene.library.failNextReads()
        _ = try await add("first")
        await eventually { scene.library.failingReads == 0 && scene.time.sleepers > sleepers }
        #expect(model.searches.isEmpty)
        await scene.time.advance(by: .seconds(1), sleepers: 0)
        await eventually { model.searches.map(\.name) == ["first"] }
    }

    @Test func `what is new is not said to be nothing when what was seen cannot be read`() async throws {
        let saved = try await add("first")
        try await scene.library.recordSeen(
            saved.id, at: scene.time.now, results: SeenResults(.sample(1...3), host: "test"))
        await scene.app.start()
        await settle()
        scene.library.failNextReads()
        await model.recordResponse(.sample([9, 1]), host: "test", to: saved.id)
        #expect(model[saved.id]?.checkedAt == nil && model.newCounts == [:])
        await model.recordResponse(.sample([9, 1]), host: "test", to: saved.id)
        #expect(model.newCounts == [saved.id: 1])
    }

    @Test func `a deleted search comes back in its place`() async throws {
        for name in ["a", "b", "c"] { _ = try await add(name) }
        await scene.app.start()
        let id = model.searches[1].id
        try await model.delete(id)
        #expect(model.searches.map(\.name) == ["a", "c"])
        scene.app.undo.undo()
        await eventually { model.searches.map(\.name) == ["a", "b", "c"] }
        try await model.rename(id, to: "d")
        try await model.move(id, by: 1)
        #expect(model.searches.map(\.name) == ["a", "c", "d"])
        for _ in 1...2 { scene.app.undo.undo() }
        await eventually { model.searches.map(\.name) == ["a", "b", "c"] }
        for _ in 1...2 { scene.app.undo.redo() }
        await eventually { model.searches.map(\.name) == ["a", "c", "d"] }
    }

    @Test func `a search moves up and down, not past the ends`() async throws {
        for name in ["a", "b", "c"] { _ = try await add(name) }
        await scene.app.start()
        let ids = model.searches.map(\.id)
        #expect(!model.canMove(ids[0], by: -1) && !model.canMove(ids[2], by: 1) && model.canMove(ids[0], by: 1))
        try await model.move(ids[2], by: -1)
        #expect(model.searches.map(\.name) == ["a", "c", "b"])
        try await model.move(ids[0], by: -1)
        #expect(model.searches.map(\.name) == ["a", "c", "b"])
    }

    @Test func `a change that cannot be saved is reported and changes nothing`() async throws {
        let saved = try await add("a")
        await scene.app.start()
        scene.library.failNext(.diskFull)
        await #expect(throws: AnnotationFailure.library(.diskFull)) { try await model.rename(saved.id, to: "b") }
        await #expect(throws: AnnotationFailure.deleted) {
            try await model.rename(SavedSearchID(rawValue: 99), to: "b")
        }
        #expect(model.searches.map(\.name) == ["a"])
    }

    @Test func `favorites that were added since the search was seen are counted, up to a limit`() async throws {
        let saved = try await add("a", source: "favorites")
        scene.library.change { $0 = (1...200).map { .sample($0) } }
        await scene.app.start()
        #expect(model.newCounts == [:], "it was never seen")
        try await scene.library.recordSeen(saved.id, at: Date(timeIntervalSince1970: 198), results: nil)
        await eventually { model.newCounts == [saved.id: 2] }
        scene.library.change { $0.append(.sample(201) { $0.name = "unrelated" }) }
        scene.library.change { $0.append(.sample(202)) }
        await eventually { model.newCounts == [saved.id: 3] }
        try await scene.library.recordSeen(saved.id, at: .distantPast, results: nil)
        await eventually { model.newCounts == [saved.id: SavedSearchesModel.maxNewFavorites] }
    }
}
