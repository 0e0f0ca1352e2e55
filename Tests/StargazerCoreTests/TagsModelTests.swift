import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

// Testing has tags too.
private typealias Tag = StargazerLibrary.Tag

/// Tags and their changes, each of which one undo takes back.
@MainActor struct TagsModelTests {
    private let time = ManualTime()
    private let library: MemoryLibrary
    private let favoritesModel: FavoritesModel
    private let tags: TagsModel

    init() {
        library = MemoryLibrary((1...4).map { .sample($0) })
        let writer = LibraryWriter.attached(to: library)
        favoritesModel = FavoritesModel(library: library, writer: writer, time: time.source)
        tags = TagsModel(favoritesModel: favoritesModel)
    }

    private func ids(_ numbers: Int...) -> [ItemID] { numbers.map { .sample($0) } }
    private var undo: UndoStack { favoritesModel.undo }
    private var counts: [String] { tags.all.map { "\($0.tag.name) \($0.favorites)" } }

    @discardableResult
    private func add(_ name: String, to numbers: Int...) async throws -> Tag {
        try #require(await tags.add(name, to: numbers.map { .sample($0) }))
    }

    @Test func `the tags follow the library, also when another process changes it`() async throws {
        await eventually { tags.loaded == [] }
        try await add("editor", to: 1, 2)
        await eventually { counts == ["editor 2"] }
        let other = try await library.createTag("Swift", color: .orange)
        _ = try await library.setTag(other.id, to: true, on: ids(3))
        await eventually { counts == ["editor 2", "Swift 1"] }
        #expect(tags.tag(named: " ÉDITOR ")?.name == "editor")
        #expect(tags.tag(named: "edit") == nil)
    }

    @Test func `a deleted tag comes back with its items`() async throws {
        let tag = try await add("editor", to: 1, 2)
        tags.delete(tag.id)
        await eventually { tags.loaded == [] }
        undo.undo()
        await eventually { counts == ["editor 2"] }
        undo.redo()
        await eventually { tags.loaded == [] }
    }

    @Test func `a merge is undone`() async throws {
        let (editor, text) = (try await add("editor", to: 1, 2), try await add("text", to: 2, 3))
        tags.merge(editor.id, into: text)
        await eventually { counts == ["text 3"] && tags.mergeTarget(of: "editor")?.name == "text" }
        undo.undo()
        await eventually { counts == ["editor 2", "text 2"] }
    }

    @Test func `renaming to a known name merges, other names just rename, and both are undone`() async throws {
        let (editor, _) = (try await add("editor", to: 1), try await add("text", to: 2))
        tags.rename(editor.id, to: "editors")
        await eventually { counts == ["editors 1", "text 1"] }
        tags.rename(editor.id, to: "TEXT")
        await eventually { counts == ["text 2"] }
        undo.undo()
        await eventually { counts == ["editors 1", "text 1"] }
        undo.undo()
        await eventually { counts == ["editor 1", "text 1"] }
    }

    @Test func `dropped rows get the tag, and undo spares those that had it`() async throws {
        let tag = try await add("editor", to: 1)
        tags.add(tag, to: ids(1, 2, 3))
        await eventually { counts == ["editor 3"] }
        undo.undo()
        await eventually { counts == ["editor 1"] }
        undo.undo()
        await eventually { tags.loaded == [] }
    }

    @Test func `undoing a new tag keeps it when something else has it`() async throws {
        let tag = try await add("editor", to: 1)
        await eventually { counts == ["editor 1"] }
        // Another process.
        _ = try await library.setTag(tag.id, to: true, on: ids(3))
        undo.undo()
        await eventually { counts == ["editor 1"] && undo.canRedo }
        #expect(try await library.tags(of: ids(1)).isEmpty)
    }

    @Test func `a large set is tagged in transactions of a thousand items`() async throws {
        library.change { $0 = (1...2_500).map { .sample($0) } }
        try await tags.set(add("many"), to: true, on: (1...2_500).map { .sample($0) })
        #expect(undo.report?.change.count == 2_500)
        await eventually { counts == ["many 2500"] }
        undo.undo()
        await eventually { counts == ["many 0"] }
    }

    @Test func `failures are reported once each and change nothing`() async throws {
        let tag = try await add("editor", to: 1)
        await eventually { counts == ["editor 1"] }
        library.hideChanges()
        _ = try await library.deleteTag(tag.id)
        tags.setColor(.red, of: tag.id)
        await eventually { tags.problem?.failure == .deleted }
        library.reportChanges()
        await eventually { tags.loaded == [] }
        let next = try await add("next", to: 1)
        await eventually { counts == ["next 1"] }
        library.failNext(.diskFull)
        tags.rename(next.id, to: "other")
        await eventually { tags.problem?.failure == .library(.diskFull) }
        #expect(tags.problem?.serial == 2)
        await #expect(throws: AnnotationFailure.nameTooLong) {
            _ = try await tags.add(String(repeating: "x", count: 101), to: ids(1))
        }
    }
}
