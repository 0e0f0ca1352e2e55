import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct SigningInTests {
    @Test(arguments: [
        ("", TokenFormatFailure.empty), (" \n", .empty), ("one\ntwo", .hasLineBreak), ("one\r\n\r\ntwo", .hasLineBreak),
        ("one two", .hasWhiteSpace), ("one\u{7}two", .hasControlCharacter), ("schlüssel", .notASCII),
        (String(repeating: "x", count: 10_000), .tooLong(limit: 255)),
    ])
    func `a text that cannot be a token is rejected at the entry without a request`(
        typed: String, failure: TokenFormatFailure
    ) async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.model.signIn(typed: typed)
        #expect(scene.signedOut?.entry == .malformed(failure))
        scene.model.entryChanged()
        #expect(scene.signedOut?.entry == nil)
        #expect(scene.account.calls == [])
        #expect(scene.store.log == ["look test"])
    }

    @Test func `an accepted token is saved and then used`() async {
        let scene = AccountFixture()
        await scene.signIn("  ghp_good\r\n")
        #expect(scene.store.tokens["test"] == AccountFixture.token())
        #expect(scene.account.calls == [.identify(AccountFixture.credential()), .use(AccountFixture.credential())])
        #expect(scene.content?.tokenStorage == .saved)
        #expect(scene.content?.progress == .loaded)
    }

    @Test func `a token is neither saved nor used before the server accepts it`() async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.account.hold()
        scene.model.signIn(typed: AccountFixture.good)
        #expect(scene.model.phase == .checking)
        await eventually { scene.account.heldCount == 1 }
        #expect(scene.store.tokens.isEmpty && scene.account.credential == nil)
        scene.account.failNext(.unauthorized)
        scene.account.release()
        await eventually { scene.signedOut != nil }
        guard case .rejected(let content)? = scene.signedOut?.entry else { return #expect(Bool(false)) }
        #expect(content.failure == .unauthorized)
        #expect(scene.store.tokens.isEmpty && scene.account.credential == nil)
        #expect(scene.store.log == ["look test"])
    }

    @Test(arguments: [
        TokenStoreFailure.noBus, .noService, .timedOut, .locked, .refused(code: 7),
    ])
    func `a token that the keyring cannot save lasts for the session`(failure: TokenStoreFailure) async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.failNext(failure)
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.content?.tokenStorage == .sessionOnly(failure) }
        #expect(scene.account.credential == AccountFixture.credential())
        #expect(scene.store.tokens.isEmpty)
    }

    @Test func `another account's token replaces the old one, and its stars are deleted`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token("ghp_old", login: "grace"))
        scene.model.start()
        await eventually { scene.content?.login == "grace" }
        scene.refusals.yield(AccountFixture.credential("ghp_old"))
        await eventually { scene.signedOut != nil }
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.content?.login == "ada" }
        #expect(scene.store.tokens["test"] == AccountFixture.token())
        await scene.outbox.settled()
        #expect(scene.library.log.filter { $0.hasPrefix("account") } == ["account grace", "account ada"])
    }

    @Test func `a new token of the same account keeps its stars`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token("ghp_old"))
        scene.model.start()
        await eventually { scene.content != nil }
        scene.refusals.yield(AccountFixture.credential("ghp_old"))
        await eventually { scene.signedOut != nil }
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.content != nil }
        await scene.outbox.settled()
        #expect(Set(scene.library.log.filter { $0.hasPrefix("account") }) == ["account ada"])
    }
}
