import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct RepositorySearchTests {
    @Test func `sends the whole question and the agreed headers`() async throws {
        let fixture = GitHubFixture([.json(GitHubJSON.page())])
        let query = SearchQuery(
            text: "c++ language:C&x=1", sort: ItemOrder(.helpWantedIssues, .ascending), batchSize: 30)
        _ = try await fixture.catalog.search(query, after: nil)
        #expect(
            fixture.targets == [
                "/search/repositories?q=c%2B%2B%20language%3AC%26x%3D1&sort=help-wanted-issues&order=asc&per_page=30&page=1"
            ])
        #expect(
            fixture.transport.requests.first?.headers == [
                "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
            ])
        #expect(fixture.transport.requests.first?.method == "GET")
        #expect(fixture.transport.requests.first?.expects == .json)
    }

    @Test(arguments: [
        (ItemOrder.bestMatch, ""), (ItemOrder(.bestMatch, .ascending), ""),
        (ItemOrder(.stars), "&sort=stars&order=desc"),
        (ItemOrder(.forks, .ascending), "&sort=forks&order=asc"),
        (ItemOrder(.updated), "&sort=updated&order=desc"),
    ])
    func `names the order`(sort: ItemOrder, parameters: String) async throws {
        let fixture = GitHubFixture([.json(GitHubJSON.page())])
        _ = try await fixture.catalog.search(SearchQuery(text: "x", sort: sort), after: nil)
        #expect(fixture.targets == ["/search/repositories?q=x\(parameters)&per_page=100&page=1"])
    }

    @Test(arguments: [(0, 1), (-5, 1), (101, 100), (100, 100)])
    func `keeps the batch within what GitHub serves`(requested: Int, sent: Int) async throws {
        let fixture = GitHubFixture([.json(GitHubJSON.page())])
        _ = try await fixture.catalog.search(SearchQuery(text: "x", batchSize: requested), after: nil)
        #expect(fixture.targets == ["/search/repositories?q=x&per_page=\(sent)&page=1"])
    }

    @Test func `follows the address that the server gave`() async throws {
        let next = "https://api.github.com/search/repositories?page=2&per_page=100&q=swift&anything=else"
        let link = "<https://api.github.com/x?page=10>; rel=\"last\", <\(next)>; rel=\"next\""
        let fixture = GitHubFixture([
            .json(GitHubJSON.page(total: 150), headers: ["Link": link]), .json(GitHubJSON.page([], total: 151)),
        ])
        let first = try await fixture.search()
        let cursor = BatchCursor(next)
        #expect(first.end == .more(cursor))
        #expect(first.total == 150)
        let second = try await fixture.search(after: cursor)
        #expect(second.end == .complete)
        #expect(second.total == 151)
        #expect(fixture.transport.requests.last?.url.absoluteString == next)
    }

    @Test(arguments: [
        "https://evil.example/search/repositories?page=2", "http://api.github.com/search/repositories?page=2",
        "https://api.github.com@evil.example/search?page=2", "not an address",
    ])
    func `follows no address of another server`(address: String) async {
        let fixture = GitHubFixture([.json(GitHubJSON.page())])
        await #expect(throws: CatalogFailure.unreadable(code: "search-link")) {
            try await fixture.search(after: BatchCursor(address))
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `a page that links to itself is refused`() async throws {
        let own = "https://api.github.com/search/repositories?q=swift&per_page=100&page=1"
        let fixture = GitHubFixture([.json(GitHubJSON.page(), headers: ["Link": "<\(own)>; rel=next"])])
        await #expect(throws: CatalogFailure.unreadable(code: "page-loop")) { try await fixture.search() }
    }

    @Test(arguments: [
        (10, 100, 1000, BatchEnd.complete), (10, 100, 1001, .resultLimit(limit: 1000)),
        (34, 30, 1020, .complete), (34, 30, 1021, .resultLimit(limit: 1000)),
        (1, 100, 48_211, .resultLimit(limit: 1000)),
        (2, 100, 950, .complete),
    ])
    func `says honestly where it ends`(page: Int, size: Int, total: Int, end: BatchEnd) async throws {
        let fixture = GitHubFixture([.json(GitHubJSON.page(total: total))])
        let cursor = BatchCursor("https://api.github.com/search/repositories?q=x&per_page=\(size)&page=\(page)")
        let found = try await fixture.search(after: cursor).end
        // If it ends early, there is a cursor for the rest, which another test covers.
        if case .resultLimit(let limit, let beyond) = found {
            #expect(.resultLimit(limit: limit) == end && beyond != nil)
        } else {
            #expect(found == end)
        }
    }

    @Test func `a page beyond the result limit ends the search`() async throws {
        let refusal = ScriptedTransport.Step.json(
            GitHubJSON.error("Only the first 1000 search results are available"), status: 422)
        let fixture = GitHubFixture([refusal, refusal])
        let cursor = BatchCursor("https://api.github.com/search/repositories?q=x&page=11&per_page=100")
        let batch = try await fixture.search(after: cursor)
        #expect(batch == ResultBatch(items: [], total: nil, end: .resultLimit(limit: 1000)))
        #expect(
            await fixture.searchFailure()
                == .invalidQuery(reason: "Only the first 1000 search results are available"))
    }

    @Test func `an oversized page is truncated`() async throws {
        let fixture = GitHubFixture([
            .json(GitHubJSON.page((0..<5_000).map { GitHubJSON.repository(id: $0) }, total: 5_000))
        ])
        let batch = try await fixture.search()
        #expect(batch.items.count == 100 && batch.total == 5_000)
    }

    @Test func `an item that cannot be read costs that item`() async throws {
        let items = ["null", GitHubJSON.repository(id: 1), #"{"id":2}"#, GitHubJSON.repository(id: 3)]
        let fixture = GitHubFixture([.json(GitHubJSON.page(items, total: 4))])
        let batch = try await fixture.search()
        #expect(batch.items.map(\.id.id) == ["1", "3"] && batch.unreadable == 2 && batch.total == 4)
    }

    @Test func `reports incomplete results`() async throws {
        let fixture = GitHubFixture([.json(#"{"total_count":9,"incomplete_results":true,"items":[]}"#)])
        #expect(try await fixture.search().isIncomplete)
    }

    @Test(arguments: [
        (#"<b>no</b>"#, "search-markup"), (#"{"total_count":1,"#, "search-cut"), ("", "search-cut"),
        ("Bad Gateway", "search-json"), ("{\"total_count\":one}", "search-json"),
        ("[]", "search-json"), (#"{"items":[]}"#, "search-total_count"), (#"{"total_count":1}"#, "search-items"),
        (#"{"total_count":1,"items":[{"name":"a","full_name":"a/a","owner":null}]}"#, "search-items.0.id"),
    ])
    func `a body that breaks the promise is unreadable`(body: String, code: String) async {
        #expect(await GitHubFixture([.json(body)]).searchFailure() == .unreadable(code: code))
    }

    @Test func `offers what GitHub offers`() {
        let catalog = GitHubFixture().catalog
        #expect(catalog.profile.sorts == [.bestMatch, .stars, .forks, .helpWantedIssues, .updated])
        #expect(catalog.profile.batchSizes == 1...100)
        #expect(catalog.profile.resultLimit == 1000)
        #expect(catalog.profile.kind == .repositories)
        #expect(catalog.profile.host == "api.github.com")
    }
}

@Suite struct LinkHeaderTests {
    private let base = URL(filePath: "/")

    @Test(arguments: [
        #"<https://h/a?p=2>; rel="next", <https://h/a?p=9>; rel="last""#,
        #"<https://h/a?p=9>; rel="last", <https://h/a?p=2>; rel="next", <https://h/a?p=1>; rel="first""#,
        #"<https://h/a?p=9>;rel=last,<https://h/a?p=2>;title="x";rel=next"#,
        #"<https://h/a?p=2>; REL="start Next""#,
    ])
    func `reads by relation never by place`(field: String) {
        #expect(LinkHeader(field).url("next", relativeTo: base)?.absoluteString == "https://h/a?p=2")
    }

    @Test func `keeps commas and semicolons of an address`() {
        let field = #"<https://h/a?q=x,y;z>; rel="next""#
        #expect(LinkHeader(field).url("next", relativeTo: base)?.absoluteString == "https://h/a?q=x,y;z")
    }

    @Test(arguments: [nil, "", "nonsense", "<>; rel=next", "<https://h/a; rel=next", #"<https://h/a>; rel="prev""#])
    func `names nothing that is not there`(field: String?) {
        #expect(LinkHeader(field).url("next", relativeTo: URL(filePath: "/x")).map(\.scheme) != "https")
    }

    @Test func `reads a relative address against the answer's`() throws {
        let url = try #require(URL(string: "https://h/api/v3/search?page=1"))
        #expect(
            LinkHeader("<?page=2>; rel=next").url("next", relativeTo: url)?.absoluteString
                == "https://h/api/v3/search?page=2")
    }
}
