import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// What a failed search says of its query and of its service.
@MainActor struct ServiceFailureTests {
    @Test func `a search that fails over older results is named, and one over its own results is not`() async {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample([1])))
        #expect(fixture.model.failedQuery == nil)
        await fixture.search("rust", response: .failure(.timedOut))
        #expect(fixture.shown == ["1"] && fixture.model.failedQuery == "rust")
        fixture.model.queryChanged("swift")
        #expect(fixture.model.failedQuery == "rust", "typing changes nothing about what failed")
        await fixture.search("swift", response: .failure(.timedOut))
        #expect(fixture.notice?.failure == .timedOut && fixture.model.failedQuery == nil)
    }

    @Test(arguments: [true, false])
    func `a service that cannot be reached is at fault while the network is available`(isAvailable: Bool) async {
        let fixture = WindowFixture()
        let window = await fixture.searched(1...3)
        fixture.network.isAvailable = isAvailable
        fixture.catalog.reply { _ in .failure(.offline) }
        window.search.edit("rust", searches: true)
        await eventually { notice(of: window)?.isServiceDown == isAvailable }
        #expect(notice(of: window)?.failure == .offline)
        fixture.catalog.reply { _ in .failure(.server(status: 502)) }
        window.search.edit("swift ui", searches: true)
        await eventually { notice(of: window)?.failure == .server(status: 502) }
        #expect(notice(of: window)?.isServiceDown == false)
    }

    private func notice(of window: WindowModel) -> FailureContent? {
        if case .results(_, let notice) = window.search.phase { return notice }
        return nil
    }

    @Test func `only the server of the account leads to its sign-in`() async {
        let account = AccountDependencies(
            account: ScriptedAccount(host: "test"), store: ScriptedTokenStore(),
            tokenPages: TokenPageURLs(fineGrained: nil, classic: nil)
        ) { AsyncStream { _ in } }
        let fixture = WindowFixture(account: account, others: [ScriptedCatalog(.photos, host: "other")])
        await fixture.app.start()
        await eventually { fixture.app.signInState == .signedOut }
        #expect(fixture.app.signInState(on: "test") == .signedOut)
        #expect(fixture.app.signInState(on: "other") == .none)
        #expect(fixture.app.signInState(on: nil) == .signedOut, "before the item is known")
        #expect(WindowFixture().app.signInState(on: "test") == .none)
    }
}
