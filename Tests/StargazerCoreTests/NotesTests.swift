import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Notes are saved as they are typed, to the item that they belong to.
@MainActor struct NotesTests {
    private let time = ManualTime()
    private let library = MemoryLibrary((1...3).map { .sample($0) })
    private let favoritesModel: FavoritesModel
    private let notes: NotesModel
    private var undo: UndoStack { favoritesModel.undo }
    private let page: AnnotationsViewModel

    init() async {
        let writer = LibraryWriter.attached(to: library)
        favoritesModel = await .sample(library, time, writer: writer)
        notes = NotesModel(writer: writer, undo: favoritesModel.undo, time: time.source)
        page = AnnotationsViewModel(favoritesModel: favoritesModel, notes: notes)
    }

    private var content: AnnotationsContent? { if case .shown(let content) = page.phase { content } else { nil } }

    private func show(_ number: Int) async {
        page.show(.sample(number))
        #expect(page.phase == .loading, "its room is known at once")
        await eventually { content?.id == .sample(number) }
    }

    private func stored(_ number: Int) async throws -> String? { try await library.note(of: .sample(number))?.text }

    private func type(_ text: String, _ number: Int) { #expect(page.noteTyped(text, of: .sample(number))) }

    @Test func `a note is saved half a second after the last letter`() async throws {
        await show(1)
        type("a", 1)
        #expect(content?.note == "a", "the letter is not undone by a later paint")
        await time.advance(by: .milliseconds(400))
        type("ab", 1)
        await time.advance(by: .milliseconds(400))
        await settle()
        #expect(try await stored(1) == nil)
        await time.advance(by: .milliseconds(100))
        await eventually { notes.drafts.isEmpty }
        #expect(try await stored(1) == "ab")
        await settle()
        #expect(content?.note == "ab")
    }

    @Test func `typing without a pause is saved every two seconds`() async throws {
        await show(1)
        for count in 1...5 {
            type(String(repeating: "a", count: count), 1)
            await settle()
            await time.advance(by: .milliseconds(450))
        }
        await eventually { notes.drafts.isEmpty }
        #expect(try await stored(1) == "aaaaa")
    }

    @Test func `another item saves the note at once, and letters that arrive late go to the old item`() async throws {
        await show(1)
        type("one", 1)
        await show(2)
        type("one!", 1)
        #expect(content?.note == "")
        type("two", 2)
        page.leaveNote()
        await time.advance(by: .milliseconds(500))
        await eventually { notes.drafts.isEmpty }
        #expect(try await stored(1) == "one!")
        #expect(try await stored(2) == "two")
    }

    @Test func `closing saves what waits for the pause`() async throws {
        await show(1)
        type("last words", 1)
        notes.saveAll()
        await favoritesModel.settled()
        #expect(try await stored(1) == "last words")
    }

    @Test func `a note typed while it is being written is written again`() async throws {
        await show(1)
        library.hold()
        type("a", 1)
        page.leaveNote()
        await eventually { library.holdsWrite }
        type("ab", 1)
        library.release()
        await eventually { notes.writes == 1 }
        #expect(content?.note == "ab")
        await time.advance(by: .milliseconds(500))
        await eventually { notes.drafts.isEmpty }
        #expect(try await stored(1) == "ab")
    }

    @Test func `text that was deleted while a write waited does not come back`() async throws {
        await show(1)
        library.hold()
        type("a", 1)
        await time.advance(by: NotesModel.delay)
        await eventually { library.holdsWrite }
        type("b", 1)
        await time.advance(by: NotesModel.delay)
        await settle()
        library.release()
        await favoritesModel.settled()
        await eventually { notes.drafts.isEmpty }
        #expect(try await stored(1) == "b" && content?.note == "b")
        page.leaveNote()
        undo.undo()
        await undo.settled()
        #expect(try await stored(1) == nil, "one undo takes back both")
    }

    @Test func `text of another process is kept when a write waited`() async throws {
        await show(1)
        library.hold()
        type("a", 1)
        await time.advance(by: NotesModel.delay)
        await eventually { library.holdsWrite }
        type("ab", 1)
        page.leaveNote()
        try await library.changeNote("theirs", of: .sample(1))
        library.release()
        await eventually { notes.drafts.isEmpty }
        #expect(try await stored(1) == "theirs\n\nab")
    }

    @Test func `one undo takes back everything that was written in one stay`() async throws {
        await show(1)
        type("before", 1)
        page.leaveNote()
        await eventually { undo.report?.change.kind == .note }
        for text in ["before a", "before ab"] {
            type(text, 1)
            await time.advance(by: .milliseconds(500))
            await eventually { notes.drafts.isEmpty }
        }
        #expect(undo.counts.undo == 1, "the stay has not ended")
        type("before abc", 1)
        page.leaveNote()
        page.leaveNote()
        undo.undo()
        await undo.settled()
        #expect(try await stored(1) == "before")
        #expect(undo.report?.change.item == .sample(1) && undo.report?.change.title == "owner/name1")
        undo.redo()
        await undo.settled()
        #expect(try await stored(1) == "before abc")
        for _ in 1...2 { undo.undo() }
        await undo.settled()
        #expect(try await stored(1) == nil)
    }

    @Test func `a note that was changed back is no change`() async throws {
        await show(1)
        type("a", 1)
        await time.advance(by: .milliseconds(500))
        await eventually { notes.drafts.isEmpty }
        type("", 1)
        page.leaveNote()
        await favoritesModel.settled()
        #expect(!undo.canUndo)
    }

    @Test func `a note that another process has changed since is not undone`() async throws {
        await show(1)
        type("mine", 1)
        page.leaveNote()
        await favoritesModel.settled()
        try await library.setNote("theirs", of: .sample(1))
        undo.undo()
        await undo.settled()
        #expect(try await stored(1) == "theirs")
        #expect(undo.report?.hasChanged == false && undo.report?.skipped == 1 && !undo.canRedo)
    }

    @Test func `a note that another process has written meanwhile is joined with the text, and says so`() async throws {
        await show(1)
        type("mine", 1)
        try await library.setNote("theirs", of: .sample(1))
        await settle()
        #expect(content?.note == "mine")
        page.leaveNote()
        await eventually { content?.note == "theirs\n\nmine" && content?.isJoined == true }
        #expect(try await stored(1) == "theirs\n\nmine")
        type("theirs\n\nmine, too", 1)
        #expect(content?.isJoined == false)
        page.leaveNote()
        await undo.settled()
        await favoritesModel.settled()
        #expect(try await stored(1) == "theirs\n\nmine, too")
        for _ in 1...2 { undo.undo() }
        await undo.settled()
        #expect(try await stored(1) == "theirs")
    }

    @Test func `a text that cannot be saved stays, with the reason, and is saved later`() async throws {
        await show(1)
        library.failNext(.diskFull)
        type("kept", 1)
        page.leaveNote()
        await eventually { content?.failure == .library(.diskFull) }
        await show(2)
        // Leaving tried once more.
        await eventually { notes.drafts.isEmpty }
        #expect(try await stored(1) == "kept")
        await show(1)
        #expect(content?.note == "kept" && content?.failure == nil)
    }

    @Test func `a text that is too long is refused and the note stays`() async throws {
        await show(1)
        type(String(repeating: "x", count: Note.maxLength), 1)
        #expect(!page.noteTyped(String(repeating: "x", count: Note.maxLength + 1), of: .sample(1)))
        page.leaveNote()
        await eventually { notes.drafts.isEmpty }
        #expect(try await stored(1)?.count == Note.maxLength)
    }

    @Test func `only favorites have notes, and a removed favorite's note is saved`() async throws {
        page.show(.sample(9))
        await settle()
        #expect(page.phase == .none)
        await show(1)
        type("still mine", 1)
        favoritesModel.toggle(.sample(1))
        await eventually { page.phase == .none }
        await eventually { notes.drafts.isEmpty && favoritesModel.lastRemoval != nil }
        favoritesModel.undo.undo()
        await eventually { content?.note == "still mine" }
    }

    @Test func `tags and notes of another process come in, except over unsaved text`() async throws {
        await show(1)
        let tag = try await library.createTag("editor", color: .teal)
        _ = try await library.setTag(tag.id, to: true, on: [.sample(1)])
        try await library.setNote("theirs", of: .sample(1))
        await eventually { content?.note == "theirs" && content?.tags.map(\.name) == ["editor"] }
        type("mine", 1)
        try await library.setNote("theirs again", of: .sample(1))
        await settle()
        #expect(content?.note == "mine")
    }
}
