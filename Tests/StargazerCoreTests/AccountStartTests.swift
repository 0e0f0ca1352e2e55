import Foundation
import TestSupport
import Testing

@testable import StargazerCore

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
