import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct AccountStartTests {
    @Test func `a stored token signs in without a request`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token())
        scene.model.start()
        await eventually { scene.content?.login == "ada" }
        #expect(scene.content?.tokenStorage == .saved)
        #expect(scene.content?.progress == .notLoaded)
        #expect(scene.content?.facts == nil)
        #expect(scene.account.calls == [.use(AccountFixture.credential())])
        #expect(scene.stars.host == Item.sample(1).id.host)
    }

    @Test func `without a token the state is signed out, without a message`() async {
        let scene = AccountFixture()
        #expect(scene.model.phase == .starting)
        scene.model.start()
        await eventually { scene.model.phase == .signedOut(SignedOutContent()) }
        #expect(scene.model.phase.signInState == .signedOut)
        #expect(scene.account.calls == [])
    }

    @Test(arguments: [TokenStoreFailure.noBus, .noService, .timedOut, .refused(code: 3)])
    func `a keyring that cannot be reached is reported, and signing in still works`(failure: TokenStoreFailure) async {
        let scene = AccountFixture()
        scene.store.failNext(failure)
        scene.model.start()
        await eventually { scene.signedOut?.notice == .keyringFailed(failure) }
        scene.model.signIn(typed: AccountFixture.good)
        await eventually { scene.content != nil }
    }

    @Test func `a locked keyring is not the same as being signed out`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token())
        scene.store.lock(opensOnUnlock: true)
        scene.model.start()
        await eventually { scene.model.phase == .locked }
        scene.model.unlock()
        await eventually { scene.content?.login == "ada" }
        #expect(scene.store.log == ["look test", "unlock test", "look test"])
    }

    @Test func `after declining to unlock, the user can try again or use another token`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token())
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
