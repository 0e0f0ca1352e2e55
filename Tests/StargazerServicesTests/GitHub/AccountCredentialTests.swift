import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// The servers that receive the token, and the account that a request uses.
@Suite(.timeLimit(.minutes(25))) struct AccountCredentialTests {
    private let bearer = "Bearer \(Credential.tokenText)"

    @Test func `every request to the server carries the current token`() async throws {
        let fixture = try AccountFixture([
            .json(GitHubJSON.page()), .json(GitHubJSON.repository()), .done, .done, .json("[]"),
            .json(#"{"resources":{}}"#),
        ])
        _ = try await fixture.fixture.search()
        #expect(await fixture.fixture.detailsFailure() == nil)
        try await fixture.account.setStarred(true, .listed())
        #expect(try await fixture.account.isStarred(.listed()))
        _ = try await fixture.account.starred(after: nil)
        _ = await failure { () async throws(CatalogFailure) in try await fixture.account.limits() }
        #expect(fixture.authorizations == Array(repeating: bearer, count: 6))
    }

    @Test func `signed out requests carry no token`() async throws {
        let fixture = try AccountFixture([.json(GitHubJSON.page())], as: nil)
        _ = try await fixture.fixture.search()
        #expect(fixture.authorizations == [nil])
    }

    @Test func `without a token no account request is sent`() async throws {
        let fixture = try AccountFixture([.done, .done, .done, .done], as: nil)
        let account = fixture.account
        for failure in [
            await failure { () async throws(CatalogFailure) in try await account.setStarred(true, .listed()) },
            await failure { () async throws(CatalogFailure) in _ = try await account.isStarred(.listed()) },
            await failure { () async throws(CatalogFailure) in _ = try await account.starred(after: nil) },
            await failure { () async throws(CatalogFailure) in _ = try await account.limits() },
        ] {
            #expect(failure == .unauthorized)
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `a cleared token is no longer sent`() async throws {
        let fixture = try AccountFixture([.json(GitHubJSON.page()), .json(GitHubJSON.page()), .json(GitHubJSON.page())])
        _ = try await fixture.fixture.search()
        try fixture.account.use(nil)
        _ = try await fixture.fixture.search()
        try fixture.account.use(.sample("ghp_other"))
        _ = try await fixture.fixture.search()
        #expect(fixture.authorizations == [bearer, nil, "Bearer ghp_other"])
    }

    @Test func `a search repeated after signing out carries no token`() async throws {
        let clock = ManualTime()
        let transport = ScriptedTransport([.json("", status: 502), .json(GitHubJSON.page())])
        let client = GitHubClient(server: .gitHub, transport: transport, time: clock.source, jitter: { .zero })
        try client.use(.sample())
        let task = Task { try await RepositoryCatalog(client: client).search(SearchQuery(text: "x"), after: nil) }
        await eventually("the pause") { clock.sleepers == 1 }
        try client.use(nil)
        await clock.advance(by: .milliseconds(500))
        _ = try await task.value
        #expect(transport.requests.map { $0.headers["Authorization"] } == [bearer, nil])
    }

    @Test(arguments: ["ghe.example", "api.github.com:8443", "api.github.com.evil.example", ""])
    func `a credential of another server is neither taken nor tried`(host: String) async throws {
        let fixture = try AccountFixture([.json(GitHubJSON.page()), .json(#"{"login":"a"}"#)], as: nil)
        let foreign = Credential.sample(host: host)
        #expect(throws: CatalogFailure.unexpected(code: "foreign-credential")) { try fixture.account.use(foreign) }
        await #expect(throws: CatalogFailure.unexpected(code: "foreign-credential")) {
            try await fixture.account.identify(with: foreign)
        }
        #expect(fixture.transport.requests.isEmpty)
        let address = try #require(GitHubServer.gitHub.url(["user"]))
        #expect(GitHubServer.gitHub.authorization(.sample(), at: address) == bearer)
        #expect(GitHubServer.gitHub.authorization(foreign, at: address) == nil)
        _ = try await fixture.fixture.search()
        #expect(fixture.authorizations == [nil])
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
    func `only addresses of the server itself are requested`(address: String, isOwn: Bool) async throws {
        let server = try GitHubServer(apiURL: "https://ghe.example/api/v3")
        let transport = ScriptedTransport([.json("{}")])
        let client = GitHubClient(server: server, transport: transport, time: SteppingClock().source)
        try client.use(.sample(host: "ghe.example"))
        let url = try #require(URL(string: address))
        let refused = await failure { () async throws(CatalogFailure) in try await client.send(GitHubCall(url: url)) }
        #expect(refused == (isOwn ? nil : .unexpected(code: "address")))
        #expect(transport.requests.map { $0.headers["Authorization"] } == (isOwn ? [bearer] : []))
    }

    @Test func `pictures are fetched without the token`() async throws {
        let transport = ScriptedTransport([.response(status: 200), .response(status: 200)])
        let client = GitHubClient(server: .gitHub, transport: transport, time: SteppingClock().source)
        try client.use(.sample())
        let pictures = PictureClient(server: .gitHub, transport: transport)
        for address in ["https://avatars.githubusercontent.com/u/1?v=4", "https://api.github.com/u/1?v=4"] {
            _ = try await pictures.bytes(at: try #require(URL(string: address)))
        }
        #expect(transport.requests.map(\.headers) == [[:], [:]])
    }

    @Test func `a candidate token is used for nothing else`() async throws {
        let fixture = try AccountFixture(
            [
                .json(#"{"login":"octo"}"#), .json("[]"), .json(GitHubJSON.error("Not Found"), status: 404),
                .json(GitHubJSON.page()),
            ], as: nil)
        _ = try await fixture.account.identify(with: .sample())
        _ = try await fixture.fixture.search()
        #expect(fixture.authorizations == [bearer, bearer, bearer, nil])
    }

    // MARK: Limits

    private func limitExhausted(_ clock: SteppingClock) -> ScriptedTransport.Step {
        .json(GitHubJSON.page(), headers: GitHubJSON.rate(0, at: clock))
    }

    @Test func `another token has another budget`() async throws {
        let clock = SteppingClock()
        let fixture = try AccountFixture(
            [limitExhausted(clock), .json(GitHubJSON.page()), .json(GitHubJSON.page())], clock: clock, as: nil)
        _ = try await fixture.fixture.search()
        #expect(await fixture.fixture.searchFailure()?.isTransient == true)
        try fixture.account.use(.sample())
        #expect(await fixture.fixture.catalog.searchesLeft() == nil)
        #expect(await fixture.fixture.searchFailure() == nil)
        try fixture.account.use(nil)
        #expect(await fixture.fixture.searchFailure() == nil)
        #expect(fixture.transport.requests.count == 3)
    }

    @Test func `the same token again has the same budget`() async throws {
        let clock = SteppingClock()
        let fixture = try AccountFixture([limitExhausted(clock), .json(GitHubJSON.page())], clock: clock)
        _ = try await fixture.fixture.search()
        try fixture.account.use(.sample())
        #expect(await fixture.fixture.searchFailure()?.isTransient == true)
        #expect(fixture.transport.requests.count == 1)
    }

    @Test func `a late response counts for the account that requested it`() async throws {
        let fixture = try AccountFixture([.hold, .json(GitHubJSON.page())], as: nil)
        let late = Task { try await fixture.fixture.search() }
        await eventually("the search is under way") { fixture.transport.heldCount == 1 }
        try fixture.account.use(.sample())
        fixture.transport.release(with: limitExhausted(fixture.clock))
        _ = try await late.value
        #expect(await fixture.fixture.catalog.searchesLeft() == nil)
        #expect(await fixture.fixture.searchFailure() == nil)
    }

    // MARK: Mutations of one account never use another

    @Test(arguments: [nil, Credential.sample("ghp_other")])
    func `what waits when the account changes is not sent`(next: Credential?) async throws {
        let fixture = try AccountFixture([.hold, .done, .json("[]")])
        let account = fixture.account
        let first = Task { try await account.setStarred(true, .listed(name: "first")) }
        await eventually("the first is under way") { fixture.transport.heldCount == 1 }
        let second = Task { try await account.setStarred(true, .listed(name: "second")) }
        await eventually("the second waits") { fixture.fixture.client.writeQueue.waitingCount == 1 }
        try account.use(next)
        fixture.transport.release(with: .done)
        try await first.value
        await #expect(throws: CatalogFailure.unauthorized) { try await second.value }
        #expect(fixture.lines == ["PUT /user/starred/octo/first"])
    }

    /// Each request uses one of the credentials, never a mixture. The thread sanitizer can check this test.
    @Test func `the token may change while others ask`() async throws {
        let fixture = try AccountFixture(Array(repeating: .json(GitHubJSON.page()), count: 200), as: nil)
        let allowed: Set<String?> = [nil, "Bearer ghp_1", "Bearer ghp_2"]
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { try? fixture.account.use(number % 3 == 0 ? nil : .sample("ghp_\(number % 3)")) }
                group.addTask { _ = await fixture.fixture.searchFailure() }
            }
        }
        #expect(fixture.authorizations.count == 200)
        #expect(allowed.isSuperset(of: fixture.authorizations))
    }
}
