import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct AccountFollowTests {
    private let golden = Item(
        id: ItemID(catalog: .people, host: "api.github.com", id: "7"), facts: Person(login: "golden"))
    private let notFound = #"{"message":"Not Found"}"#

    private func failure(of step: ScriptedTransport.Step) async throws -> CatalogFailure? {
        let fixture = try AccountFixture([step, .json(notFound, status: 404)])
        return await StargazerServicesTests.failure { () async throws(CatalogFailure) in
            try await fixture.account.setFollowed(true, golden)
        }
    }

    @Test(arguments: [(true, "PUT"), (false, "DELETE")])
    func `a person is followed by login`(isFollowed: Bool, method: String) async throws {
        let fixture = try AccountFixture([.done])
        try await fixture.account.setFollowed(isFollowed, golden)
        #expect(fixture.lines == ["\(method) /user/following/golden"])
        #expect(fixture.transport.requests.first?.body == Data())
    }

    @Test func `the follow state is requested and decoded`() async throws {
        let fixture = try AccountFixture([.done, .json(notFound, status: 404), .done, .json("{}")])
        #expect(try await fixture.account.isFollowed(golden))
        #expect(try await fixture.account.isFollowed(login: "ada", by: golden) == false)
        #expect(try await fixture.account.isFollowed(login: "ada", by: golden))
        #expect(
            await StargazerServicesTests.failure { () async throws(CatalogFailure) in
                try await fixture.account.isFollowed(golden)
            } == .unreadable(code: "follow-200"))
        let follows = "GET /users/golden/following/ada"
        #expect(fixture.lines == ["GET /user/following/golden", follows, follows, "GET /user/following/golden"])
    }

    @Test func `a missing permission is reported`() async throws {
        #expect(
            try await failure(of: .json(notFound, status: 404, headers: ["X-OAuth-Scopes": "public_repo"]))
                == .notAllowed(needs: .userFollow))
        #expect(
            try await failure(
                of: .json(
                    #"{"message":"Resource not accessible by personal access token"}"#, status: 403,
                    headers: ["X-Accepted-GitHub-Permissions": "followers=write"]))
                == .notAllowed(needs: .followers))
    }

    @Test func `a deleted person is not a missing permission`() async throws {
        for scopes in [["X-OAuth-Scopes": "repo, user:follow"], [:]] {
            #expect(try await failure(of: .json(notFound, status: 404, headers: scopes)) == .gone)
        }
    }

    @Test func `a renamed person is followed under the new login`() async throws {
        let renamed = """
            {"id":7,"login":"silver","type":"User","public_repos":1,"public_gists":0,"followers":2,"following":3}
            """
        let fixture = try AccountFixture([.json(notFound, status: 404), .json(renamed), .done])
        try await fixture.account.setFollowed(true, golden)
        #expect(fixture.lines == ["PUT /user/following/golden", "GET /user/7", "PUT /user/following/silver"])
    }

    @Test func `no request is sent for a person of another server`() async throws {
        let fixture = try AccountFixture([.done])
        let foreign = Item(id: ItemID(catalog: .people, host: "other", id: "7"), facts: Person(login: "golden"))
        await #expect(throws: CatalogFailure.unexpected(code: "foreign-item")) {
            try await fixture.account.setFollowed(true, foreign)
        }
        #expect(fixture.transport.requests.isEmpty)
    }
}
