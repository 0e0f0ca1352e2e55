import Foundation
import TestSupport
import Testing

@testable import StargazerCore

/// Signing in and out, over an account and a key store that do what a test says.
@MainActor struct AccountScene {
    static let good = "ghp_good"

    let time = ManualTime()
    let account = ScriptedAccount()
    let store: ScriptedTokenStore
    let library: MemoryLibrary
    let stars: GitHubStars
    let model: AccountViewModel
    let refusals: AsyncStream<Credential>.Continuation

    init(kept: KeptToken? = nil, favorites: [Favorite] = []) {
        store = ScriptedTokenStore(kept.map { ["test": $0] } ?? [:])
        library = MemoryLibrary(favorites)
        let shelf = FavoritesShelf(library: library, time: time.source)
        stars = GitHubStars(account: account, shelf: shelf, formats: .sample())
        stars.attach(library: library)
        let (stream, continuation) = AsyncStream.makeStream(of: Credential.self)
        refusals = continuation
        model = AccountViewModel(
            account: account, store: store, refusals: stream, stars: stars, time: time.source, formats: .sample())
    }

    static func kept(_ text: String = good, login: String = "ada") -> KeptToken {
        KeptToken(secret: Secret(text), login: login)
    }

    static func credential(_ text: String = good) -> Credential { Credential(secret: Secret(text), host: "test") }

    /// Signs in with a token that was typed.
    func signIn(_ text: String = good) async {
        model.start()
        await eventually("signed out") { model.phase == .signedOut(SignedOutContent()) }
        model.signIn(typed: text)
        await eventually("signed in") { content != nil }
    }

    var content: AccountContent? {
        if case .signedIn(let content) = model.phase { return content }
        return nil
    }

    var signedOut: SignedOutContent? {
        if case .signedOut(let content) = model.phase { return content }
        return nil
    }
}

@MainActor struct AccountStartTests {
    @Test func `a kept token signs in without asking the server`() async {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.model.start()
        await eventually { scene.content?.login == "ada" }
        #expect(scene.content?.keeping == .kept)
        #expect(scene.content?.progress == .notAsked)
        #expect(scene.content?.facts == nil)
        #expect(scene.account.calls == [.use(AccountScene.credential())])
        #expect(scene.stars.marks.apply(to: .sample(1)))
    }

    @Test func `without a token nobody is signed in, and there is nothing to say`() async {
        let scene = AccountScene()
        #expect(scene.model.phase == .starting)
        scene.model.start()
        await eventually { scene.model.phase == .signedOut(SignedOutContent()) }
        #expect(scene.model.phase.standing == .signedOut)
        #expect(scene.account.calls == [])
    }

    @Test(arguments: [TokenStoreFailure.noBus, .noService, .timedOut, .refused(code: 3)])
    func `a key store that cannot be asked is named, and signing in is possible`(failure: TokenStoreFailure) async {
        let scene = AccountScene()
        scene.store.failNext(failure)
        scene.model.start()
        await eventually { scene.signedOut?.notice == .keyStoreFailed(failure) }
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.content != nil }
    }

    @Test func `a locked key store is not the same as being signed out`() async {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.store.lock(opensOnUnlock: true)
        scene.model.start()
        await eventually { scene.model.phase == .locked }
        scene.model.unlock()
        await eventually { scene.content?.login == "ada" }
        #expect(scene.store.log == ["look test", "unlock test", "look test"])
    }

    @Test func `who declines to unlock can ask again, or use another token`() async {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.store.lock(opensOnUnlock: false)
        scene.model.start()
        await eventually { scene.model.phase == .locked }
        scene.model.unlock()
        #expect(scene.model.phase == .starting)
        await eventually { scene.model.phase == .locked }
        scene.model.useAnotherToken()
        #expect(scene.model.phase == .signedOut(SignedOutContent()))
    }
}

@MainActor struct SigningInTests {
    @Test(arguments: [
        ("", TokenFailure.empty), (" \n", .empty), ("one\ntwo", .hasLineBreak), ("one\r\n\r\ntwo", .hasLineBreak),
        ("one two", .hasWhiteSpace), ("one\u{7}two", .hasControlCharacter), ("schlüssel", .notASCII),
        (String(repeating: "x", count: 10_000), .tooLong(limit: 255)),
    ])
    func `what cannot be a token is refused beside the field, and nobody is asked`(
        typed: String, failure: TokenFailure
    ) async {
        let scene = AccountScene()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.model.signIn(typed: typed)
        #expect(scene.signedOut?.entry == .impossible(failure))
        scene.model.entryChanged()
        #expect(scene.signedOut?.entry == nil)
        #expect(scene.account.calls == [])
        #expect(scene.store.log == ["look test"])
    }

    @Test func `an accepted token is kept, then used`() async {
        let scene = AccountScene()
        await scene.signIn("  ghp_good\r\n")
        #expect(scene.store.kept["test"] == AccountScene.kept())
        #expect(scene.account.calls == [.identify(AccountScene.credential()), .use(AccountScene.credential())])
        #expect(scene.content?.keeping == .kept)
        #expect(scene.content?.progress == .answered)
    }

