import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct GitHubStarsTests {
    private let time = ManualTime()
    private let account = ScriptedAccount()
    private var written: String { account.written }

    private func scene(_ favorites: [Favorite] = [], isSignedIn: Bool = true) async -> StarsFixture {
        await StarsFixture(favorites, account: account, time: time, isSignedIn: isSignedIn)
    }

    // MARK: Changes of favorites

    @Test func `an added favorite is starred on the server and unstarred when removed`() async {
        let scene = await scene()
        scene.favoritesModel.toggle(.sample(1))
        await eventually { written == "+1" && scene.favoritesModel.contains(.sample(1)) }
        await eventually { scene.library.favorites.first?.isStarredOnServer == true }
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        scene.favoritesModel.undo.messageEnded()
        await eventually { written == "+1 -1" && !scene.favoritesModel.contains(.sample(1)) }
        await scene.outbox.settled()
        #expect(scene.stars.state(of: .sample(1)) == false)
        #expect(scene.library.log.suffix(2).contains("unstar 1"))
    }

    @Test func `a removed favorite is not unstarred while that can be undone`() async {
        let scene = await scene([.starred(1)])
        scene.favoritesModel.remove(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.outbox.settled()
        scene.favoritesModel.undo.undo()
        await scene.favoritesModel.undo.settled()
        await eventually { scene.favoritesModel.contains(.sample(1)) }
        await scene.outbox.settled()
        #expect(written == "")
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    @Test func `undo does not star an item that was not starred before`() async {
        let scene = await scene([.starred(1, false)])
        scene.favoritesModel.remove(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.outbox.settled()
        scene.favoritesModel.undo.undo()
        await scene.favoritesModel.undo.settled()
        await eventually { scene.favoritesModel.contains(.sample(1)) }
        await scene.outbox.settled()
        #expect(!written.contains("+"))
        #expect(scene.stars.state(of: .sample(1)) == false)
    }

    @Test(arguments: [nil, false])
    func `a star that is not shown is not removed`(stored: Bool?) async {
        let scene = await scene([.starred(1, stored)])
        scene.favoritesModel.remove(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.outbox.settled()
        #expect(account.written.isEmpty)
    }

    @Test func `removing a favorite that could not be starred does not fail again`() async {
        let scene = await scene()
        account.failNext(.notAllowed(needs: .publicRepositories))
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.stars.problem?.serial == 1 && scene.favoritesModel.contains(.sample(1)) }
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.outbox.settled()
        #expect(account.written == "+1" && scene.stars.problem?.serial == 1)
    }

    @Test func `an undo before the mutation was sent sends nothing`() async {
        let scene = await scene([.starred(1), .starred(2)])
        account.hold()
        scene.favoritesModel.remove([.sample(2), .sample(1)])
        await eventually { scene.favoritesModel.lastRemoval?.count == 2 }
        scene.favoritesModel.undo.undo()
        await scene.favoritesModel.undo.settled()
        account.release()
        await scene.outbox.settled()
        #expect(written == "")
        await eventually { scene.library.favorites.count == 2 }
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    @Test func `nothing is sent while signed out or for items of another server`() async {
        let scene = await scene(isSignedIn: false)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.contains(.sample(1)) }
        #expect(scene.stars.state(of: .sample(1)) == nil)
        await scene.signIn()
        let foreign = Item(id: ItemID(catalog: .repositories, host: "elsewhere", id: "9"), facts: Item.sample(9).facts)
        scene.favoritesModel.toggle(foreign)
        await eventually { scene.favoritesModel.contains(foreign.id) }
        await scene.outbox.settled()
        #expect(written == "")
        #expect(scene.stars.state(of: foreign.id) == nil)
    }

    // MARK: Star states

    @Test func `the star state changes at once, before the server responds`() async {
        let scene = await scene()
        account.hold()
        scene.favoritesModel.toggle(.sample(1))
        #expect(scene.stars.state(of: .sample(1)) == true)
        account.release()
        await scene.outbox.settled()
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    @Test(arguments: [
        CatalogFailure.notAllowed(needs: .starring), .blocked(reason: "dmca", link: nil),
        .unexpected(code: "foreign-item"),
    ])
    func `a rejection restores the star state, is reported once, and keeps the favorite`(failure: CatalogFailure) async
    {
        let scene = await scene()
        account.failNext(failure)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.stars.problem != nil && scene.favoritesModel.contains(.sample(1)) }
        await eventually { scene.stars.state(of: .sample(1)) == false }
        #expect(scene.stars.problem?.failure == failure)
        #expect(
            scene.stars.problem?.mutations == [AccountMutation(.star, .sample(1), isSet: true)])
        #expect(scene.stars.problem?.isSaved == false)
        await scene.outbox.settled()
        #expect(scene.favoritesModel.contains(.sample(1)))
        #expect(scene.library.favorites.first?.isStarredOnServer == nil)
        #expect(written == "+1")
    }

    @Test(arguments: [
        CatalogFailure.server(status: 500), .offline, .timedOut, .unauthorized, .unreadable(code: "http-410"),
        .proxyRefused(ProxyRefusal(proxy: "proxy.example:3128", status: 403)),
        .throttled(until: Date(timeIntervalSince1970: 1_800_000_060)),
        .rateLimited(
            RateLimit(bucket: "core", limit: 5000, resetsAt: Date(timeIntervalSince1970: 1_800_000_900))),
    ])
    func `after a failure that may pass the mutation waits, is reported once, and is sent again`(
        failure: CatalogFailure
    ) async {
        let scene = await scene()
        account.failNext(failure, failure)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.stars.problem?.failure == failure }
        #expect(scene.stars.problem?.isSaved == true)
        #expect((scene.stars.problem?.until != nil) == (failure.retryDate != nil))
        #expect(scene.stars.state(of: .sample(1)) == true)
        for _ in 1...2 { await time.advance(by: .seconds(900)) }
        await eventually { account.stars == [.sample(1)] }
        await scene.outbox.settled()
        #expect(scene.stars.problem?.serial == 1 && scene.library.favorites.first?.isStarredOnServer == true)
    }

    @Test func `a request that may have arrived is not repeated when it has`() async {
        let scene = await scene()
        account.hold()
        scene.stars.setStarred(true, .sample(1))
        await eventually { account.heldCount == 1 }
        account.failNext(.timedOut)
        account.replyIsStarred { _ in .success(true) }
        account.release()
        await eventually { scene.stars.problem != nil }
        await time.advance(by: .seconds(15))
        await eventually { account.calls.contains(.isStarred(.sample(1))) }
        await scene.outbox.settled()
        #expect(written == "+1" && scene.stars.state(of: .sample(1)) == true)
        #expect(scene.library.log.last == "star 1")
    }

    @Test func `what was not sent is shown and sent after a restart, for its account only`() async {
        let first = await scene()
        account.failNext(.offline)
        first.stars.setStarred(true, .sample(1))
        await eventually { first.stars.problem != nil }
        first.signOut()
        let other = await StarsFixture(first.library, account: account, time: time)
        let screen = other.favoritesModel.trackedItems()
        await screen.load([.sample(1)], startingOver: true)
        await other.signIn(as: "bob")
        await eventually { other.stars.state(of: .sample(1)) == false && written == "+1" }
        other.signOut()
        await time.advance(by: .seconds(15), sleepers: 0)
        await other.signIn(as: "Ada")
        await eventually { other.stars.state(of: .sample(1)) == true }
        await eventually { written == "+1 +1" }
        withExtendedLifetime(screen) {}
    }

    @Test func `a press before the outbox has been read replaces what waits there`() async {
        let first = await scene([.starred(1)])
        first.favoritesModel.remove(.starred(1))
        await eventually { first.favoritesModel.lastRemoval != nil }
        first.signOut()
        let second = await StarsFixture(first.library, account: account, time: time)
        second.outbox.signedIn(as: "ada")
        second.stars.signedIn(as: "ada")
        second.favoritesModel.toggle(.sample(1))
        await eventually { second.favoritesModel.contains(.sample(1)) }
        second.favoritesModel.undo.messageEnded()
        await second.outbox.settled()
        await settle()
        #expect(written == "" && second.stars.state(of: .sample(1)) == true)
    }

    @Test func `a star that cannot be saved is not sent`() async {
        let scene = await scene()
        scene.library.failNext(.diskFull)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.problem != nil }
        await scene.outbox.settled()
        #expect(written == "" && scene.stars.state(of: .sample(1)) == false)
    }

    @Test func `a rejected unstar restores the star state, and the favorite stays removed`() async {
        let scene = await scene([.starred(1)])
        account.failNext(.blocked(reason: nil, link: nil))
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        scene.favoritesModel.undo.messageEnded()
        await eventually { scene.stars.problem?.failure == .blocked(reason: nil, link: nil) }
        await eventually { !scene.favoritesModel.contains(.sample(1)) }
        #expect(scene.stars.problem?.mutations.first?.isSet == false)
    }

    @Test func `a cancelled mutation is not reported`() async {
        let scene = await scene()
        account.failNext(.cancelled)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { written == "+1" }
        await scene.outbox.settled()
        #expect(scene.stars.problem == nil)
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    @Test func `trying again sends the same mutation`() async throws {
        let scene = await scene()
        account.failNext(.offline)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.stars.problem != nil }
        scene.stars.tryAgain(try #require(scene.stars.problem))
        await scene.outbox.settled()
        #expect(written == "+1 +1")
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    // MARK: Changing only the star

    @Test func `changing only the star does not change the favorite`() async {
        let scene = await scene([.starred(1, nil)])
        scene.stars.setStarred(true, .sample(1))
        await scene.outbox.settled()
        scene.stars.setStarred(false, .sample(1))
        await scene.outbox.settled()
        #expect(written == "+1 -1")
        #expect(scene.favoritesModel.contains(.sample(1)))
        scene.stars.setStarred(true, .sample(2))
        await scene.outbox.settled()
        #expect(!scene.favoritesModel.contains(.sample(2)))
        #expect(scene.stars.state(of: .sample(2)) == true)
    }

    @Test func `a confirmed mutation is not sent again`() async {
        let scene = await scene()
        scene.stars.setStarred(true, .sample(1))
        await scene.outbox.settled()
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.contains(.sample(1)) }
        await scene.outbox.settled()
        #expect(written == "+1")
    }
}
