import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Undo and redo of the user's changes of the library.
@MainActor struct UndoStackTests {
    private let time = ManualTime()
    private let account = ScriptedAccount()

    private func scene(_ favorites: [Favorite] = [], isSignedIn: Bool = true) async -> StarsFixture {
        await StarsFixture(favorites, account: account, time: time, isSignedIn: isSignedIn)
    }

    private func add(_ numbers: ClosedRange<Int>, _ scene: StarsFixture) async {
        scene.favoritesModel.add(numbers.map { .sample($0) })
        await eventually { numbers.allSatisfy { scene.favoritesModel.contains(.sample($0)) } }
        await scene.outbox.settled()
    }

    private func undo(_ scene: StarsFixture) async {
        scene.favoritesModel.undo.undo()
        await scene.favoritesModel.undo.settled()
        await scene.outbox.settled()
    }

    private func redo(_ scene: StarsFixture) async {
        scene.favoritesModel.undo.redo()
        await scene.favoritesModel.undo.settled()
        await scene.outbox.settled()
    }

    // MARK: The stack

    @Test func `the last change is undone, and not an earlier one`() async throws {
        let scene = await scene(isSignedIn: false)
        await add(1...3, scene)
        let notes = NotesModel(
            writer: .attached(to: scene.library), undo: scene.favoritesModel.undo, time: time.source)
        notes.type("a note", of: .sample(1))
        notes.leave(.sample(1))
        await eventually { scene.favoritesModel.undo.report?.change.kind == .note }
        await undo(scene)
        #expect(scene.library.favorites.count == 3)
        #expect(try await scene.library.note(of: .sample(1)) == nil)
        await undo(scene)
        #expect(scene.library.favorites.isEmpty)
        for _ in 1...2 { await redo(scene) }
        #expect(scene.library.favorites.count == 3)
        #expect(try await scene.library.note(of: .sample(1))?.text == "a note")
    }

    @Test(arguments: [1, 3])
    func `added and removed favorites are undone and redone with their dates`(count: Int) async {
        let scene = await scene((4...5).map { .sample($0) }, isSignedIn: false)
        let favorites = scene.library.favorites
        await add(1...count, scene)
        let added = scene.library.favorites
        scene.favoritesModel.remove(added)
        await scene.favoritesModel.settled()
        await undo(scene)
        #expect(scene.library.favorites == added)
        await undo(scene)
        #expect(scene.library.favorites == favorites)
        await redo(scene)
        #expect(scene.library.favorites == added)
        await redo(scene)
        #expect(scene.library.favorites.isEmpty)
        #expect(!scene.favoritesModel.undo.canRedo && scene.favoritesModel.undo.counts.undo == 2)
    }

    @Test func `a new change ends redo`() async {
        let scene = await scene(isSignedIn: false)
        await add(1...2, scene)
        await undo(scene)
        #expect(scene.favoritesModel.undo.canRedo)
        await add(3...3, scene)
        #expect(!scene.favoritesModel.undo.canRedo)
    }

    @Test func `a change during an undo ends redo`() async {
        let scene = await scene(isSignedIn: false)
        await add(1...2, scene)
        scene.favoritesModel.undo.undo()
        scene.favoritesModel.add([.sample(3)])
        await scene.favoritesModel.undo.settled()
        await scene.favoritesModel.settled()
        #expect(scene.library.favorites.map(\.id) == [.sample(3)])
        #expect(scene.favoritesModel.undo.counts == (1, 0))
    }

    @Test func `a change that is not written yet is undone as soon as it is`() async {
        let scene = await scene(isSignedIn: false)
        scene.library.hold()
        scene.favoritesModel.add([.sample(1), .sample(2)])
        scene.favoritesModel.undo.undo()
        scene.library.release()
        await scene.favoritesModel.undo.settled()
        #expect(scene.library.favorites.isEmpty && scene.library.log == ["add 1 2", "remove 1 2"])
        await eventually { !scene.favoritesModel.willBeFavorite(.sample(1)) }
    }

