import Foundation
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct KeyringRecoveryTests {
    @Test func `a keyring that works again is asked for the saved token`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token())
        scene.store.failNext(.timedOut, .noService)
        scene.model.start()
        await eventually { scene.signedOut?.notice == .keyringFailed(.timedOut) }
        scene.model.retryKeyring()
        #expect(scene.model.phase == .starting)
        await eventually { scene.signedOut?.notice == .keyringFailed(.noService) }
        scene.model.retryKeyring()
        await eventually { scene.content?.login == "ada" }
        #expect(scene.account.credential == AccountFixture.credential())
    }

    @Test func `a session token is saved once the keyring works again`() async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.failNext(.noService, .timedOut)
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.content?.tokenStorage == .sessionOnly(.noService) }
        scene.model.retrySavingToken()
        await eventually { scene.content?.tokenStorage == .sessionOnly(.timedOut) }
        scene.model.retrySavingToken()
        await eventually { scene.content?.tokenStorage == .saved }
        #expect(scene.store.tokens["test"]?.secret == Secret(AccountFixture.good))
        let count = scene.store.log.count
        scene.model.retrySavingToken()
        await settle()
        #expect(scene.store.log.count == count, "it is kept already")
    }

    @Test func `signing out while the token is being saved leaves no token`() async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.failNext(.noService)
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.content?.tokenStorage == .sessionOnly(.noService) }
        scene.store.hold()
        scene.model.retrySavingToken()
        await eventually { scene.store.log.count { $0.hasPrefix("store") } == 2 }
        scene.model.signOut()
        scene.store.release()
        await scene.model.settled()
        #expect(scene.store.tokens.isEmpty)
        #expect(scene.signedOut != nil)
    }

    @Test func `a former token that is saved late does not make the next one count as saved`() async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.failNext(.noService)
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.content?.tokenStorage == .sessionOnly(.noService) }
        scene.store.holdNext()
        scene.model.retrySavingToken()
        await eventually { scene.store.isHolding }
        scene.refusals.yield(AccountFixture.credential())
        await eventually { scene.signedOut != nil }
        scene.store.failNext(.timedOut)
        scene.model.signIn(typed: "ghp_new")
        await eventually { scene.content?.tokenStorage == .sessionOnly(.timedOut) }
        scene.store.release()
        await settle()
        #expect(scene.content?.tokenStorage == .sessionOnly(.timedOut))
    }

    @Test func `a token that could not be removed can be removed later`() async {
        let scene = AccountFixture()
        await scene.signIn()
        scene.store.failNext(.timedOut)
        scene.model.signOut()
        await eventually { scene.signedOut?.notice == .notRemoved(.timedOut) }
        scene.model.signOut()
        await eventually { scene.model.signOutResult?.serial == 2 }
        #expect(scene.store.tokens.isEmpty && scene.signedOut?.notice == nil)
    }

    // MARK: Cancelling

    @Test func `signing in can be cancelled during the request`() async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.account.hold()
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.account.heldCount == 1 }
        scene.model.cancelSignIn()
        #expect(scene.model.phase == .signedOut(SignedOutContent()))
        scene.account.release()
        await settle()
        #expect(scene.signedOut != nil && scene.account.credential == nil)
        #expect(!scene.store.log.contains { $0.hasPrefix("store") })
    }

    @Test func `a token is not saved when the user cancels meanwhile`() async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.hold()
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.store.log.last?.hasPrefix("store") == true }
        scene.model.cancelSignIn()
        scene.store.release()
        await eventually { scene.store.log.last == "remove test" }
        await eventually { scene.store.tokens.isEmpty }
        #expect(scene.signedOut != nil && scene.account.credential == nil)
    }

    @Test func `cancelling does not remove a later token`() async {
        let scene = AccountFixture()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.hold()
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.store.log.last?.hasPrefix("store") == true }
        scene.model.cancelSignIn()
        scene.model.signIn(typed: "ghp_new")
        await eventually { scene.account.calls.last == .identify(AccountFixture.credential("ghp_new")) }
        await settle()
        #expect(scene.store.log.count { $0.hasPrefix("store") } == 1, "the first is not yet gone")
        scene.store.release()
        await eventually { scene.content != nil }
        await scene.model.settled()
        #expect(scene.store.tokens["test"] == AccountFixture.token("ghp_new"))
    }

    @Test func `only a running sign-in is cancelled`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token())
        scene.model.start()
        await eventually { scene.content != nil }
        scene.model.cancelSignIn()
        scene.model.retryKeyring()
        await settle()
        #expect(scene.content != nil && scene.store.log == ["look test"])
    }
}
