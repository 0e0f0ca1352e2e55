import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct AccountRefreshTests {
    private func answer(_ change: (inout Account) -> Void = { _ in }) -> Account {
        var account = Account(login: "ada", name: "Ada L.", scopes: ["public_repo"])
        change(&account)
        return account
    }

    private func opened(_ answer: Account) async -> AccountFixture {
        let scene = AccountFixture(storedToken: AccountFixture.token())
        scene.account.replyIdentify { _ in .success(answer) }
        scene.model.start()
        await eventually { scene.content != nil }
        scene.model.pageOpened()
        await eventually { scene.content?.progress == .loaded }
        return scene
    }

    @Test func `the facts are loaded when the page opens and not again within a minute`() async {
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

    @Test func `after the clock is set back, the facts are loaded again`() async {
        let scene = await opened(answer())
        let count = scene.account.calls.count
        scene.model.pageClosed()
        await scene.time.advance(by: .seconds(-3_600), sleepers: 0)
        scene.model.pageOpened()
        await eventually { scene.account.calls.count == count + 1 }
    }

    @Test func `very many scopes fit into one label`() async {
        let many = await opened(answer { $0.scopes = (0..<30_000).map { "scope\($0)" } })
        let scopes = many.content?.facts?.scopes ?? []
        #expect(scopes.joined(separator: ", ").count <= 1_010)
        #expect(scopes.count > 60 && scopes.first == "scope0" && scopes.last == "…")
        let long = await opened(answer { $0.scopes = [String(repeating: "x", count: 60_000), "repo"] })
        #expect(long.content?.facts?.scopes?.map(\.count) == [100, 4])
    }

    @Test func `the missing permission for starring is shown`() async {
        #expect(await opened(answer()).content?.facts?.missingPermission == nil)
        let scene = await opened(answer { $0.missingPermission = .starring })
        #expect(scene.content?.facts?.missingPermission == .starring)
    }

    @Test func `offline the account shows its login and offers to try again`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token())
        scene.account.failNext(.offline)
        scene.model.start()
        await eventually { scene.content != nil }
        scene.model.pageOpened()
        await eventually { scene.content?.progress != .loading && scene.content?.progress != .notLoaded }
        guard case .failed(let failure)? = scene.content?.progress else { return #expect(Bool(false)) }
        #expect(failure.failure == .offline)
        #expect(scene.content?.login == "ada" && scene.content?.facts == nil)
        scene.model.tryAgain()
        await eventually { scene.content?.progress == .loaded }
    }

    @Test func `a token that the server rejects while the page is open is no longer used`() async {
        let scene = AccountFixture(storedToken: AccountFixture.token())
        scene.account.failNext(.unauthorized)
        scene.model.start()
        await eventually { scene.content != nil }
        scene.model.pageOpened()
        await eventually { scene.signedOut?.notice == .tokenRefused(login: "ada") }
    }

    @Test func `limits count down while the page is open and are full again at zero`() async {
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

    private nonisolated static let expiries: [(TimeInterval?, TokenExpiry)] = [
        (nil, .unknown), (-1, .over("January 15, 2027 at 7:59 AM")),
        (1, .soon("January 15, 2027 at 8:00 AM", days: 1)),
        (7 * 86_400 - 1, .soon("January 22, 2027 at 7:59 AM", days: 7)),
        (7 * 86_400, .later("January 22, 2027 at 8:00 AM")),
    ]

    @Test(arguments: expiries)
    func `a token that expires within a week is marked as soon`(left: TimeInterval?, expected: TokenExpiry) async {
        let now = ManualTime().now
        let scene = await opened(answer { $0.expiresAt = left.map { now.addingTimeInterval($0) } })
        // The space before AM and PM is a narrow no-break space.
        #expect("\(scene.content?.facts?.expiry as Any)".replacing("\u{202F}", with: " ") == "\(expected as Any?)")
    }

    @Test func `a released model leaves no tasks behind`() async {
        weak var gone: AccountViewModel?
        let time: ManualTime
        do {
            let scene = AccountFixture(storedToken: AccountFixture.token())
            time = scene.time
            gone = scene.model
            scene.model.start()
            await eventually { scene.content != nil }
            scene.model.pageOpened()
            await eventually { scene.content?.progress == .loaded && time.sleepers == 1 }
        }
        await eventually { gone == nil && time.sleepers == 0 }
    }
}