    @Test func `nothing is kept or used before the server has accepted it`() async {
        let scene = AccountScene()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.account.hold()
        scene.model.signIn(typed: AccountScene.good)
        #expect(scene.model.phase == .checking)
        await eventually { scene.account.heldCount == 1 }
        #expect(scene.store.kept.isEmpty && scene.account.credential == nil)
        scene.account.failNext(.unauthorized)
        scene.account.release()
        await eventually { scene.signedOut != nil }
        guard case .rejected(let content)? = scene.signedOut?.entry else { return #expect(Bool(false)) }
        #expect(content.failure == .unauthorized)
        #expect(scene.store.kept.isEmpty && scene.account.credential == nil)
        #expect(scene.store.log == ["look test"])
    }

    @Test(arguments: [
        TokenStoreFailure.noBus, .noService, .timedOut, .locked, .refused(code: 7),
    ])
    func `what the key store cannot keep is good for the session`(failure: TokenStoreFailure) async {
        let scene = AccountScene()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.failNext(failure)
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.content?.keeping == .sessionOnly(failure) }
        #expect(scene.account.credential == AccountScene.credential())
        #expect(scene.store.kept.isEmpty)
    }

    @Test func `another account's token takes the place of the one before, and its stars are forgotten`() async {
        let scene = AccountScene(kept: AccountScene.kept("ghp_old", login: "grace"))
        scene.model.start()
        await eventually { scene.content?.login == "grace" }
        scene.refusals.yield(AccountScene.credential("ghp_old"))
        await eventually { scene.signedOut != nil }
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.content?.login == "ada" }
        #expect(scene.store.kept["test"] == AccountScene.kept())
        await scene.stars.settled()
        #expect(scene.library.log.filter { $0.hasPrefix("account") } == ["account grace", "account ada"])
    }

    @Test func `the same account with a new token keeps what is known of its stars`() async {
        let scene = AccountScene(kept: AccountScene.kept("ghp_old"))
        scene.model.start()
        await eventually { scene.content != nil }
        scene.refusals.yield(AccountScene.credential("ghp_old"))
        await eventually { scene.signedOut != nil }
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.content != nil }
        await scene.stars.settled()
        #expect(Set(scene.library.log.filter { $0.hasPrefix("account") }) == ["account ada"])
    }
}

@MainActor struct SigningOutTests {
    @Test func `signing out stops the use at once and takes the token away`() async {
        let scene = AccountScene()
        await scene.signIn()
        var isTold = false
        scene.model.onSignedOut = { isTold = true }
        scene.store.hold()
        scene.model.signOut()
        #expect(isTold)
        #expect(scene.model.phase == .signedOut(SignedOutContent()))
        #expect(scene.account.credential == nil)
        #expect(scene.stars.mark(of: .sample(1)) == nil)
        scene.store.release()
        await scene.model.settled()
        #expect(scene.store.kept.isEmpty)
        #expect(scene.model.farewell?.failure == nil && scene.model.farewell?.serial == 1)
    }

    @Test func `a token that cannot be taken away is said, and nobody is signed in all the same`() async {
        let scene = AccountScene()
        await scene.signIn()
        scene.store.failNext(.timedOut)
        scene.model.signOut()
        await eventually { scene.model.farewell?.failure == .timedOut }
        #expect(scene.signedOut?.notice == .notRemoved(.timedOut))
        #expect(scene.account.credential == nil)
    }

    @Test func `without a key store there was nothing to take away`() async {
        let scene = AccountScene()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.failNext(.noService, .noService)
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.content?.keeping == .sessionOnly(.noService) }
        scene.model.signOut()
        await eventually { scene.model.farewell != nil }
        #expect(scene.model.farewell?.failure == nil)
        #expect(scene.signedOut?.notice == nil)
    }

    @Test func `who signs in again at once keeps the new token`() async {
        let scene = AccountScene()
        await scene.signIn()
        scene.store.hold()
        scene.model.signOut()
        await eventually { scene.store.log.last == "remove test" }
        scene.model.signIn(typed: "ghp_new")
        await eventually { scene.account.calls.last == .identify(AccountScene.credential("ghp_new")) }
        await settle()
        #expect(scene.store.log.last == "remove test")
        scene.store.release()
        await eventually { scene.content != nil }
        #expect(scene.store.kept["test"] == AccountScene.kept("ghp_new"))
    }

    @Test func `a token that is refused later is not used any more, but stays in the key store`() async {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.model.start()
        await eventually { scene.content != nil }
        var isTold = false
        scene.model.onSignedOut = { isTold = true }
        scene.refusals.yield(AccountScene.credential())
        await eventually { scene.signedOut?.notice == .tokenRefused(login: "ada") }
        #expect(isTold)
        #expect(scene.model.phase.standing == .refused)
        #expect(scene.account.credential == nil)
        #expect(scene.store.kept["test"] != nil)
        // What is wrong with the next one does not make that forgotten.
        scene.model.signIn(typed: "a b")
        #expect(
            scene.signedOut
                == SignedOutContent(
                    notice: .tokenRefused(login: "ada"), entry: .impossible(.hasWhiteSpace)))
        scene.model.signOut()
        await scene.model.settled()
        #expect(scene.store.kept.isEmpty)
        #expect(scene.signedOut?.notice == nil)
    }

    @Test func `the refusal of a token of before concerns nobody`() async {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.model.start()
        await eventually { scene.content != nil }
        scene.refusals.yield(AccountScene.credential("ghp_older"))
        await settle()
        #expect(scene.content != nil)
    }
}