    @Test func `the button of a message undoes its change only while it is the last`() async throws {
        let scene = await scene(isSignedIn: false)
        await add(1...2, scene)
        let entry = try #require(scene.favoritesModel.undo.report?.entry)
        await add(3...4, scene)
        scene.favoritesModel.undo.undoEntry(entry)
        await scene.favoritesModel.undo.settled()
        #expect(scene.library.favorites.count == 4)
        await undo(scene)
        scene.favoritesModel.undo.undoEntry(entry)
        await scene.favoritesModel.undo.settled()
        #expect(scene.library.favorites.isEmpty)
    }

    @Test func `the last hundred changes can be undone`() async throws {
        let scene = await scene([.sample(1)], isSignedIn: false)
        for number in 1...110 {
            let edit = LibraryEdit.writeNote(.sample(1), from: nil, to: "\(number)")
            _ = try? await scene.favoritesModel.undo.perform(edit, as: UserChange(.note))
        }
        #expect(scene.favoritesModel.undo.counts.undo == 100)
        for _ in 1...100 { scene.favoritesModel.undo.undo() }
        await scene.favoritesModel.undo.settled()
        #expect(try await scene.library.note(of: .sample(1))?.text == "10")
        #expect(!scene.favoritesModel.undo.canUndo && scene.favoritesModel.undo.counts.redo == 100)
    }

    @Test func `old changes are forgotten when all name too many items`() async {
        let scene = await scene(isSignedIn: false)
        let undo = scene.favoritesModel.undo
        let marks = (1...UndoStack.maxIDs / 2).map {
            FavoriteMark(ItemID(catalog: .repositories, host: "h", id: "\($0)"))
        }
        for _ in 1...3 {
            let entry = undo.begin(UserChange(.favoritesRemoved))
            entry.edits = [.restoreFavorites(marks)]
            undo.finish(entry)
        }
        #expect(undo.counts.undo == 1)
        let entry = undo.begin(UserChange(.favoritesRemoved))
        entry.edits = [.restoreFavorites(marks + marks)]
        undo.finish(entry)
        #expect(undo.counts.undo == 0 && undo.report?.entry == nil)
    }

    @Test func `an undo that cannot be saved is reported and can be tried again`() async {
        let scene = await scene(isSignedIn: false)
        await add(1...2, scene)
        scene.library.failNext(.diskFull)
        await undo(scene)
        #expect(scene.favoritesModel.undo.problem?.failure == .library(.diskFull))
        #expect(scene.library.favorites.count == 2 && scene.favoritesModel.contains(.sample(1)))
        await undo(scene)
        #expect(scene.library.favorites.isEmpty)
    }

    @Test func `of an undo that is saved in part, only the rest is tried again`() async throws {
        let scene = await scene([.sample(1)], isSignedIn: false)
        let stack = scene.favoritesModel.undo
        let entry = stack.begin(UserChange(.tagSet("a")))
        for name in ["a", "b"] {
            stack.write(.assignTag(TagAssignment(name, isSet: true, on: [.sample(1)], creates: true)), in: entry)
        }
        await eventually { stack.report?.step == .done }
        scene.library.failNext(.diskFull)
        await undo(scene)
        #expect(stack.problem?.failure == .library(.diskFull) && stack.canUndo)
        #expect(try await scene.library.tags().count == 1)
        await undo(scene)
        #expect(stack.report?.skipped == 0 && stack.report?.hasChanged == true && !stack.canUndo)
        #expect(try await scene.library.tags().isEmpty)
    }

