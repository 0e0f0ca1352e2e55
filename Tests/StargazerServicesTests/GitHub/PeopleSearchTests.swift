import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// The people catalog with scripted responses.
struct PeopleFixture {
    let fixture: GitHubFixture
    let catalog: PeopleCatalog

    init(_ steps: [ScriptedTransport.Step] = []) {
        fixture = GitHubFixture(steps)
        catalog = PeopleCatalog(client: fixture.client)
    }

    var targets: [String] { fixture.targets }

    func search(
        _ text: String, size: Int = 100, after cursor: BatchCursor? = nil
    ) async throws(CatalogFailure) -> ResultBatch {
        try await catalog.search(SearchQuery(text: text, batchSize: size), after: cursor)
    }

    func failure(_ text: String, after cursor: BatchCursor? = nil) async -> CatalogFailure? {
        do throws(CatalogFailure) {
            _ = try await search(text, after: cursor)
            return nil
        } catch {
            return error
        }
    }
}

extension GitHubJSON {
    static func account(_ id: Int, _ login: String, extra: String = "") -> String {
        #"{"login":"\#(login)","id":\#(id),"type":"User","html_url":"https://github.com/\#(login)"\#(extra)}"#
    }

    static func person(_ id: Int, _ login: String, followers: Int = 7, extra: String = "") -> String {
        let counts = #","public_repos":3,"public_gists":2,"followers":\#(followers),"following":1"#
        return account(id, login, extra: counts + extra)
    }
}

@Suite struct PeopleSearchTests {
    @Test func `a person that cannot be read costs that person`() async throws {
        let people = PeopleFixture([.json(GitHubJSON.page(["null", GitHubJSON.account(2, "tom")], total: 2))])
        let batch = try await people.search("tom location:Berlin")
        #expect(batch.items.map(\.id.id) == ["2"] && batch.unreadable == 1)
    }

    @Test(arguments: [
        (ItemOrder.bestMatch, ""), (ItemOrder(.followers), "&sort=followers&order=desc"),
        (ItemOrder(.repositoryCount, .ascending), "&sort=repositories&order=asc"),
        (ItemOrder(.joined), "&sort=joined&order=desc"),
    ])
    func `a search sends all parameters`(sort: ItemOrder, parameters: String) async throws {
        let people = PeopleFixture([.json(GitHubJSON.page([]))])
        let query = SearchQuery(text: "tom location:Berlin", sort: sort, batchSize: 30)
        _ = try await people.catalog.search(query, after: nil)
        #expect(people.targets == ["/search/users?q=tom%20location%3ABerlin\(parameters)&per_page=30&page=1"])
    }

    @Test(arguments: [
        ("-foo", QueryProblem.nameHyphens), ("a--b", .nameHyphens), ("a_b_c", .nameUnderscores),
        (String(repeating: "a", count: 40), .nameTooLong), ("@foo-", .nameHyphens),
    ])
    func `an invalid username is not sent`(name: String, problem: QueryProblem) async {
        let people = PeopleFixture()
        #expect(await people.failure(name) == .badQuery(problem))
        #expect(people.targets.isEmpty)
    }

    @Test(arguments: ["\"leaf-\"", " \"@leaf-\" "])
    func `a name in quotation marks is searched for in any case`(text: String) async throws {
        let people = PeopleFixture([.json(GitHubJSON.page([], total: 0)), .json(GitHubJSON.person(2, "leaf-"))])
        let batch = try await people.search(text)
        #expect(people.targets == ["/search/users?q=leaf-&per_page=100&page=1", "/users/leaf-"])
        #expect(batch.items.first?.person?.login == "leaf-" && batch.exact != nil)
    }

