import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct StarListClientTests {
    private let user = #"{"login":"Ada","id":7,"name":"Ada L","avatar_url":"https://avatars.example/7"}"#

    private func dated(_ id: Int) -> String {
        #"{"starred_at":"2018-12-05T08:30:00Z","repo":\#(GitHubJSON.repository(id: id))}"#
    }

    private func fixture(_ steps: [ScriptedTransport.Step], clock: SteppingClock = SteppingClock()) -> (
        GitHubFixture, StarListClient
    ) {
        let fixture = GitHubFixture(steps, clock: clock)
        return (fixture, StarListClient(client: fixture.client))
    }

    private func last(_ page: Int) -> [String: String] {
        [
            "Link": """
            <https://api.github.com/user/7/starred?page=2>; rel="next", \
            <https://api.github.com/user/7/starred?page=\(page)>; rel="last"
            """
        ]
    }

    @Test func `a user and the number of stars take two requests without a token`() async throws {
        let (fixture, lists) = fixture([.json(user), .json("[\(dated(1))]", headers: last(8_210))])
        let owner = try await lists.owner(named: "@ada")
        #expect(owner.login == "Ada" && owner.name == "Ada L" && owner.stars == 8_210 && owner.requests == 83)
        #expect(fixture.targets == ["/users/ada", "/users/Ada/starred?sort=created&direction=desc&per_page=1"])
        #expect(fixture.transport.requests.allSatisfy { $0.headers["Authorization"] == nil })
    }

    @Test(arguments: [("[]", 0, 0), ("one", 1, 1)])
    func `a list without further pages has no star or one`(body: String, stars: Int, requests: Int) async throws {
        let (_, lists) = fixture([.json(user), .json(body == "one" ? "[\(dated(1))]" : body)])
        let owner = try await lists.owner(named: "ada")
        #expect(owner.stars == stars && owner.requests == requests)
    }

    @Test func `the number of the account takes one request`() async throws {
        let (fixture, lists) = fixture([.json(user)])
        #expect(try await lists.number(of: "ada") == 7)
        #expect(fixture.targets == ["/users/ada"])
    }

    @Test func `an empty page that links to another ends the list, which is partial`() async throws {
        let (_, lists) = fixture([.json("[]", headers: last(3))])
        let batch = try await lists.stars(of: "ada", after: nil)
        #expect(batch.end == .complete && batch.isPartial)
    }

    @Test(arguments: [("partial-results; organizations=1501", true), ("required; url=https://github.com/x", false)])
    func `a page may leave organizations out`(header: String, isPartial: Bool) async throws {
        let (_, lists) = fixture([.json("[\(dated(1))]", headers: ["X-GitHub-SSO": header])])
        #expect(try await lists.stars(of: "ada", after: nil).isPartial == isPartial)
    }

    @Test func `without page numbers the length and the position are unknown`() async throws {
        let next = ["Link": #"<https://api.github.com/user/7/starred?per_page=1&after=Y3>; rel="next""#]
        let (_, lists) = fixture([
            .json(user), .json("[\(dated(1))]", headers: next), .json("[\(dated(1))]", headers: next),
            .json("[\(dated(2))]"),
        ])
        let owner = try await lists.owner(named: "ada")
        #expect(owner.stars == nil && owner.number == 7)
        let first = try await lists.stars(of: "ada", after: nil)
        #expect(first.position == 1)
        #expect(try await lists.stars(of: "ada", after: first.next).position == nil)
    }

    @Test func `an unknown name, and what cannot be a name, is gone`() async {
        let (fixture, lists) = fixture([.json(GitHubJSON.error("Not Found"), status: 404)])
        await #expect(throws: CatalogFailure.gone) { try await lists.owner(named: "nobody") }
        await #expect(throws: CatalogFailure.gone) { try await lists.owner(named: "../user") }
        #expect(fixture.targets == ["/users/nobody"])
    }

    @Test func `pages come with dates, newest first, and tell their position`() async throws {
        let (fixture, lists) = fixture([
            .json("[\(dated(1))]", headers: last(3)), .json("[\(dated(2)),\(dated(3))]"),
        ])
        let first = try await lists.stars(of: "ada", after: nil)
        guard case .more(let next) = first.end else {
            Issue.record("\(first.end)")
            return
        }
        #expect(first.items.first?.starredAt != nil && first.position == 1)
        let second = try await lists.stars(of: "ada", after: next)
        #expect(second.position == 102 && second.end == .complete)
        #expect(fixture.targets.first == "/users/ada/starred?sort=created&direction=desc&per_page=100")
        #expect(fixture.transport.requests.allSatisfy { $0.headers["Accept"] == GitHubCall.starMediaType })
    }

    @Test func `the size of a list leaves them too, unless the user asks for it`() async throws {
        let clock = SteppingClock()
        let left = GitHubJSON.rate(10, of: 60, resource: "core", resetsIn: 600, at: clock)
        let (fixture, lists) = fixture(
            [.json("[]", headers: left), .json(user, headers: left), .json("[]", headers: left)], clock: clock)
        _ = try await lists.stars(of: "ada", after: nil)
        let refusal = await RequestContext.$current.withValue(RequestContext(.prefetch)) {
            await failure { () async throws(CatalogFailure) in try await lists.owner(named: "ada") }
        }
        #expect(refusal?.retryDate == clock.now.addingTimeInterval(600))
        _ = try await lists.owner(named: "ada")
        #expect(fixture.targets.count == 3)
    }

    @Test func `ten requests of the hour are left for what the user opens`() async throws {
        let clock = SteppingClock()
        let rate = { (left: Int) in
            GitHubJSON.rate(left, of: 60, resource: "core", resetsIn: 600, at: clock)
        }
        let (fixture, lists) = fixture(
            [.json("[]", headers: rate(11)), .json("[]", headers: rate(10)), .json("[]", headers: rate(59))],
            clock: clock)
        for _ in 0..<2 { _ = try await lists.stars(of: "ada", after: nil) }
        let failure = await failure { () async throws(CatalogFailure) in
            try await lists.stars(of: "ada", after: nil)
        }
        #expect(failure?.retryDate == clock.now.addingTimeInterval(600))
        #expect(fixture.targets.count == 2)
        clock.advance(by: 601)
        _ = try await lists.stars(of: "ada", after: nil)
        #expect(fixture.targets.count == 3)
    }

    @Test func `no address of another server is followed`() async {
        let (fixture, lists) = fixture([])
        await #expect(throws: CatalogFailure.unreadable(code: "starred-link")) {
            try await lists.stars(of: "ada", after: BatchCursor("https://evil.example/user/7/starred?page=2"))
        }
        #expect(fixture.transport.requests.isEmpty)
    }
}
