import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// What the outbox does when the library, the server or the account fails it.
@MainActor struct OutboxFailureTests {
    private let time = ManualTime()
    private let account = ScriptedAccount()

    private func scene() async -> StarsFixture { await StarsFixture(account: account, time: time, isSignedIn: true) }

    /// Lets an hour pass, a quarter of a minute at a time.
    private func passHour(_ scene: StarsFixture) async {
        for _ in 0..<240 {
            await time.advance(by: .seconds(15), sleepers: 0)
            for _ in 0..<5 { await Task.yield() }
            await scene.outbox.settled()
        }
    }

    @Test func `a library that another process holds is asked again`() async {
        let scene = await scene()
        scene.library.failNextSending(.busy, .busy)
        scene.favoritesModel.toggle(.sample(1))
        await scene.favoritesModel.settled()
        await scene.outbox.settled()
        #expect(account.written == "")
        await time.advance(by: .seconds(15))
        await time.advance(by: .seconds(60))
        await eventually { account.written == "+1" }
    }

    @Test func `a server that fails gets few requests in an hour, and all later`() async throws {
        let scene = await scene()
        account.replySetStarred { _, _ in .server(status: 500) }
        let items = (1...500).map { Item.sample($0) }
        let outbox = OutboxAccount(host: account.host, login: "ada")
        try await scene.library.enqueue(
            items.map {
                OutboxChange(
                    AccountMutation(.star, $0, isSet: true), of: outbox, wasSet: false, sendAt: time.source.now())
            })
        scene.signOut()
        await scene.signIn()
        await passHour(scene)
        #expect((6...30).contains(account.calls.count), "\(account.calls.count)")
        let tried = account.written.split(separator: " ")
        #expect(Set(tried).count == tried.count, "another one is tried each time")
        account.replySetStarred { _, _ in nil }
        await passHour(scene)
        await eventually { account.stars.count == 500 }
    }

    @Test func `a server that asks for two hours is asked again after the longest pause, and not before`() async {
        let scene = await scene()
        account.failNext(.throttled(until: time.now.addingTimeInterval(7_200)))
        scene.favoritesModel.toggle(.sample(1))
        await scene.favoritesModel.settled()
        await scene.outbox.settled()
        #expect(account.written == "+1")
        await time.advance(by: .seconds(OutboxTime.longestPause - 1))
        await scene.outbox.settled()
        #expect(account.written == "+1")
        await time.advance(by: .seconds(1))
        await eventually { account.written == "+1 +1" }
    }

    @Test func `one item that the server cannot star does not hold up the others`() async {
        let scene = await scene()
        account.replySetStarred { _, item in item.id == .sample(1) ? .server(status: 500) : nil }
        for number in 1...6 { scene.favoritesModel.toggle(.sample(number)) }
        await eventually { account.stars.count == 5 }
        await passHour(scene)
        scene.favoritesModel.toggle(.sample(7))
        await eventually { account.stars.count == 6 }
        #expect(account.written.split(separator: " ").count { $0 == "+1" } > 3)
    }

    @Test func `a canceled star is not sent, and its favorite stays`() async throws {
        let scene = await scene()
        account.failNext(.offline)
        scene.favoritesModel.toggle(.sample(1))
        scene.favoritesModel.toggle(.sample(2))
        await eventually { scene.stars.problem != nil }
        await scene.outbox.settled()
        await eventually { Set(scene.outbox.waitingChanges.first.map(\.item.id)) == [.sample(1), .sample(2)] }
        scene.outbox.cancel(try #require(scene.outbox.waitingChanges.first.first { $0.item.id == .sample(2) }))
        await eventually { scene.outbox.waitingChanges.first.map(\.item.id) == [.sample(1)] }
        await eventually { scene.stars.state(of: .sample(2)) == false }
        #expect(scene.favoritesModel.contains(.sample(2)) && scene.outbox.waitingChanges.count == 1)
        await time.advance(by: .seconds(15))
        await eventually { account.written == "+1 +1" }
        await scene.outbox.settled()
        #expect(scene.library.favorites.count == 2)
    }

    @Test func `what was asked for one account is not sent as another`() async {
        let scene = await scene()
        account.failNext(.timedOut)
        scene.favoritesModel.toggle(.sample(1))
        await eventually { account.written == "+1" }
        await scene.outbox.settled()
        account.hold()
        await time.advance(by: .seconds(15))
        await eventually { account.heldCount == 1 && account.calls.last == .isStarred(.sample(1)) }
        scene.signOut()
        await scene.signIn(as: "bob", waits: false)
        account.release()
        await scene.outbox.settled()
        #expect(account.written == "+1")
    }
}
