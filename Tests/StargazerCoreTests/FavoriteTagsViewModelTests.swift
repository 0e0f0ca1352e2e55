import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// The dialog for the tags of one favorite or several.
@MainActor struct FavoriteTagsViewModelTests {
    private let time = ManualTime()
    private let library = MemoryLibrary((1...4).map { .sample($0) })
    private let tags: TagsModel
    private let undo: UndoStack

    init() {
        let writer = LibraryWriter.attached(to: library)
        let favoritesModel = FavoritesModel(library: library, writer: writer, time: time.source)
        tags = TagsModel(favoritesModel: favoritesModel)
        undo = favoritesModel.undo
    }

    private func editor(_ items: Item...) -> FavoriteTagsViewModel {
        FavoriteTagsViewModel(items, tags: tags, formats: .sample())
    }

    private func add(_ name: String, to numbers: Int...) async throws {
        try await tags.add(name, to: numbers.map { .sample($0) })
    }

    private func choices(_ editor: FavoriteTagsViewModel) -> [String] {
        editor.choices.map { "\($0.tag.name) \($0.mark)" }
    }

    @Test func `Enter creates a new tag on all items and empties the entry`() async {
        let editor = editor(.sample(1), .sample(2))
        editor.typed("  Editor ")
        #expect(editor.newName == "Editor")
        editor.submit()
        await eventually { choices(editor) == ["Editor all"] && editor.text.isEmpty }
        await eventually { tags.all.map(\.favorites) == [2] }
        #expect(editor.newName == nil && editor.failure == nil && editor.title == nil && editor.count.number == 2)
    }

    @Test func `a comma ends the name of a tag`() async {
        let editor = editor(.sample(1))
        editor.typed("editor")
        editor.typed("editor,")
        #expect(editor.text == "")
        await eventually { choices(editor) == ["editor all"] }
        editor.typed("vim, , gtk， swi")
        #expect(editor.text == "swi")
        await eventually { tags.all.map(\.tag.name).sorted() == ["editor", "gtk", "vim"] }
    }

    @Test func `names that one Enter ends are undone at once`() async {
        let editor = editor(.sample(1))
        editor.typed("alpha, beta gamma")
        editor.submit()
        await eventually { choices(editor).sorted() == ["alpha all", "beta gamma all"] && editor.text.isEmpty }
        #expect(undo.counts == (1, 0) && undo.nextUndo == .tagSet("alpha, beta gamma"))
        editor.typed("delta")
        editor.submit()
        await eventually { tags.all.count == 3 }
        #expect(undo.counts == (2, 0))
        undo.undo()
        undo.undo()
        await eventually { tags.all.isEmpty }
        await undo.settled()
        #expect(undo.counts == (0, 2) && undo.nextUndo == nil && undo.nextRedo == .tagSet("alpha, beta gamma"))
        undo.redo()
        await eventually { tags.all.map(\.tag.name) == ["alpha", "beta gamma"] }
    }

    @Test func `a change between two names is undone alone`() async throws {
        try await add("old", to: 1)
        let editor = editor(.sample(1))
        await eventually { choices(editor) == ["old all"] }
        editor.typed("alpha,")
        await eventually { choices(editor) == ["alpha all", "old all"] }
        editor.toggle(tags.all.first { $0.tag.name == "old" }?.tag.id ?? TagID(rawValue: 0))
        await eventually { tags.all.map(\.favorites) == [1, 0] }
        editor.typed("beta")
        editor.submit()
        await eventually { tags.all.count == 3 }
        #expect(undo.counts == (4, 0))
    }

    @Test func `Enter adds a known tag however it is written, and never removes it`() async throws {
        try await add("Editor", to: 1)
        let editor = editor(.sample(1), .sample(2))
        await eventually { choices(editor) == ["Editor some"] }
        editor.typed("EDITOR")
        #expect(editor.newName == nil)
        editor.submit()
        await eventually { choices(editor) == ["Editor all"] }
        editor.typed("editor")
        editor.submit()
        await eventually { editor.text.isEmpty }
        #expect(choices(editor) == ["Editor all"])
    }

    @Test func `a tag of some items is added to all, then removed from all`() async throws {
        try await add("a", to: 1, 3)
        let editor = editor(.sample(1), .sample(2))
        await eventually { choices(editor) == ["a some"] }
        let id = editor.choices[0].id
        editor.toggle(id)
        await eventually { choices(editor) == ["a all"] }
        editor.toggle(id)
        await eventually { choices(editor) == ["a none"] }
        await eventually { tags.all.map(\.favorites) == [1] }
    }