@MainActor struct AccountPageTests {
    private func answer(_ change: (inout Account) -> Void = { _ in }) -> Account {
        var account = Account(login: "ada", name: "Ada L.", scopes: ["public_repo"])
        change(&account)
        return account
    }

    private func opened(_ answer: Account) async -> AccountScene {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.account.replyIdentify { _ in .success(answer) }
        scene.model.start()
        await eventually { scene.content != nil }
        scene.model.pageOpened()
        await eventually { scene.content?.progress == .answered }
        return scene
    }

    @Test func `the server is asked when the page opens, and not again within a minute`() async {
        let scene = await opened(answer())
        #expect(scene.content?.facts?.name == "Ada L.")
        #expect(scene.content?.facts?.scopes == ["public_repo"])
        let count = scene.account.calls.count
        scene.model.pageClosed()
        scene.model.pageOpened()
        await settle()
        #expect(scene.account.calls.count == count)
        scene.model.pageClosed()
        await eventually { scene.time.sleepers == 0 }
        await scene.time.advance(by: .seconds(61), sleepers: 0)
        scene.model.pageOpened()
        await eventually { scene.account.calls.count == count + 1 }
    }

    @Test func `offline the account is known by its name, and asking again is possible`() async {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.account.failNext(.offline)
        scene.model.start()
        await eventually { scene.content != nil }
        scene.model.pageOpened()
        await eventually { scene.content?.progress != .asking && scene.content?.progress != .notAsked }
        guard case .failed(let failure)? = scene.content?.progress else { return #expect(Bool(false)) }
        #expect(failure.failure == .offline)
        #expect(scene.content?.login == "ada" && scene.content?.facts == nil)
        scene.model.tryAgain()
        await eventually { scene.content?.progress == .answered }
    }

    @Test func `a token that the page finds refused is not used any more`() async {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.account.failNext(.unauthorized)
        scene.model.start()
        await eventually { scene.content != nil }
        scene.model.pageOpened()
        await eventually { scene.signedOut?.notice == .tokenRefused(login: "ada") }
    }

    @Test func `limits are counted down while they are looked at, and begin anew at zero`() async {
        let now = ManualTime().now
        let scene = await opened(
            answer {
                $0.limits = [RateLimit(bucket: "search", limit: 30, remaining: 4, resetsAt: now.addingTimeInterval(2))]
            })
        #expect(scene.content?.facts?.limits.first?.countdown == "0:02")
        await scene.time.advance(by: .seconds(1))
        await eventually { scene.content?.facts?.limits.first?.countdown == "0:01" }
        #expect(scene.content?.facts?.limits.first?.remaining == "4")
        await scene.time.advance(by: .seconds(1))
        await eventually { scene.content?.facts?.limits.first?.countdown == nil }
        #expect(scene.content?.facts?.limits.first?.remaining == "30")
        scene.model.pageClosed()
        await eventually("nothing ticks") { scene.time.sleepers == 0 }
    }

    @Test(arguments: [
        (TimeInterval?.none, TokenExpiry.unknown), (-1, .over("January 15, 2027 at 7:59 AM")),
        (1, .soon("January 15, 2027 at 8:00 AM", days: 1)),
        (7 * 86_400 - 1, .soon("January 22, 2027 at 7:59 AM", days: 7)),
        (7 * 86_400, .later("January 22, 2027 at 8:00 AM")),
    ])
    func `a token that ends within a week is said to end soon`(left: TimeInterval?, expected: TokenExpiry) async {
        let now = ManualTime().now
        let scene = await opened(answer { $0.expiresAt = left.map { now.addingTimeInterval($0) } })
        // The space before AM and PM is a narrow one that does not break.
        #expect("\(scene.content?.facts?.expiry as Any)".replacing("\u{202F}", with: " ") == "\(expected as Any?)")
    }

    @Test func `a model that goes leaves nothing behind`() async {
        weak var gone: AccountViewModel?
        let time: ManualTime
        do {
            let scene = AccountScene(kept: AccountScene.kept())
            time = scene.time
            gone = scene.model
            scene.model.start()
            await eventually { scene.content != nil }
            scene.model.pageOpened()
            await eventually { scene.content?.progress == .answered && time.sleepers == 1 }
        }
        await eventually { gone == nil && time.sleepers == 0 }
    }
}
