import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct PersonTests {
    private static let facts = Person(login: "tom", followers: 250)
    private static func item(_ person: Person = facts, host: String = "api.github.com") -> Item {
        Item(id: ItemID(catalog: .people, host: host, id: "2"), facts: person)
    }

    @Test func `details are requested by ID and show a new login`() async throws {
        let extra =
            #","name":" ","company":null,"blog":"tom.example.org","bio":"Hi","created_at":"2011-03-01T00:00:00Z""#
        let people = PeopleFixture([.json(GitHubJSON.person(2, "thomas", extra: extra))])
        let details = try await people.catalog.details(of: Self.item())
        #expect(people.targets == ["/user/2"])
        let person = try #require(details.item.person)
        #expect(person.login == "thomas" && person.name == nil && person.bio == "Hi" && person.company == nil)
        #expect(person.website?.absoluteString == "https://tom.example.org" && person.repositories == 3)
        #expect(person.createdAt == Date(timeIntervalSince1970: 1_298_937_600) && !person.isPartial)
    }

    @Test func `details of a missing, foreign or different account fail`() async {
        let gone = PeopleFixture([.json(GitHubJSON.error("Not Found"), status: 404)])
        await #expect(throws: CatalogFailure.gone) { try await gone.catalog.details(of: Self.item()) }
        await #expect(throws: CatalogFailure.otherServer(host: "x")) {
            try await gone.catalog.details(of: Self.item(host: "x"))
        }
        let other = PeopleFixture([.json(GitHubJSON.person(3, "tom"))])
        await #expect(throws: CatalogFailure.unreadable(code: "person-id")) {
            try await other.catalog.details(of: Self.item())
        }
    }

    @Test(arguments: [("User", Person.Kind.person), ("Organization", .organization), ("Bot", .bot), ("Ghost", .person)])
    func `account types are distinguished`(type: String, kind: Person.Kind) { #expect(Person.Kind(type: type) == kind) }

    @Test(arguments: [
        (RelationKind.followers, "/users/tom/followers?per_page=100", Int?.some(250)),
        (.following, "/users/tom/following?per_page=100", Int?.none),
    ])
    func `followers and following load to the last page`(kind: RelationKind, target: String, total: Int?) async throws {
        let next = "https://api.github.com/user/2/followers?per_page=100&page=2"
        let people = PeopleFixture([
            .json(
                "[\(GitHubJSON.account(5, "a"))]", headers: ["Link": "<\(next)>; rel=\"next\", <\(next)>; rel=\"last\""]
            ),
            .json("[\(GitHubJSON.account(6, "b"))]", headers: ["Link": "<https://api.github.com/x>; rel=\"prev\""]),
        ])
        let relations = try #require(people.catalog.relations)
        let first = try await relations.items(kind, of: Self.item(), after: nil)
        #expect(people.targets == [target] && first.end == .more(BatchCursor(next)) && first.total == total)
        let second = try await relations.items(kind, of: Self.item(), after: BatchCursor(next))
        #expect(second.items.map(\.id) == [ItemID(catalog: .people, host: "api.github.com", id: "6")])
        #expect(second.end == .complete)
    }

    @Test func `a page that links to itself is refused`() async throws {
        let own = "https://api.github.com/user/2/followers?per_page=100&page=2"
        let people = PeopleFixture([.json("[]", headers: ["Link": "<\(own)>; rel=next"])])
        let relations = try #require(people.catalog.relations)
        await #expect(throws: CatalogFailure.unreadable(code: "page-loop")) {
            try await relations.items(.followers, of: Self.item(), after: BatchCursor(own))
        }
    }

    @Test(arguments: [
        (RelationKind.ownRepositories, "/users/tom/repos?sort=pushed&per_page=100"),
        (.starred, "/users/tom/starred?per_page=100"),
    ])
    func `repositories and stars of a person load`(kind: RelationKind, target: String) async throws {
        let people = PeopleFixture([.json("[\(GitHubJSON.repository(id: 42))]")])
        let batch = try await #require(people.catalog.relations).items(kind, of: Self.item(), after: nil)
        #expect(people.targets == [target] && batch.end == .complete)
        #expect(batch.items.first?.id == ItemID(catalog: .repositories, host: "api.github.com", id: "42"))
        #expect(batch.items.first?.repository?.fullName == "octo/pod")
    }

    /// GitHub returns 100 items per page, and no page after the last full one.
    @Test(arguments: [(0, 1), (1, 1), (99, 1), (100, 1), (101, 2), (199, 2), (200, 2), (201, 3), (1_000, 10)])
    func `a list takes one request per hundred items`(count: Int, requests: Int) async throws {
        let last = "https://api.github.com/user/2/starred?per_page=1&page=\(count)"
        let body = count == 0 ? "[]" : "[\(GitHubJSON.repository())]"
        let people = PeopleFixture([.json(body, headers: count > 1 ? ["Link": "<\(last)>; rel=\"last\""] : [:])])
        let relations = try #require(people.catalog.relations)
        let item = Self.item(Person(login: "tom", repositories: count, followers: count, following: count))
        let size = ListSize(items: count, requests: requests)
        for kind in [RelationKind.followers, .following, .ownRepositories] {
            #expect(relations.size(of: kind, of: item) == size)
        }
        #expect(try await relations.loadSize(.starred, of: item) == size)
    }

    @Test func `links to other servers and invalid relations are refused`() async throws {
        let people = PeopleFixture()
        let relations = try #require(people.catalog.relations)
        await #expect(throws: CatalogFailure.unreadable(code: "search-link")) {
            try await relations.items(.followers, of: Self.item(), after: BatchCursor("https://evil.example/x"))
        }
        let works = Self.item(Person(login: "works", kind: .organization))
        #expect(relations.kinds(of: works) == [.followers, .ownRepositories])
        #expect(relations.kinds(of: .listed()).isEmpty)
        await #expect(throws: CatalogFailure.unexpected(code: "relation")) {
            try await relations.items(.starred, of: works, after: nil)
        }
        await #expect(throws: CatalogFailure.unexpected(code: "relation")) {
            try await relations.items(.followers, of: .listed(), after: nil)
        }
        #expect(people.targets.isEmpty)
    }

    @Test func `a repository's details include its owner as an item`() async throws {
        let owner =
            #"{"id":42,"name":"pod","full_name":"octo/pod","owner":\#(GitHubJSON.account(9, "octo")),"subscribers_count":7}"#
        let fixture = GitHubFixture([.json(owner)])
        let facts = try await fixture.catalog.details(of: .listed()).facts as? RepositoryDetails
        #expect(facts?.owner?.id == ItemID(catalog: .people, host: "api.github.com", id: "9"))
        #expect(facts?.owner?.person?.login == "octo")
        let bare = GitHubFixture([.json(GitHubJSON.repository())])
        let unknown = try await bare.catalog.details(of: .listed()).facts as? RepositoryDetails
        #expect(unknown != nil && unknown?.owner == nil)
    }
}
