import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct StarredListTests {
    private func dated(_ id: Int, _ date: String = "2018-12-05T08:30:00Z") -> String {
        #"{"starred_at":"\#(date)","repo":\#(GitHubJSON.repository(id: id))}"#
    }

    private func link(_ relations: [String: Int]) -> [String: String] {
        let entries = relations.map { "<https://api.github.com/user/1/starred?per_page=100&page=\($1)>; rel=\"\($0)\"" }
        return ["Link": entries.joined(separator: ", ")]
    }

    @Test func `asks for the newest first with their dates`() async throws {
        let fixture = try AccountFixture([.json("[]")])
        #expect(
            try await fixture.account.starred(after: nil)
                == StarredBatch(items: [], end: .complete, position: 0))
        #expect(fixture.lines == ["GET /user/starred?sort=created&direction=desc&per_page=100"])
        #expect(fixture.transport.requests.first?.headers["Accept"] == "application/vnd.github.star+json")
    }

    @Test func `reads both shapes`() async throws {
        let fixture = try AccountFixture([.json("[\(dated(1)),\(GitHubJSON.repository(id: 2))]")])
        let items = try await fixture.account.starred(after: nil).items
        #expect(items.map(\.item.id.id) == ["1", "2"])
        #expect(items.map(\.starredAt) == [Date(timeIntervalSince1970: 1_543_998_600), nil])
        #expect(items.map(\.item.id.host) == ["api.github.com", "api.github.com"])
        #expect(items.first?.item.title == "octo/pod")
    }

    @Test func `a date that cannot be read is none`() async throws {
        let fixture = try AccountFixture([.json("[\(dated(1, "yesterday"))]")])
        #expect(try await fixture.account.starred(after: nil).items.map(\.starredAt) == [nil])
    }

    @Test func `follows the server's addresses to the end`() async throws {
        let fixture = try AccountFixture([
            .json("[\(dated(1))]", headers: link(["next": 2, "last": 4])),
            .json("[\(dated(2))]", headers: link(["next": 3, "last": 4, "prev": 1])),
            .json("[\(dated(3))]", headers: link(["prev": 2])),
        ])
        var (batches, cursor): ([StarredBatch], BatchCursor?) = ([], nil)
        repeat {
            let batch = try await fixture.account.starred(after: cursor)
            batches.append(batch)
            if case .more(let next) = batch.end { cursor = next } else { cursor = nil }
        } while cursor != nil
        #expect(batches.flatMap(\.items).map(\.item.id.id) == ["1", "2", "3"])
        #expect(
            fixture.lines.dropFirst() == [
                "GET /user/1/starred?per_page=100&page=2", "GET /user/1/starred?per_page=100&page=3",
            ])
        #expect(fixture.transport.requests.allSatisfy { $0.headers["Accept"] == "application/vnd.github.star+json" })
    }

    @Test func `an oversized star page is rejected`() async throws {
        let page = { (count: Int) in "[\((0..<count).map { dated($0) }.joined(separator: ","))]" }
        let fixture = try AccountFixture([.json(page(101)), .json(page(100))])
        let failure = await failure { () async throws(CatalogFailure) in try await fixture.account.starred(after: nil) }
        #expect(failure == .unreadable(code: "starred-size"))
        #expect(try await fixture.account.starred(after: nil).items.count == 100)
    }

    @Test func `a page that links to itself is refused`() async throws {
        let fixture = try AccountFixture([.json("[]", headers: link(["next": 2]))])
        let own = BatchCursor("https://api.github.com/user/1/starred?per_page=100&page=2")
        await #expect(throws: CatalogFailure.unreadable(code: "page-loop")) {
            try await fixture.account.starred(after: own)
        }
    }

    @Test @MainActor func `an import that such a page stops deletes no stars`() async throws {
        let library = inMemory()
        try await library.setStarAccount(login: "ada", host: "api.github.com")
        for number in 1...3 { try await library.recordStar(true, on: repository(number)) }
        let fixture = try AccountFixture([
            .json("[\(dated(1))]", headers: link(["next": 2])), .json("[\(dated(2))]", headers: link(["next": 2])),
        ])
        let starImport = StarImportViewModel(
            ScriptedStarLists(host: fixture.account.host), account: fixture.account, writer: .attached(to: library),
            network: UnmeteredNetwork(), formats: .sample())
        starImport.setLogin("ada")
        starImport.bring(StarListOwner(login: "ada", stars: nil, requests: 0))
        await eventually { !starImport.isRunning }
        #expect(fixture.lines.count == 2)
        let stars = try await library.facts(of: [repository(3).id])
        #expect(stars[repository(3).id]?.isStarredOnServer == true)
        if case .failed = starImport.phase {} else { Issue.record("\(starImport.phase)") }
    }

    @Test(arguments: [
        "https://evil.example/user/starred?page=2", "http://api.github.com/user/starred?page=2",
        "https://api.github.com@evil.example/user/starred", "//evil.example/user/starred",
    ])
    func `follows no address of another server`(address: String) async throws {
        let fixture = try AccountFixture([
            .json("[\(dated(1))]", headers: ["Link": "<\(address)>; rel=\"next\""]), .json("[]"),
        ])
        await #expect(throws: CatalogFailure.unreadable(code: "starred-link")) {
            try await fixture.account.starred(after: BatchCursor(address))
        }
        #expect(fixture.transport.requests.isEmpty)
        guard case .more(let cursor) = try await fixture.account.starred(after: nil).end else {
            Issue.record("the server named another page")
            return
        }
        await #expect(throws: CatalogFailure.unreadable(code: "starred-link")) {
            try await fixture.account.starred(after: cursor)
        }
        #expect(fixture.transport.requests.count == 1)
    }

    @Test func `no address is followed nowhere`() async throws {
        let fixture = try AccountFixture([])
        await #expect(throws: CatalogFailure.unreadable(code: "starred-link")) {
            try await fixture.account.starred(after: BatchCursor(""))
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test(arguments: [
        ("{}", "starred-json"), ("", "starred-cut"), ("null", "starred-json"),
    ])
    func `a body that breaks the promise is unreadable`(body: String, code: String) async throws {
        let fixture = try AccountFixture([.json(body)])
        await #expect(throws: CatalogFailure.unreadable(code: code)) { try await fixture.account.starred(after: nil) }
    }

    @Test(arguments: [
        "{}", #"{"starred_at":"2018-12-05T08:30:00Z"}"#, #"{"repo":{}}"#, #"{"repo":null}"#, "null", "[]",
    ])
    func `an entry that breaks the promise is counted`(entry: String) async throws {
        let fixture = try AccountFixture([.json("[\(dated(1)),\(entry),\(dated(3))]"), .json("[\(entry)]")])
        let batch = try await fixture.account.starred(after: nil)
        #expect(batch.items.map(\.item.id.id) == ["1", "3"] && batch.unreadable == 1 && batch.position == 3)
        #expect(try await fixture.account.starred(after: nil).unreadable == 1)
    }

    @Test func `the last page tells the number of stars`() async throws {
        let fixture = try AccountFixture([
            .json("[\(dated(1))]", headers: link(["next": 2, "last": 144])), .json("[]"), .json("[null]"),
            .json("[\(dated(1))]", headers: link(["next": 2])),
        ])
        #expect(try await fixture.account.starCount() == 144)
        #expect(fixture.lines == ["GET /user/starred?sort=created&direction=desc&per_page=1"])
        #expect(try await fixture.account.starCount() == 0)
        #expect(try await fixture.account.starCount() == 1)
        #expect(try await fixture.account.starCount() == nil)
    }

    @Test func `a server fault is tried again like every reading`() async throws {
        let fixture = try AccountFixture([.json("", status: 502), .json("[]")])
        #expect(try await fixture.account.starred(after: nil).end == .complete)
    }
}
