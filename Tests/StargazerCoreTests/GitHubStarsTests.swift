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

    // MARK: Following the favorites

    @Test func `a favorite that is added is starred on the server too, and taken off again`() async {
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

    @Test func `removing in the favorites and undoing it go to the server as well`() async {
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

    @Test func `undoing does not star what was not starred before`() async {
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
    func `a star that is not shown is not taken back behind the person's back`(stored: Bool?) async {
        let scene = await scene([.starred(1, stored)])
        scene.favoritesModel.remove(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.stars.settled()
        #expect(account.written.isEmpty)
    }

    @Test func `removing what could not be starred is not refused again`() async {
        let scene = await scene()
        account.failNext(.notAllowed(needs: .publicRepositories))
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.stars.problem?.serial == 1 && scene.favoritesModel.contains(.sample(1)) }
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.lastRemoval != nil }
        await scene.stars.settled()
        #expect(account.written == "+1" && scene.stars.problem?.serial == 1)
    }

    @Test func `an undo before anything was sent sends nothing`() async {
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

    @Test func `nothing is sent while nobody is signed in, nor of another server's items`() async {
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

    // MARK: The mark

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

    @Test func `what is given up is not said`() async {
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

    // MARK: The star alone

    @Test func `the star alone leaves the favorite as it is`() async {
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

    @Test func `what the server has confirmed is not sent again`() async {
        let scene = await scene()
        scene.stars.setStarred(true, .sample(1))
        await scene.stars.settled()
        scene.favoritesModel.toggle(.sample(1))
        await eventually { scene.favoritesModel.contains(.sample(1)) }
        await scene.stars.settled()
        #expect(written == "+1")
    }
}
