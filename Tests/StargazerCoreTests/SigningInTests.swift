import Foundation
import TestSupport
import Testing

@testable import StargazerCore

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