    @Test func `what another process has changed since is skipped and said`() async {
        let scene = await scene(isSignedIn: false)
        await add(1...3, scene)
        scene.library.change { $0.removeAll { $0.id == .sample(2) } }
        await undo(scene)
        #expect(scene.library.favorites.isEmpty && scene.favoritesModel.undo.report?.skipped == 1)
        scene.library.change { $0 = [.sample(1), .sample(3)] }
        await redo(scene)
        #expect(scene.favoritesModel.undo.report?.hasChanged == false && !scene.favoritesModel.undo.canUndo)
        #expect(scene.library.favorites == [.sample(3), .sample(1)])
    }

    @Test func `another library clears the stack`() async {
        let scene = await scene(isSignedIn: false)
        await add(1...3, scene)
        scene.library.hold()
        scene.favoritesModel.add([.sample(4)])
        scene.favoritesModel.undo.undo()
        scene.favoritesModel.undo.clear()
        scene.library.release()
        await scene.favoritesModel.undo.settled()
        #expect(scene.library.favorites.count == 4)
        #expect(!scene.favoritesModel.undo.canUndo && !scene.favoritesModel.undo.canRedo)
    }

    // MARK: Stars

    @Test func `undoing an addition takes back the stars that came with it, and no others`() async {
        let scene = await scene()
        scene.stars.setStarred(true, .sample(1))
        await eventually { account.written == "+1" }
        await add(1...2, scene)
        #expect(account.written == "+1 +2")
        await undo(scene)
        #expect(account.written == "+1 +2", "it waits while the message shows")
        scene.favoritesModel.undo.messageEnded()
        await eventually { account.written == "+1 +2 -2" }
        await redo(scene)
        await eventually { account.written == "+1 +2 -2 +2" }
        #expect(scene.favoritesModel.undo.report?.newStars == 1)
    }

    @Test func `a star that was removed on the server is set again, and its new date is said`() async {
        let scene = await scene([.starred(1), .starred(2)])
        scene.favoritesModel.remove([.starred(1), .starred(2)])
        await scene.favoritesModel.settled()
        await time.advance(by: .seconds(61), sleepers: 0)
        scene.favoritesModel.undo.messageEnded()
        await eventually { account.written.count == 5 }
        await scene.outbox.settled()
        await undo(scene)
        await eventually { account.written.count == 11 }
        #expect(account.written.contains("+1") && account.written.contains("+2"))
        #expect(scene.favoritesModel.undo.report?.newStars == 2)
    }

    @Test(arguments: [nil, "bob"])
    func `as another account or signed out, only the favorites come back`(login: String?) async {
        let scene = await scene([.starred(1)])
        scene.favoritesModel.remove(.starred(1))
        await scene.favoritesModel.settled()
        scene.favoritesModel.undo.messageEnded()
        await eventually { account.written == "-1" }
        await scene.outbox.settled()
        scene.signOut()
        if let login { await scene.signIn(as: login) }
        await undo(scene)
        #expect(scene.library.favorites.map(\.id) == [.sample(1)])
        #expect(account.written == "-1" && scene.favoritesModel.undo.report?.newStars == 0)
    }

    @Test(arguments: [true, false])
    func `more than twenty stars are set only after a question`(isAccepted: Bool) async {
        let favorites = (1...61).map { Favorite.starred($0) }
        let scene = await scene(favorites)
        scene.favoritesModel.remove(favorites)
        await scene.favoritesModel.settled()
        scene.favoritesModel.undo.messageEnded()
        await eventually { account.stars.isEmpty && account.written.split(separator: " ").count == 61 }
        await scene.outbox.settled()
        await undo(scene)
        let stack = scene.favoritesModel.undo
        #expect(stack.confirmation == UndoConfirmation(isSet: true, stars: 61, minutes: 2))
        #expect(scene.library.favorites.isEmpty && stack.canUndo)
        stack.undo()
        stack.respond(isAccepted)
        await stack.settled()
        #expect(stack.confirmation == nil && stack.canUndo == !isAccepted)
        #expect(scene.library.favorites.count == (isAccepted ? 61 : 0))
    }

