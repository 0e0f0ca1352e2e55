import Foundation
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct KeyStoreBackTests {
    @Test func `a key store that is back is asked for the token of before`() async {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.store.failNext(.timedOut, .noService)
        scene.model.start()
        await eventually { scene.signedOut?.notice == .keyStoreFailed(.timedOut) }
        scene.model.askKeyStoreAgain()
        #expect(scene.model.phase == .starting)
        await eventually { scene.signedOut?.notice == .keyStoreFailed(.noService) }
        scene.model.askKeyStoreAgain()
        await eventually { scene.content?.login == "ada" }
        #expect(scene.account.credential == AccountScene.credential())
    }

    @Test func `a token for this session is kept once the key store is back`() async {
        let scene = AccountScene()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.failNext(.noService, .timedOut)
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.content?.keeping == .sessionOnly(.noService) }
        scene.model.keepAgain()
        await eventually { scene.content?.keeping == .sessionOnly(.timedOut) }
        scene.model.keepAgain()
        await eventually { scene.content?.keeping == .kept }
        #expect(scene.store.kept["test"]?.secret == Secret(AccountScene.good))
        let count = scene.store.log.count
        scene.model.keepAgain()
        await settle()
        #expect(scene.store.log.count == count, "it is kept already")
    }

    @Test func `who signs out while it is being kept leaves no token`() async {
        let scene = AccountScene()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.failNext(.noService)
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.content?.keeping == .sessionOnly(.noService) }
        scene.store.hold()
        scene.model.keepAgain()
        await eventually { scene.store.log.count { $0.hasPrefix("store") } == 2 }
        scene.model.signOut()
        scene.store.release()
        await scene.model.settled()
        #expect(scene.store.kept.isEmpty)
        #expect(scene.signedOut != nil)
    }

    @Test func `a token that was not removed can be forgotten later`() async {
        let scene = AccountScene()
        await scene.signIn()
        scene.store.failNext(.timedOut)
        scene.model.signOut()
        await eventually { scene.signedOut?.notice == .notRemoved(.timedOut) }
        scene.model.signOut()
        await eventually { scene.model.farewell?.serial == 2 }
        #expect(scene.store.kept.isEmpty && scene.signedOut?.notice == nil)
    }

    // MARK: Breaking off

    @Test func `signing in can be broken off while the server is asked`() async {
        let scene = AccountScene()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.account.hold()
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.account.heldCount == 1 }
        scene.model.cancelSignIn()
        #expect(scene.model.phase == .signedOut(SignedOutContent()))
        scene.account.release()
        await settle()
        #expect(scene.signedOut != nil && scene.account.credential == nil)
        #expect(!scene.store.log.contains { $0.hasPrefix("store") })
    }

    @Test func `broken off while it is being kept, it is not kept`() async {
        let scene = AccountScene()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.hold()
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.store.log.last?.hasPrefix("store") == true }
        scene.model.cancelSignIn()
        scene.store.release()
        await eventually { scene.store.log.last == "remove test" }
        await eventually { scene.store.kept.isEmpty }
        #expect(scene.signedOut != nil && scene.account.credential == nil)
    }

    @Test func `what is broken off takes no later token along`() async {
        let scene = AccountScene()
        scene.model.start()
        await eventually { scene.signedOut != nil }
        scene.store.hold()
        scene.model.signIn(typed: AccountScene.good)
        await eventually { scene.store.log.last?.hasPrefix("store") == true }
        scene.model.cancelSignIn()
        scene.model.signIn(typed: "ghp_new")
        await eventually { scene.account.calls.last == .identify(AccountScene.credential("ghp_new")) }
        await settle()
        #expect(scene.store.log.count { $0.hasPrefix("store") } == 1, "the first is not yet gone")
        scene.store.release()
        await eventually { scene.content != nil }
        await scene.model.settled()
        #expect(scene.store.kept["test"] == AccountScene.kept("ghp_new"))
    }

    @Test func `only what is under way is broken off`() async {
        let scene = AccountScene(kept: AccountScene.kept())
        scene.model.start()
        await eventually { scene.content != nil }
        scene.model.cancelSignIn()
        scene.model.askKeyStoreAgain()
        await settle()
        #expect(scene.content != nil && scene.store.log == ["look test"])
    }
}
