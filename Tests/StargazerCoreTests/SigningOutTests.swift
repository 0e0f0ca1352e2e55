import Foundation
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct SigningOutTests {
    @Test func `signing out stops using the token at once and removes it`() async {
        let scene = AccountFixture()
        await scene.signIn()
        var isTold = false
        scene.model.onSignedOut = { isTold = true }
        scene.store.hold()
        scene.model.signOut()
        #expect(isTold)
        #expect(scene.model.phase == .signedOut(SignedOutContent()))
        #expect(scene.account.credential == nil)
        #expect(scene.stars.state(of: .sample(1)) == nil)
        scene.store.release()
        await scene.model.settled()
        #expect(scene.store.tokens.isEmpty)
        #expect(scene.model.signOutResult?.failure == nil && scene.model.signOutResult?.serial == 1)
    }

    @Test func `a token that cannot be removed is reported, and the user is still signed out`() async {
        let scene = AccountFixture()
        await scene.signIn()
        scene.store.failNext(.timedOut)
        scene.model.signOut()
        await eventually { scene.model.signOutResult?.failure == .timedOut }
        #expect(scene.signedOut?.notice == .notRemoved(.timedOut))
        #expect(scene.account.credential == nil)
    }

    @Test func `without a keyring there is nothing to remove`() async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.failNext(.noService, .noService)
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.content?.tokenStorage == .sessionOnly(.noService) }
        scene.model.signOut()
        await eventually { scene.model.signOutResult != nil }
        #expect(scene.model.signOutResult?.failure == nil)
        #expect(scene.signedOut?.notice == nil)
    }

    @Test func `signing in again at once keeps the new token`() async {
        let scene = AccountFixture()
        await scene.signIn()
        scene.store.hold()
        scene.model.signOut()
        await eventually { scene.store.log.last == "remove test" }
        scene.model.signIn(typed: "ghp_new")
        await eventually { scene.account.calls.last == .identify(AccountFixture.credential("ghp_new")) }
        await settle()
        #expect(scene.store.log.last == "remove test")
        scene.store.release()
        await eventually { scene.content != nil }
        #expect(scene.store.tokens["test"] == AccountFixture.token("ghp_new"))
    }

    @Test func `a token rejected later is no longer used but stays in the keyring`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token())
        scene.model.start()
        await eventually { scene.content != nil }
        var isTold = false
        scene.model.onSignedOut = { isTold = true }
        scene.refusals.yield(AccountFixture.credential())
        await eventually { scene.signedOut?.notice == .tokenRefused(login: "ada") }
        #expect(isTold)
        #expect(scene.model.phase.signInState == .refused)
        #expect(scene.account.credential == nil)
        #expect(scene.store.tokens["test"] != nil)
        // A problem with the next token does not clear this notice.
        scene.model.signIn(typed: "a b")
        #expect(
            scene.signedOut
                == SignedOutContent(
                    notice: .tokenRefused(login: "ada"), entry: .malformed(.hasWhiteSpace)))
        scene.model.signOut()
        await scene.model.settled()
        #expect(scene.store.tokens.isEmpty)
        #expect(scene.signedOut?.notice == nil)
    }

    @Test func `the rejection of an earlier token has no effect`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token())
        scene.model.start()
        await eventually { scene.content != nil }
        scene.refusals.yield(AccountFixture.credential("ghp_older"))
        await settle()
        #expect(scene.content != nil)
    }
}
