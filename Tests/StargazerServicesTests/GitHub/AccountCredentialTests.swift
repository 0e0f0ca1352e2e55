import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Who is told the token, and in whose name a request goes out.
@Suite(.timeLimit(.minutes(25))) struct AccountCredentialTests {
    private let bearer = "Bearer \(Credential.tokenText)"

    @Test func everythingAskedOfTheServerCarriesTheTokenInUse() async throws {
        let scene = try AccountScene([
            .json(Wire.page()), .json(Wire.repository()), .done, .done, .json("[]"), .json(#"{"resources":{}}"#),
        ])
        _ = try await scene.scene.search()
        #expect(await scene.scene.detailsFailure() == nil)
        try await scene.account.setStarred(true, .listed())
        #expect(try await scene.account.isStarred(.listed()))
        _ = try await scene.account.starred(after: nil)
        _ = await failure { () async throws(CatalogFailure) in try await scene.account.limits() }
        #expect(scene.authorizations == Array(repeating: bearer, count: 6))
    }

    @Test func nobodyIsAskedAsBefore() async throws {
        let scene = try AccountScene([.json(Wire.page())], as: nil)
        _ = try await scene.scene.search()
        #expect(scene.authorizations == [nil])
    }

    @Test func withoutATokenTheAccountIsNotAsked() async throws {
        let scene = try AccountScene([.done, .done, .done, .done], as: nil)
        let account = scene.account
        for failure in [
            await failure { () async throws(CatalogFailure) in try await account.setStarred(true, .listed()) },
            await failure { () async throws(CatalogFailure) in _ = try await account.isStarred(.listed()) },
            await failure { () async throws(CatalogFailure) in _ = try await account.starred(after: nil) },
            await failure { () async throws(CatalogFailure) in _ = try await account.limits() },
        ] {
            #expect(failure == .unauthorized)
        }
        #expect(scene.transport.requests.isEmpty)
    }

    @Test func aClearedTokenIsToldNoMore() async throws {
        let scene = try AccountScene([.json(Wire.page()), .json(Wire.page()), .json(Wire.page())])
        _ = try await scene.scene.search()
        try scene.account.use(nil)
        _ = try await scene.scene.search()
        try scene.account.use(.sample("ghp_other"))
        _ = try await scene.scene.search()
        #expect(scene.authorizations == [bearer, nil, "Bearer ghp_other"])
    }

    @Test func aSearchTriedAgainAfterSigningOutIsNobodys() async throws {
        let clock = ManualTime()
        let transport = ScriptedTransport([.json("", status: 502), .json(Wire.page())])
        let client = GitHubClient(server: .gitHub, transport: transport, time: clock.source, jitter: { .zero })
        try client.use(.sample())
        let task = Task { try await GitHubCatalog(client: client).search(SearchQuery(text: "x"), after: nil) }
        await eventually("the pause") { clock.sleepers == 1 }
        try client.use(nil)
        await clock.advance(by: .milliseconds(500))
        _ = try await task.value
        #expect(transport.requests.map { $0.headers["Authorization"] } == [bearer, nil])
    }

    @Test(arguments: ["ghe.example", "api.github.com:8443", "api.github.com.evil.example", ""])
    func aCredentialOfAnotherServerIsNeitherTakenNorTried(host: String) async throws {
        let scene = try AccountScene([.json(Wire.page()), .json(#"{"login":"a"}"#)], as: nil)
        let foreign = Credential.sample(host: host)
        #expect(throws: CatalogFailure.unexpected(code: "foreign-credential")) { try scene.account.use(foreign) }
        await #expect(throws: CatalogFailure.unexpected(code: "foreign-credential")) {
            try await scene.account.identify(with: foreign)
        }
        #expect(scene.transport.requests.isEmpty)
        let address = try #require(GitHubServer.gitHub.url(["user"]))
        #expect(GitHubServer.gitHub.authorization(.sample(), at: address) == bearer)
        #expect(GitHubServer.gitHub.authorization(foreign, at: address) == nil)
        _ = try await scene.scene.search()
        #expect(scene.authorizations == [nil])
    }

    @Test(arguments: [
        ("https://ghe.example/api/v3/user", true), ("https://GHE.example:443/api/v3/user", true),
        ("http://ghe.example/api/v3/user", false), ("https://ghe.example:8443/api/v3/user", false),
        ("https://ghe.example/user", false), ("https://ghe.example/api/v33/user", false),
        ("https://ghe.example/api/v3/../../user", false), ("https://ghe.example/api/v3/%2e%2E/user", false),
        ("https://evil.example/api/v3/user", false), ("https://ghe.example.evil.example/api/v3/user", false),
        ("https://ghe.example@evil.example/api/v3/user", false), ("https://me@ghe.example/api/v3/user", false),
        ("https://avatars.githubusercontent.com/u/1", false), ("/api/v3/user", false),
    ])
    func onlyAddressesOfTheServerItselfAreToldTheToken(address: String, isTold: Bool) async throws {
        let server = try GitHubServer(apiURL: "https://ghe.example/api/v3")
        let transport = ScriptedTransport([.json("{}")])
        let client = GitHubClient(server: server, transport: transport, time: SteppingClock().source)
        try client.use(.sample(host: "ghe.example"))
        _ = try await client.send(GitHubCall(url: try #require(URL(string: address))))
        #expect(transport.requests.first?.headers["Authorization"] == (isTold ? bearer : nil))
    }

    @Test func picturesAreFetchedWithoutTheToken() async throws {
        let transport = ScriptedTransport([.answer(status: 200), .answer(status: 200)])
        let client = GitHubClient(server: .gitHub, transport: transport, time: SteppingClock().source)
        try client.use(.sample())
        let pictures = PictureClient(server: .gitHub, transport: transport)
        for address in ["https://avatars.githubusercontent.com/u/1?v=4", "https://api.github.com/u/1?v=4"] {
            _ = try await pictures.bytes(at: try #require(URL(string: address)))
        }
        #expect(transport.requests.map(\.headers) == [[:], [:]])
    }

    @Test func aTokenThatIsTriedOutIsUsedForNothingElse() async throws {
        let scene = try AccountScene(
            [.json(#"{"login":"octo"}"#), .json("[]"), .json("", status: 404), .json(Wire.page())], as: nil)
        _ = try await scene.account.identify(with: .sample())
        _ = try await scene.scene.search()
        #expect(scene.authorizations == [bearer, bearer, bearer, nil])
    }

    // MARK: Limits

    private func usedUp(_ clock: SteppingClock) -> ScriptedTransport.Step {
        .json(Wire.page(), headers: Wire.rate(0, at: clock))
    }

    @Test func anotherTokenHasAnotherBudget() async throws {
        let clock = SteppingClock()
        let scene = try AccountScene([usedUp(clock), .json(Wire.page()), .json(Wire.page())], clock: clock, as: nil)
        _ = try await scene.scene.search()
        #expect(await scene.scene.searchFailure()?.mayPassByItself == true)
        try scene.account.use(.sample())
        #expect(await scene.scene.catalog.searchesLeft() == nil)
        #expect(await scene.scene.searchFailure() == nil)
        try scene.account.use(nil)
        #expect(await scene.scene.searchFailure() == nil)
        #expect(scene.transport.requests.count == 3)
    }

    @Test func theSameTokenAgainHasTheSameBudget() async throws {
        let clock = SteppingClock()
        let scene = try AccountScene([usedUp(clock), .json(Wire.page())], clock: clock)
        _ = try await scene.scene.search()
        try scene.account.use(.sample())
        #expect(await scene.scene.searchFailure()?.mayPassByItself == true)
        #expect(scene.transport.requests.count == 1)
    }

    @Test func aLateAnswerCountsForWhoAsked() async throws {
        let scene = try AccountScene([.hold, .json(Wire.page())], as: nil)
        let late = Task { try await scene.scene.search() }
        await eventually("the search is under way") { scene.transport.heldCount == 1 }
        try scene.account.use(.sample())
        scene.transport.release(with: usedUp(scene.clock))
        _ = try await late.value
        #expect(await scene.scene.catalog.searchesLeft() == nil)
        #expect(await scene.scene.searchFailure() == nil)
    }

    // MARK: One account's wishes never reach another

    @Test(arguments: [nil, Credential.sample("ghp_other")])
    func whatWaitsWhenTheAccountChangesIsNotSent(next: Credential?) async throws {
        let scene = try AccountScene([.hold, .done, .json("[]")])
        let account = scene.account
        let first = Task { try await account.setStarred(true, .listed(name: "first")) }
        await eventually("the first is under way") { scene.transport.heldCount == 1 }
        let second = Task { try await account.setStarred(true, .listed(name: "second")) }
        await eventually("the second waits") { scene.scene.client.writeLine.waitingCount == 1 }
        try account.use(next)
        scene.transport.release(with: .done)
        try await first.value
        await #expect(throws: CatalogFailure.unauthorized) { try await second.value }
        #expect(scene.lines == ["PUT /user/starred/octo/first"])
    }

    /// Whoever is in use at that moment, it is one of them and never a mixture; the thread sanitizer may look on.
    @Test func theTokenMayChangeWhileOthersAsk() async throws {
        let scene = try AccountScene(Array(repeating: .json(Wire.page()), count: 200), as: nil)
        let allowed: Set<String?> = [nil, "Bearer ghp_1", "Bearer ghp_2"]
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { try? scene.account.use(number % 3 == 0 ? nil : .sample("ghp_\(number % 3)")) }
                group.addTask { _ = await scene.scene.searchFailure() }
            }
        }
        #expect(scene.authorizations.count == 200)
        #expect(allowed.isSuperset(of: scene.authorizations))
    }
}