    @Test(arguments: [20, 21])
    func `up to twenty stars are set without a question`(count: Int) async {
        let favorites = (1...count).map { Favorite.starred($0) }
        let scene = await scene(favorites)
        scene.favoritesModel.remove(favorites)
        await scene.favoritesModel.settled()
        scene.favoritesModel.undo.messageEnded()
        await eventually { account.written.split(separator: " ").count == count }
        await scene.outbox.settled()
        await undo(scene)
        #expect((scene.favoritesModel.undo.confirmation == nil) == (count == 20))
    }

    @Test func `an undo whose stars cannot be read changes nothing and can be tried again`() async {
        let scene = await scene([.starred(1)])
        let stack = scene.favoritesModel.undo
        scene.favoritesModel.remove([.starred(1)])
        await scene.favoritesModel.settled()
        await settle()
        scene.library.failNextReads()
        await undo(scene)
        #expect(stack.problem?.failure == .library(.busy) && stack.canUndo && scene.library.favorites.isEmpty)
        await undo(scene)
        #expect(scene.library.favorites.count == 1 && account.written == "")
    }

    @Test(arguments: [true, false])
    func `the question answers for its change when there was another since`(isAccepted: Bool) async throws {
        let favorites = (1...21).map { Favorite.starred($0) }
        let scene = await scene(favorites)
        let stack = scene.favoritesModel.undo
        scene.favoritesModel.remove(favorites)
        await scene.favoritesModel.settled()
        stack.messageEnded()
        await eventually { account.stars.isEmpty }
        await scene.outbox.settled()
        await undo(scene)
        #expect(stack.confirmation?.stars == 21)
        _ = try await scene.library.recordQuery("swift", of: .repositories)
        _ = try await stack.perform(
            .clearHistory(.repositories, hosts: []), as: UserChange(.historyCleared(searches: 1, viewed: 0)))
        stack.respond(isAccepted)
        await stack.settled()
        #expect(scene.library.favorites.count == (isAccepted ? 21 : 0) && scene.library.recentQueries == [])
        #expect(stack.counts.undo == (isAccepted ? 1 : 2))
        stack.undo()
        await stack.settled()
        #expect(scene.library.recentQueries == ["swift"], "the other change is the last one")
    }

    @Test func `a change during an undo that fails stays the last one`() async {
        let scene = await scene(isSignedIn: false)
        let stack = scene.favoritesModel.undo
        await add(1...1, scene)
        await scene.favoritesModel.settled()
        scene.library.hold()
        stack.undo()
        await eventually { scene.library.holdsWrite }
        scene.library.failNext(.diskFull)
        scene.favoritesModel.add([.sample(2)])
        scene.library.release()
        await stack.settled()
        await scene.favoritesModel.settled()
        #expect(stack.problem != nil && stack.counts == (2, 0))
        await undo(scene)
        #expect(scene.library.favorites.map(\.id) == [.sample(1)])
    }

    @Test func `a redo that fails after another change does not come back`() async {
        let scene = await scene(isSignedIn: false)
        let stack = scene.favoritesModel.undo
        await add(1...1, scene)
        await undo(scene)
        scene.library.hold()
        stack.redo()
        await eventually { scene.library.holdsWrite }
        scene.library.failNext(.diskFull)
        scene.favoritesModel.add([.sample(2)])
        scene.library.release()
        await stack.settled()
        await scene.favoritesModel.settled()
        #expect(stack.counts == (1, 0))
    }

    @Test func `removals whose stars still wait are undone without a question`() async {
        let favorites = (1...30).map { Favorite.starred($0) }
        let scene = await scene(favorites)
        scene.favoritesModel.remove(favorites)
        await scene.favoritesModel.settled()
        await undo(scene)
        #expect(scene.favoritesModel.undo.confirmation == nil && scene.library.favorites.count == 30)
        #expect(account.written == "")
    }
}