    @Test func `the exact match comes first, complete and marked, and only once`() async throws {
        let next = "https://api.github.com/search/users?q=tom&page=2"
        let people = PeopleFixture([
            .json(
                GitHubJSON.page([GitHubJSON.account(1, "tommy"), GitHubJSON.account(2, "Tom")], total: 4),
                headers: ["Link": "<\(next)>; rel=next"]),
            .json(GitHubJSON.person(2, "Tom")),
            .json(GitHubJSON.page([GitHubJSON.account(2, "Tom"), GitHubJSON.account(3, "atom")], total: 4)),
        ])
        let first = try await people.search("@tom")
        #expect(people.targets == ["/search/users?q=tom&per_page=100&page=1", "/users/tom"])
        #expect(first.items.map(\.id.id) == ["2", "1"] && first.exact == first.items[0].id)
        #expect(first.items[0].person?.followers == 7 && first.items[1].person?.isPartial == true)
        guard case .more(let cursor) = first.end else { throw CatalogFailure.gone }
        let second = try await people.search("@tom", after: cursor)
        #expect(second.items.map(\.id.id) == ["3"] && second.end == .complete)
        #expect(people.fixture.transport.requests.last?.url.absoluteString == next)
    }

    @Test func `the result pushed out of a full page comes with the next`() async throws {
        let page = GitHubJSON.page([GitHubJSON.account(1, "tommy"), GitHubJSON.account(3, "atom")], total: 9)
        let people = PeopleFixture([.json(page), .json(GitHubJSON.person(2, "tom")), .json(page)])
        let first = try await people.search("tom", size: 2)
        #expect(first.items.map(\.id.id) == ["2", "1"])
        guard case .more(let cursor) = first.end else { throw CatalogFailure.gone }
        #expect(try await people.search("tom", size: 2, after: cursor).items.map(\.id.id) == ["3"])
    }

    @Test func `a missing exact match does not fail the search`() async throws {
        for step in [
            ScriptedTransport.Step.json(GitHubJSON.error("Not Found"), status: 404), .json("[]"),
            .json(GitHubJSON.error("no"), status: 451),
        ] {
            let people = PeopleFixture([.json(GitHubJSON.page([GitHubJSON.account(1, "tommy")])), step])
            let batch = try await people.search("tom")
            #expect(batch.items.count == 1 && batch.exact == nil && people.targets.count == 2)
        }
    }

    @Test func `with half of the requests spent, the exact match is not requested but still marked`() async throws {
        let people = PeopleFixture()
        let clock = people.fixture.clock
        people.fixture.transport.add(
            .json(GitHubJSON.person(1, "a"), headers: GitHubJSON.rate(30, of: 60, resource: "core", at: clock)),
            .json(GitHubJSON.page([GitHubJSON.account(1, "tommy"), GitHubJSON.account(2, "tom")], total: 2)))
        let listed = Item(
            id: ItemID(catalog: .people, host: "api.github.com", id: "1"), facts: Person(login: "a"))
        _ = try await people.catalog.details(of: listed)
        let batch = try await people.search("tom")
        #expect(people.targets.count == 2 && batch.items.map(\.id.id) == ["2", "1"])
        #expect(batch.exact?.id == "2")
        let row = await RequestContext.$current.withValue(RequestContext(.background)) {
            await people.catalog.completed(listed)
        }
        #expect(row == nil)
        #expect(people.targets.count == 2)
    }

    @Test(arguments: [
        "", "x", "1 2", "1 -2 https://api.github.com/search/users", "1 x https://api.github.com/y",
        "1 0 https://evil.example/search/users", "https://evil.example/search/users",
    ])
    func `a cursor of another format is refused`(text: String) async {
        let people = PeopleFixture()
        guard case .unreadable? = await people.failure("tom", after: BatchCursor(text)) else {
            Issue.record("taken: \(text)")
            return
        }
        #expect(people.targets.isEmpty)
    }

    @Test(arguments: [
        ("[]", "people-json"), (#"{"items":[]}"#, "people-total_count"),
        (#"{"total_count":1,"items":[{"login":"a"}]}"#, "people-items.0.id"),
    ])
    func `an invalid body is unreadable`(body: String, code: String) async {
        #expect(await PeopleFixture([.json(body)]).failure("two words") == .unreadable(code: code))
    }
}
