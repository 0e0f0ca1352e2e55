import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct StarMutationTests {
    private let time = ManualTime()
    private let account = ScriptedAccount()
    private var written: String { account.written }

    private func scene(_ favorites: [Favorite] = [], isSignedIn: Bool = true) async -> StarsFixture {
        await StarsFixture(favorites, account: account, time: time, isSignedIn: isSignedIn)
    }

    // MARK: Several mutations

    @Test func `a second toggle while the first is sent is followed by its opposite`() async {
        let scene = await scene()
        account.hold()
        scene.favoritesModel.toggle(.sample(1))
        await eventually { account.heldCount == 1 }
        scene.favoritesModel.toggle(.sample(1))
        #expect(scene.stars.state(of: .sample(1)) == false)
        scene.favoritesModel.undo.messageEnded()
        account.release()
        await eventually { written == "+1 -1" }
        await scene.outbox.settled()
        #expect(account.stars.isEmpty)
    }

    @Test func `a third toggle while the first is sent needs no more requests`() async {
        let scene = await scene()
        account.hold()
        scene.favoritesModel.toggle(.sample(1))
        await eventually { account.heldCount == 1 }
        scene.favoritesModel.toggle(.sample(1))
        scene.favoritesModel.toggle(.sample(1))
        account.release()
        await scene.outbox.settled()
        #expect(written == "+1")
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    @Test func `a mutation that is reverted in the queue is never sent`() async {
        let scene = await scene()
        account.hold()
        scene.favoritesModel.toggle(.sample(1))
        await eventually { account.heldCount == 1 }
        scene.favoritesModel.toggle(.sample(2))
        scene.favoritesModel.toggle(.sample(3))
        scene.favoritesModel.toggle(.sample(2))
        account.release()
        await scene.outbox.settled()
        #expect(written == "+1 +3")
    }

    @Test func `mutations are sent one at a time, in order`() async {
        let scene = await scene()
        account.hold()
        for number in 1...3 { scene.favoritesModel.toggle(.sample(number)) }
        for count in 1...3 {
            await eventually { account.heldCount == 1 && written.split(separator: " ").count == count }
            await account.releaseOne()
        }
        await scene.outbox.settled()
        #expect(written == "+1 +2 +3")
    }

    @Test func `a rejected mutation that was undone meanwhile is not reported`() async {
        let scene = await scene()
        account.hold()
        scene.favoritesModel.toggle(.sample(1))
        await eventually { account.heldCount == 1 }
        scene.favoritesModel.toggle(.sample(1))
        account.failNext(.blocked(reason: nil, link: nil))
        account.release()
        await scene.outbox.settled()
        #expect(written == "+1")
        #expect(scene.stars.problem == nil)
        #expect(scene.stars.state(of: .sample(1)) == false)
    }

    @Test func `offline, all mutations wait, are reported together after one request, and are sent later`() async {
        let scene = await scene()
        account.hold()
        for number in 1...3 { scene.favoritesModel.toggle(.sample(number)) }
        await eventually { account.heldCount == 1 }
        account.failNext(.offline)
        account.release()
        await eventually { scene.stars.problem?.mutations.count == 3 }
        await scene.outbox.settled()
        #expect(written == "+1" && scene.stars.problem?.isSaved == true)
        #expect((1...3).allSatisfy { scene.stars.state(of: .sample($0)) == true })
        let flags = ItemFlagSource(favoritesModel: scene.favoritesModel, stars: scene.stars)
        await eventually { (1...3).allSatisfy { flags.flags(of: .sample($0)).isStarWaiting } }
        await time.advance(by: .seconds(15))
        await eventually { written == "+1 +2 +3 +1" }
        await scene.outbox.settled()
        await eventually { (1...3).allSatisfy { !flags.flags(of: .sample($0)).isStarWaiting } }
        #expect(account.stars.count == 3 && scene.stars.problem?.serial == 1)
    }

    @Test func `a failure of one repository keeps the others in the queue`() async {
        let scene = await scene()
        account.hold()
        for number in 1...2 { scene.favoritesModel.toggle(.sample(number)) }
        await eventually { account.heldCount == 1 }
        account.failNext(.blocked(reason: nil, link: nil))
        account.release()
        await scene.outbox.settled()
        #expect(written == "+1 +2")
        #expect(scene.stars.problem?.mutations.map(\.item.id.id) == ["1"])
    }

    // MARK: Loading

    @Test func `the star state is requested once and saved`() async {
        let scene = await scene([.starred(1, nil)])
        account.replyIsStarred { _ in .success(true) }
        scene.stars.loadState(of: .sample(1))
        scene.stars.loadState(of: .sample(1))
        await eventually { scene.stars.state(of: .sample(1)) == true }
        scene.stars.loadState(of: .sample(1))
        await scene.outbox.settled()
        #expect(account.calls == [.isStarred(.sample(1))])
        #expect(scene.library.favorites.first?.isStarredOnServer == true)
    }

    @Test func `a failed request for the star state is silent and can be repeated`() async {
        let scene = await scene()
        account.failNext(.offline)
        scene.stars.loadState(of: .sample(1))
        await eventually { account.calls.count == 1 }
        await settle()
        #expect(scene.stars.problem == nil)
        scene.stars.loadState(of: .sample(1))
        await eventually { account.calls.count == 2 }
    }

    @Test func `a response older than a mutation does not undo it`() async {
        let scene = await scene()
        account.hold()
        scene.stars.loadState(of: .sample(1))
        await eventually { account.heldCount == 1 }
        scene.stars.setStarred(true, .sample(1))
        await eventually { account.heldCount == 2 }
        account.replyIsStarred { _ in .success(false) }
        account.release()
        await scene.outbox.settled()
        await settle()
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    // MARK: Signing in and out

    @Test func `signing out clears star states and sends nothing more`() async {
        let scene = await scene([.starred(9)])
        account.hold()
        scene.favoritesModel.toggle(.sample(1))
        scene.favoritesModel.toggle(.sample(2))
        await eventually { account.heldCount == 1 }
        scene.signOut()
        #expect(scene.stars.state(of: .sample(9)) == nil)
        #expect(scene.stars.host == nil)
        account.failNext(.unauthorized)
        account.release()
        await scene.outbox.settled()
        await settle()
        #expect(written == "+1")
        #expect(scene.stars.problem == nil)
    }

    @Test func `a rejected token is reported for the pending mutations`() async {
        let scene = await scene()
        account.hold()
        scene.favoritesModel.toggle(.sample(1))
        scene.favoritesModel.toggle(.sample(2))
        await eventually { account.heldCount == 1 }
        account.failNext(.unauthorized)
        scene.signOut(isRefused: true)
        account.release()
        await settle()
        #expect(scene.stars.problem?.failure == .unauthorized)
        #expect(scene.stars.problem?.mutations.map(\.item.id.id) == ["1", "2"])
        #expect(scene.stars.problem?.serial == 1)
    }

    @Test func `another account's stars are deleted, and the same account's stay`() async {
        let scene = await scene([.starred(1)], isSignedIn: false)
        await scene.signIn()
        #expect(scene.stars.state(of: .sample(1)) == true)
        scene.signOut()
        await scene.signIn(as: "bob")
        await scene.outbox.settled()
        await eventually { scene.stars.state(of: .sample(1)) == false }
        #expect(scene.favoritesModel.contains(.sample(1)))
    }

    @Test func `mutations made before the window closed are still sent and saved`() async {
        let library = MemoryLibrary()
        account.hold()
        do {
            let writer = LibraryWriter.attached(to: library)
            let favoritesModel = FavoritesModel(library: library, writer: writer, time: time.source)
            let (outbox, stars) = GitHubStars.sample(account, favoritesModel, writer, time)
            outbox.signedIn(as: "ada")
            stars.signedIn(as: "ada")
            favoritesModel.toggle(.sample(1))
            favoritesModel.toggle(.sample(2))
            await eventually { account.heldCount == 1 }
        }
        account.release()
        await eventually { written == "+1 +2" && library.log.filter { $0.hasPrefix("star") }.count == 2 }
    }
}
