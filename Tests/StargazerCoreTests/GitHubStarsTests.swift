import Foundation
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct GitHubStarsTests {
    private let time = ManualTime()
    private let account = ScriptedAccount()

    private struct Scene {
        let library: MemoryLibrary
        let shelf: FavoritesShelf
        let stars: GitHubStars
    }

    private func scene(_ favorites: [Favorite] = [], isSignedIn: Bool = true) async -> Scene {
        let library = MemoryLibrary(favorites, account: "ada")
        let shelf = FavoritesShelf(library: library, time: time.source)
        let stars = GitHubStars(account: account, shelf: shelf, formats: .sample())
        stars.attach(library: library)
        await eventually("the shelf is loaded") { shelf.isLoaded }
        if isSignedIn { stars.signedIn(as: "ada") }
        return Scene(library: library, shelf: shelf, stars: stars)
    }

    /// What was sent to be written, such as `+1 -1`.
    private var written: String {
        account.calls.compactMap { call in
            if case .setStarred(let isStarred, let id) = call { return "\(isStarred ? "+" : "-")\(id.id)" }
            return nil
        }.joined(separator: " ")
    }

    private func starred(_ number: Int, _ isStarred: Bool? = true) -> Favorite {
        var favorite = Favorite.sample(number)
        favorite.isStarredOnServer = isStarred
        return favorite
    }

    // MARK: Following the favorites

    @Test func `a favorite that is added is starred on the server too, and taken off again`() async {
        let scene = await scene()
        scene.shelf.toggle(.sample(1))
        await eventually { written == "+1" && scene.shelf.contains(.sample(1)) }
        await eventually { scene.library.kept.first?.isStarredOnServer == true }
        scene.shelf.toggle(.sample(1))
        await eventually { written == "+1 -1" && !scene.shelf.contains(.sample(1)) }
        await scene.stars.settled()
        #expect(scene.stars.mark(of: .sample(1)) == false)
        #expect(scene.library.log.suffix(2).contains("unstar 1"))
    }

    @Test func `removing in the favorites and undoing it go to the server as well`() async {
        let scene = await scene([starred(1)])
        scene.shelf.remove(.sample(1))
        await eventually { scene.shelf.lastRemoval != nil }
        await scene.stars.settled()
        scene.shelf.undoRemoval()
        await eventually { scene.shelf.contains(.sample(1)) }
        await scene.stars.settled()
        #expect(written == "-1 +1")
        #expect(scene.stars.mark(of: .sample(1)) == true)
    }

    @Test func `undoing does not star what was not starred before`() async {
        let scene = await scene([starred(1, false)])
        scene.shelf.remove(.sample(1))
        await eventually { scene.shelf.lastRemoval != nil }
        await scene.stars.settled()
        scene.shelf.undoRemoval()
        await eventually { scene.shelf.contains(.sample(1)) }
        await scene.stars.settled()
        #expect(!written.contains("+"))
        #expect(scene.stars.mark(of: .sample(1)) == false)
    }

    @Test func `an undo before anything was sent sends nothing`() async {
        let scene = await scene([starred(1), starred(2)])
        account.hold()
        scene.shelf.remove(.sample(2))
        scene.shelf.remove(.sample(1))
        await eventually { scene.shelf.removals.count == 2 && account.heldCount == 1 }
        scene.shelf.undoRemoval()
        account.release()
        await scene.stars.settled()
        #expect(written == "-2 +2")
        await eventually { scene.shelf.favorites.count == 2 }
        #expect(scene.stars.mark(of: .sample(1)) == true)
    }

    @Test func `nothing is sent while nobody is signed in, nor of another server's items`() async {
        let scene = await scene(isSignedIn: false)
        scene.shelf.toggle(.sample(1))
        await eventually { scene.shelf.contains(.sample(1)) }
        #expect(scene.stars.mark(of: .sample(1)) == nil)
        scene.stars.signedIn(as: "ada")
        let foreign = Item(
            id: ItemID(catalog: .repositories, host: "elsewhere", id: "9"), payload: Item.sample(9).payload)
        scene.shelf.toggle(foreign)
        await eventually { scene.shelf.contains(foreign.id) }
        await scene.stars.settled()
        #expect(written == "")
        #expect(scene.stars.mark(of: foreign.id) == nil)
    }

    // MARK: The mark

    @Test func `the mark shows the wish at once, before the server has said a word`() async {
        let scene = await scene()
        account.hold()
        scene.shelf.toggle(.sample(1))
        #expect(scene.stars.mark(of: .sample(1)) == true)
        account.release()
        await scene.stars.settled()
        #expect(scene.stars.mark(of: .sample(1)) == true)
    }

    @Test(arguments: [
        CatalogFailure.notAllowed(needs: "starring=write"), .blocked(reason: "dmca", link: nil), .server(status: 500),
        .offline, .timedOut, .unauthorized, .askedToSlowDown(until: Date(timeIntervalSince1970: 1_800_000_060)),
        .rateLimited(
            RateLimit(bucket: "core", limit: 5000, resetsAt: Date(timeIntervalSince1970: 1_800_000_900))),
        .unreadable(code: "redirect"), .unexpected(code: "http-410"),
    ])
    func `a refusal puts the mark back, is said once, and leaves the favorite alone`(failure: CatalogFailure) async {
        let scene = await scene()
        account.failNext(failure)
        scene.shelf.toggle(.sample(1))
        await eventually { scene.stars.problem != nil && scene.shelf.contains(.sample(1)) }
        #expect(scene.stars.mark(of: .sample(1)) == false)
        #expect(scene.stars.problem?.failure == failure)
        #expect(scene.stars.problem?.wishes == [StarWish(item: .sample(1), isStarred: true, isOfFavorite: true)])
        #expect((scene.stars.problem?.until != nil) == (failure.retryDate != nil))
        await scene.stars.settled()
        #expect(scene.shelf.contains(.sample(1)))
        #expect(scene.library.kept.first?.isStarredOnServer == nil)
        #expect(written == "+1")
    }

    @Test func `a refused removal puts the mark back, and the favorite stays removed`() async {
        let scene = await scene([starred(1)])
        account.failNext(.server(status: 502))
        scene.shelf.toggle(.sample(1))
        await eventually { scene.stars.problem?.failure == .server(status: 502) }
        await eventually { !scene.shelf.contains(.sample(1)) }
        #expect(scene.stars.problem?.wishes.first?.isStarred == false)
    }

    @Test func `what is given up is not said`() async {
        let scene = await scene()
        account.failNext(.cancelled)
        scene.shelf.toggle(.sample(1))
        await eventually { written == "+1" }
        await scene.stars.settled()
        #expect(scene.stars.problem == nil)
        #expect(scene.stars.mark(of: .sample(1)) == false)
    }

    @Test func `trying again sends the same wish`() async throws {
        let scene = await scene()
        account.failNext(.offline)
        scene.shelf.toggle(.sample(1))
        await eventually { scene.stars.problem != nil }
        scene.stars.tryAgain(try #require(scene.stars.problem))
        await scene.stars.settled()
        #expect(written == "+1 +1")
        #expect(scene.stars.mark(of: .sample(1)) == true)
    }

    // MARK: Several wishes

    @Test func `pressed twice while the first is under way, its opposite follows`() async {
        let scene = await scene()
        account.hold()
        scene.shelf.toggle(.sample(1))
        await eventually { account.heldCount == 1 }
        scene.shelf.toggle(.sample(1))
        #expect(scene.stars.mark(of: .sample(1)) == false)
        account.release()
        await scene.stars.settled()
        #expect(written == "+1 -1")
        #expect(account.stars.isEmpty)
    }

    @Test func `pressed three times while the first is under way, nothing more is needed`() async {
        let scene = await scene()
        account.hold()
        scene.shelf.toggle(.sample(1))
        await eventually { account.heldCount == 1 }
        scene.shelf.toggle(.sample(1))
        scene.shelf.toggle(.sample(1))
        account.release()
        await scene.stars.settled()
        #expect(written == "+1")
        #expect(scene.stars.mark(of: .sample(1)) == true)
    }

    @Test func `what waits in line and is taken back is never sent`() async {
        let scene = await scene()
        account.hold()
        scene.shelf.toggle(.sample(1))
        await eventually { account.heldCount == 1 }
        scene.shelf.toggle(.sample(2))
        scene.shelf.toggle(.sample(3))
        scene.shelf.toggle(.sample(2))
        account.release()
        await scene.stars.settled()
        #expect(written == "+1 +3")
    }

    @Test func `one write is under way at a time, in the order of the wishes`() async {
        let scene = await scene()
        account.hold()
        for number in 1...3 { scene.shelf.toggle(.sample(number)) }
        for count in 1...3 {
            await eventually { account.heldCount == 1 && written.split(separator: " ").count == count }
            await account.releaseOne()
        }
        await scene.stars.settled()
        #expect(written == "+1 +2 +3")
    }

    @Test func `a refusal of a wish that was taken back meanwhile is not worth a word`() async {
        let scene = await scene()
        account.hold()
        scene.shelf.toggle(.sample(1))
        await eventually { account.heldCount == 1 }
        scene.shelf.toggle(.sample(1))
        account.failNext(.server(status: 500))
        account.release()
        await scene.stars.settled()
        #expect(written == "+1")
        #expect(scene.stars.problem == nil)
        #expect(scene.stars.mark(of: .sample(1)) == false)
    }

    @Test func `offline, all that wait are put back and said together, without one request each`() async {
        let scene = await scene()
        account.hold()
        for number in 1...3 { scene.shelf.toggle(.sample(number)) }
        await eventually { account.heldCount == 1 }
        account.failNext(.offline)
        account.release()
        await eventually { scene.stars.problem?.wishes.count == 3 }
        await scene.stars.settled()
        #expect(written == "+1")
        #expect((1...3).allSatisfy { scene.stars.mark(of: .sample($0)) == false })
    }

    @Test func `a refusal that concerns one repository leaves the others in line`() async {
        let scene = await scene()
        account.hold()
        for number in 1...2 { scene.shelf.toggle(.sample(number)) }
        await eventually { account.heldCount == 1 }
        account.failNext(.blocked(reason: nil, link: nil))
        account.release()
        await scene.stars.settled()
        #expect(written == "+1 +2")
        #expect(scene.stars.problem?.wishes.map(\.item.id.id) == ["1"])
    }

    // MARK: The star alone

    @Test func `the star alone leaves the favorite as it is`() async {
        let scene = await scene([starred(1, nil)])
        scene.stars.setStarred(true, .sample(1))
        await scene.stars.settled()
        scene.stars.setStarred(false, .sample(1))
        await scene.stars.settled()
        #expect(written == "+1 -1")
        #expect(scene.shelf.contains(.sample(1)))
        scene.stars.setStarred(true, .sample(2))
        await scene.stars.settled()
        #expect(!scene.shelf.contains(.sample(2)))
        #expect(scene.stars.mark(of: .sample(2)) == true)
    }

    @Test func `what the server has confirmed is not sent again`() async {
        let scene = await scene()
        scene.stars.setStarred(true, .sample(1))
        await scene.stars.settled()
        scene.shelf.toggle(.sample(1))
        await eventually { scene.shelf.contains(.sample(1)) }
        await scene.stars.settled()
        #expect(written == "+1")
    }

    // MARK: Looking

    @Test func `the server is asked once whether an item is starred, and what it says is kept`() async {
        let scene = await scene([starred(1, nil)])
        account.replyIsStarred { _ in .success(true) }
        scene.stars.look(at: .sample(1))
        scene.stars.look(at: .sample(1))
        await eventually { scene.stars.mark(of: .sample(1)) == true }
        scene.stars.look(at: .sample(1))
        await scene.stars.settled()
        #expect(account.calls == [.isStarred(.sample(1))])
        #expect(scene.library.kept.first?.isStarredOnServer == true)
    }

    @Test func `failing to learn it is silent, and it may be asked again`() async {
        let scene = await scene()
        account.failNext(.offline)
        scene.stars.look(at: .sample(1))
        await eventually { account.calls.count == 1 }
        await settle()
        #expect(scene.stars.problem == nil)
        scene.stars.look(at: .sample(1))
        await eventually { account.calls.count == 2 }
    }

    @Test func `an answer that is older than a wish does not undo it`() async {
        let scene = await scene()
        account.hold()
        scene.stars.look(at: .sample(1))
        await eventually { account.heldCount == 1 }
        scene.stars.setStarred(true, .sample(1))
        await eventually { account.heldCount == 2 }
        account.replyIsStarred { _ in .success(false) }
        account.release()
        await scene.stars.settled()
        await settle()
        #expect(scene.stars.mark(of: .sample(1)) == true)
    }

    // MARK: Coming and going

    @Test func `signing out takes the marks away and sends no more`() async {
        let scene = await scene([starred(9)])
        account.hold()
        scene.shelf.toggle(.sample(1))
        scene.shelf.toggle(.sample(2))
        await eventually { account.heldCount == 1 }
        scene.stars.signedOut(isRefused: false)
        #expect(scene.stars.mark(of: .sample(9)) == nil)
        #expect(scene.stars.marks == StarMarks())
        account.failNext(.unauthorized)
        account.release()
        await scene.stars.settled()
        await settle()
        #expect(written == "+1")
        #expect(scene.stars.problem == nil)
    }

    @Test func `a refused token is said for the stars that were on their way`() async {
        let scene = await scene()
        account.hold()
        scene.shelf.toggle(.sample(1))
        scene.shelf.toggle(.sample(2))
        await eventually { account.heldCount == 1 }
        account.failNext(.unauthorized)
        scene.stars.signedOut(isRefused: true)
        account.release()
        await settle()
        #expect(scene.stars.problem?.failure == .unauthorized)
        #expect(scene.stars.problem?.wishes.map(\.item.id.id) == ["1", "2"])
        #expect(scene.stars.problem?.serial == 1)
    }

    @Test func `another account's stars are forgotten, the same one's are not`() async {
        let scene = await scene([starred(1)], isSignedIn: false)
        scene.stars.signedIn(as: "ada")
        #expect(scene.stars.mark(of: .sample(1)) == true)
        scene.stars.signedOut(isRefused: false)
        scene.stars.signedIn(as: "bob")
        await scene.stars.settled()
        await eventually { scene.stars.mark(of: .sample(1)) == false }
        #expect(scene.shelf.contains(.sample(1)))
    }

    @Test func `what was wished before the window closed is still sent and kept`() async {
        let library = MemoryLibrary()
        account.hold()
        do {
            let shelf = FavoritesShelf(library: library, time: time.source)
            let stars = GitHubStars(account: account, shelf: shelf, formats: .sample())
            stars.attach(library: library)
            stars.signedIn(as: "ada")
            shelf.toggle(.sample(1))
            shelf.toggle(.sample(2))
            await eventually { account.heldCount == 1 }
        }
        account.release()
        await eventually { written == "+1 +2" && library.log.filter { $0.hasPrefix("star") }.count == 2 }
    }
}
