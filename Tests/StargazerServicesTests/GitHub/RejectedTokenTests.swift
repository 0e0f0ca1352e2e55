import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct RejectedTokenTests {
    private let gone = ScriptedTransport.Step.json(GitHubJSON.error("Bad credentials"), status: 401)

    @Test func `a rejected token is reported for every requester`() async throws {
        let fixture = try AccountFixture([gone, .json(GitHubJSON.page()), gone])
        var refusals = fixture.account.refusals().makeAsyncIterator()
        _ = try await fixture.fixture.search()
        #expect(await refusals.next() == .sample())
        try fixture.account.use(.sample())
        _ = await failure { () async throws(CatalogFailure) in try await fixture.account.setStarred(true, .listed()) }
        #expect(await refusals.next() == .sample())
    }

    @Test func `an error page of a gateway rejects no token`() async throws {
        let page = ScriptedTransport.Step.json("<html>Sign in to the network</html>", status: 401)
        let fixture = try AccountFixture([page, page, gone])
        var refusals = fixture.account.refusals().makeAsyncIterator()
        #expect(await fixture.fixture.searchFailure() == .unreadable(code: "http-401"))
        _ = await failure { () async throws(CatalogFailure) in try await fixture.account.setStarred(true, .listed()) }
        #expect(fixture.authorizations == Array(repeating: "Bearer \(Credential.tokenText)", count: 2))
        // The first report is that of GitHub itself.
        _ = await failure { () async throws(CatalogFailure) in try await fixture.account.setStarred(true, .listed()) }
        #expect(await refusals.next() == .sample())
        #expect(fixture.authorizations.count == 3)
    }

    @Test func `a search whose token is rejected is repeated once without it`() async throws {
        let fixture = try AccountFixture([gone, .json(GitHubJSON.page()), .json(GitHubJSON.page())])
        _ = try await fixture.fixture.search()
        _ = try await fixture.fixture.search()
        #expect(fixture.authorizations == ["Bearer \(Credential.tokenText)", nil, nil])
    }

    @Test func `a server that rejects everybody is asked twice`() async throws {
        let fixture = try AccountFixture([gone, gone])
        #expect(await fixture.fixture.searchFailure() == .unauthorized)
        #expect(fixture.authorizations == ["Bearer \(Credential.tokenText)", nil])
    }

    @Test func `a change is not repeated without its token`() async throws {
        let fixture = try AccountFixture([gone])
        let rejected = await failure { () async throws(CatalogFailure) in
            try await fixture.account.setStarred(true, .listed())
        }
        #expect(rejected == .unauthorized)
        #expect(fixture.authorizations.count == 1)
    }

    @Test func `a rejected candidate token is not reported`() async throws {
        let fixture = try AccountFixture([gone, gone, gone, gone], as: nil)
        var refusals = fixture.account.refusals().makeAsyncIterator()
        #expect(await fixture.fixture.searchFailure() == .unauthorized)
        try fixture.account.use(.sample("ghp_current"))
        _ = await failure { () async throws(CatalogFailure) in
            try await fixture.account.identify(with: .sample("ghp_candidate"))
        }
        _ = await fixture.fixture.searchFailure()
        #expect(await refusals.next() == .sample("ghp_current"))
    }
}

/// Starring a renamed repository, which answers with a redirect.
@Suite(.timeLimit(.minutes(25))) struct RenamedRepositoryTests {
    private let moved = ScriptedTransport.Step.fail(.redirectRefused(to: "https://api.github.com/repositories/42"))

    @Test(arguments: [(true, "PUT"), (false, "DELETE")])
    func `a star finds it by its number`(isStarred: Bool, method: String) async throws {
        let fixture = try AccountFixture([moved, .json(GitHubJSON.repository()), .done])
        try await fixture.account.setStarred(isStarred, .listed(name: "old"))
        #expect(
            fixture.lines == [
                "\(method) /user/starred/octo/old", "GET /repositories/42", "\(method) /user/starred/octo/pod",
            ])
        #expect(fixture.clock.sleeps == [.seconds(1)])
    }

    @Test func `without another name it stays a redirect`() async throws {
        let fixture = try AccountFixture([moved, .json(GitHubJSON.repository())])
        #expect(
            await failure { () async throws(CatalogFailure) in
                try await fixture.account.setStarred(true, .listed())
            } == .unreadable(code: "redirect"))
        #expect(fixture.lines.count == 2)
    }

    @Test(arguments: [true, false])
    func `a repository with another ID is not starred instead`(isStarred: Bool) async throws {
        let fixture = try AccountFixture([moved, .json(GitHubJSON.repository(id: 7)), .done])
        #expect(
            await failure { () async throws(CatalogFailure) in
                try await fixture.account.setStarred(isStarred, .listed(name: "old"))
            } == .unreadable(code: "redirect"))
        #expect(fixture.lines.count == 2, "nothing is written after the look-up")
    }

    @Test func `a renamed repository that moves again is not followed for ever`() async throws {
        let fixture = try AccountFixture([moved, .json(GitHubJSON.repository()), moved])
        #expect(
            await failure { () async throws(CatalogFailure) in
                try await fixture.account.setStarred(true, .listed(name: "old"))
            } == .unreadable(code: "redirect"))
        #expect(fixture.lines.count == 3)
    }
}
