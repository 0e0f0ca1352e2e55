import Foundation
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
        await eventually { scene.library.kept.first?.isStarredOnServer == true }
        scene.favoritesModel.toggle(.sample(1))
        await eventually { written == "+1 -1" && !scene.favoritesModel.contains(.sample(1)) }
        await scene.stars.settled()
        #expect(scene.stars.state(of: .sample(1)) == false)
        #expect(scene.library.log.suffix(2).contains("unstar 1"))
    }

    @Test func `removing a favorite and undoing it change the star on the server`() async {
        let scene = await scene([.starred(1)])
        scene.favoritesModel.remove(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.stars.settled()
        scene.favoritesModel.undoRemoval()
        await eventually { scene.favoritesModel.contains(.sample(1)) }
        await scene.stars.settled()
        #expect(written == "-1 +1")
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    @Test func `undo does not star an item that was not starred before`() async {
        let scene = await scene([.starred(1, false)])
        scene.favoritesModel.remove(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.stars.settled()
        scene.favoritesModel.undoRemoval()
        await eventually { scene.favoritesModel.contains(.sample(1)) }
        await scene.stars.settled()
        #expect(!written.contains("+"))
        #expect(scene.stars.state(of: .sample(1)) == false)
    }

    @Test(arguments: [nil, false])
    func `a star that is not shown is not removed`(stored: Bool?) async {
        let scene = await scene([.starred(1, stored)])
        scene.favoritesModel.remove(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.stars.settled()
        #expect(account.written.isEmpty)
    }

    @Test func `removing a favorite that could not be starred does not fail again`() async {
        let scene = await scene()
        account.failNext(.notAllowed(needs: .publicRepositories))
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.stars.problem?.serial == 1 && scene.favoritesModel.contains(.sample(1)) }
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.stars.settled()
        #expect(account.written == "+1" && scene.stars.problem?.serial == 1)
    }

    @Test func `an undo before the mutation was sent sends nothing`() async {
        let scene = await scene([.starred(1), .starred(2)])
        account.hold()
        scene.favoritesModel.remove(.sample(2))
        scene.favoritesModel.remove(.sample(1))
        await eventually { scene.favoritesModel.removals.count == 2 && account.heldCount == 1 }
        scene.favoritesModel.undoRemoval()
        account.release()
        await scene.stars.settled()
        #expect(written == "-2 +2")
        await eventually { scene.library.kept.count == 2 }
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    @Test func `nothing is sent while signed out or for items of another server`() async {
        let scene = await scene(isSignedIn: false)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.contains(.sample(1)) }
        #expect(scene.stars.state(of: .sample(1)) == nil)
        scene.stars.signedIn(as: "ada")
        let foreign = Item(id: ItemID(catalog: .repositories, host: "elsewhere", id: "9"), facts: Item.sample(9).facts)
        scene.favoritesModel.toggle(foreign)
        await eventually { scene.favoritesModel.contains(foreign.id) }
        await scene.stars.settled()
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
        await scene.stars.settled()
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    @Test(arguments: [
        CatalogFailure.notAllowed(needs: .starring), .blocked(reason: "dmca", link: nil), .server(status: 500),
        .offline, .timedOut, .unauthorized, .throttled(until: Date(timeIntervalSince1970: 1_800_000_060)),
        .rateLimited(
            RateLimit(bucket: "core", limit: 5000, resetsAt: Date(timeIntervalSince1970: 1_800_000_900))),
        .unreadable(code: "redirect"), .unexpected(code: "http-410"),
    ])
    func `a rejection restores the star state, is reported once, and keeps the favorite`(failure: CatalogFailure) async
    {
        let scene = await scene()
        account.failNext(failure)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.stars.problem != nil && scene.favoritesModel.contains(.sample(1)) }
        #expect(scene.stars.state(of: .sample(1)) == false)
        #expect(scene.stars.problem?.failure == failure)
        #expect(
            scene.stars.problem?.mutations == [StarMutation(item: .sample(1), isStarred: true, isFromFavorite: true)])
        #expect((scene.stars.problem?.until != nil) == (failure.retryDate != nil))
        await scene.stars.settled()
        #expect(scene.favoritesModel.contains(.sample(1)))
        #expect(scene.library.kept.first?.isStarredOnServer == nil)
        #expect(written == "+1")
    }

    @Test func `a rejected unstar restores the star state, and the favorite stays removed`() async {
        let scene = await scene([.starred(1)])
        account.failNext(.server(status: 502))
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.stars.problem?.failure == .server(status: 502) }
        await eventually { !scene.favoritesModel.contains(.sample(1)) }
        #expect(scene.stars.problem?.mutations.first?.isStarred == false)
    }

    @Test func `a cancelled mutation is not reported`() async {
        let scene = await scene()
        account.failNext(.cancelled)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { written == "+1" }
        await scene.stars.settled()
        #expect(scene.stars.problem == nil)
        #expect(scene.stars.state(of: .sample(1)) == false)
    }

    @Test func `trying again sends the same mutation`() async throws {
        let scene = await scene()
        account.failNext(.offline)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.stars.problem != nil }
        scene.stars.tryAgain(try #require(scene.stars.problem))
        await scene.stars.settled()
        #expect(written == "+1 +1")
        #expect(scene.stars.state(of: .sample(1)) == true)
    }

    // MARK: Changing only the star

    @Test func `changing only the star does not change the favorite`() async {
        let scene = await scene([.starred(1, nil)])
        scene.stars.setStarred(true, .sample(1))
        await scene.stars.settled()
        scene.stars.setStarred(false, .sample(1))
        await scene.stars.settled()
        #expect(written == "+1 -1")
        #expect(scene.favoritesModel.contains(.sample(1)))
        scene.stars.setStarred(true, .sample(2))
        await scene.stars.settled()
        #expect(!scene.favoritesModel.contains(.sample(2)))
        #expect(scene.stars.state(of: .sample(2)) == true)
    }

    @Test func `a confirmed mutation is not sent again`() async {
        let scene = await scene()
        scene.stars.setStarred(true, .sample(1))
        await scene.stars.settled()
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.contains(.sample(1)) }
        await scene.stars.settled()
        #expect(written == "+1")
    }
}