    @Test func `a tag that is pressed twice quickly is set and taken off`() async throws {
        try await add("a", to: 1)
        let editor = editor(.sample(1), .sample(2))
        await eventually { choices(editor) == ["a some"] }
        library.hold()
        for _ in 1...2 { editor.toggle(editor.choices[0].id) }
        library.release()
        await eventually { choices(editor) == ["a none"] }
        editor.toggle(editor.choices[0].id)
        await eventually { choices(editor) == ["a all"] }
    }

    @Test func `what is typed while a tag is added stays`() async {
        let editor = editor(.sample(1))
        library.hold()
        editor.typed("a")
        editor.submit()
        editor.typed("ab")
        library.release()
        await eventually { tags.all.map(\.tag.name) == ["a"] }
        await settle()
        #expect(editor.text == "ab")
    }

    @Test func `each press is undone, and brings back which of several items had the tag`() async throws {
        try await add("a", to: 1)
        let editor = editor(.sample(1), .sample(2))
        await eventually { choices(editor) == ["a some"] }
        editor.toggle(editor.choices[0].id)
        await eventually { choices(editor) == ["a all"] }
        editor.typed("b")
        editor.submit()
        await eventually { tags.all.map(\.favorites) == [2, 2] }
        undo.undo()
        await eventually { tags.all.map(\.favorites) == [2] }
        undo.undo()
        await eventually { tags.all.map(\.favorites) == [1] }
        #expect(try await library.tags(of: [.sample(1)])[.sample(1)]?.map(\.name) == ["a"])
    }

    @Test func `tags of the items come first, then the most used ones, and typing filters them`() async throws {
        try await add("rare", to: 1)
        try await add("often", to: 2, 3, 4)
        try await add("used", to: 2, 3)
        let editor = editor(.sample(1))
        await eventually { choices(editor) == ["rare all", "often none", "used none"] }
        editor.typed("SE")
        #expect(choices(editor) == ["used none"] && editor.newName == "SE")
    }

    @Test func `a long list is cut`() async throws {
        for number in 1...(FavoriteTagsViewModel.maxChoices + 1) { try await add("tag \(number)") }
        let editor = editor(.sample(1))
        await eventually { editor.choices.count == FavoriteTagsViewModel.maxChoices && editor.hasMore }
        editor.typed("tag 101")
        #expect(editor.choices.count == 1 && !editor.hasMore)
    }

    @Test func `topics that are no tags yet are suggested, the most frequent first`() async throws {
        try await add("Rust", to: 4)
        let editor = editor(
            .sample(1) { $0.topics = ["rust", "gtk", "zoo"] }, .sample(2) { $0.topics = ["gtk", "vala"] })
        await eventually { editor.suggestions == ["gtk", "vala", "zoo"] }
        editor.addSuggestion("gtk")
        await eventually { editor.suggestions == ["vala", "zoo"] && choices(editor).first == "gtk all" }
    }

    @Test func `a refused name stays in the entry with the reason`() async {
        let editor = editor(.sample(1))
        editor.typed("  ")
        editor.submit()
        #expect(editor.failure == .emptyName)
        let long = String(repeating: "x", count: 101)
        editor.typed(long)
        #expect(editor.failure == nil)
        editor.submit()
        await eventually { editor.failure == .nameTooLong }
        #expect(editor.text == long)
        library.failNext(.readOnly)
        editor.typed("good")
        editor.submit()
        await eventually { editor.failure == .library(.readOnly) }
        #expect(editor.text == "good")
        editor.submit()
        await eventually { editor.failure == nil && choices(editor) == ["good all"] }
    }

    @Test func `a tag that another process deletes meanwhile is reported and leaves the list`() async throws {
        try await add("editor", to: 1)
        let editor = editor(.sample(2))
        await eventually { choices(editor) == ["editor none"] }
        await settle()
        library.hideChanges()
        let id = try #require(editor.choices.first).id
        _ = try await library.deleteTag(id)
        editor.toggle(id)
        await eventually { editor.failure == .deleted }
        library.reportChanges()
        await eventually { editor.choices.isEmpty }
        #expect(editor.failure == .deleted)
    }
}
