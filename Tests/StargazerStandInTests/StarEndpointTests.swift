import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct StarEndpointTests {
    private let visitor = StandInClient()
    private let star = "/user/starred/sharkdp/fd"
    private let dated = ["Accept": "application/vnd.github.star+json"]

    private struct Entry: Decodable {
        struct Repository: Decodable { var id: Int; var full_name: String; var pushed_at: String }
        var starred_at: Date
        var repo: Repository
    }

    private func entries(in response: StandInResponse) throws -> [Entry] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode([Entry].self, from: response.body)
    }

    private func list(_ token: String, _ query: String = "") throws -> [Entry] {
        try entries(in: visitor.ask("GET", "/user/starred\(query)", token: token, dated))
    }

    /// Returns the entries of all pages, following `next`.
    private func all(_ token: String, _ query: String, of visitor: StandInClient) throws -> [Entry] {
        var found: [Entry] = []
        var address: String? = "/user/starred\(query)"
        var pages = 0
        while let page = address {
            pages += 1
            try #require(pages <= 25, "the list has no end")
            let response = visitor.ask("GET", page, token: token, dated)
            found += try entries(in: response)
            address = response.links.first { $0.relation == "next" }?.address.replacing("http://127.0.0.1:9", with: "")
        }
        return found
    }

    @Test func `a star can be added and removed, each also twice`() throws {
        #expect(visitor.ask("GET", star, token: "mine").status == 404)
        for (method, state) in [("PUT", 204), ("PUT", 204), ("DELETE", 404), ("DELETE", 404)] {
            let response = visitor.ask(method, star, token: "mine")
            #expect(response.status == 204)
            #expect(response.body.isEmpty)
            #expect(response.header("Content-Type") == nil)
            #expect(visitor.ask("GET", star, token: "mine").status == state)
        }
    }

    @Test func `starring again keeps the first date`() throws {
        _ = visitor.ask("PUT", star, token: "mine")
        visitor.wait(60)
        _ = visitor.ask("PUT", star, token: "mine")
        #expect(try list("mine").map(\.starred_at) == [StandInClient.start])
    }

    @Test func `names are compared without case, and former names still work`() {
        #expect(visitor.ask("PUT", "/user/starred/SharkDP/FD", token: "mine").status == 204)
        #expect(visitor.ask("GET", star, token: "mine").status == 204)
        #expect(visitor.ask("PUT", "/user/starred/apple/swift", token: "mine").status == 204)
        #expect(visitor.ask("GET", "/user/starred/swiftlang/swift", token: "mine").status == 204)
    }

    @Test(arguments: ["/user/starred/no/such", "/user/starred/sharkdp/fd/", "/user/starred/sharkdp", "/user/nothing"])
    func `an unknown repository cannot be starred`(target: String) {
        for method in ["GET", "PUT", "DELETE"] {
            #expect(visitor.ask(method, target, token: "mine").status == 404)
        }
    }

    @Test func `only stars can be written`() {
        for target in ["/user", "/user/starred", "/rate_limit", "/repos/sharkdp/fd", "/search/repositories?q=swift"] {
            #expect(visitor.ask("PUT", target, token: "mine").status == 404)
        }
        #expect(visitor.ask("POST", star, token: "mine").status == 404)
    }

    @Test func `the newest star comes first, also within one second`() throws {
        for name in ["sharkdp/fd", "sharkdp/bat", "rust-lang/rust"] {
            _ = visitor.ask("PUT", "/user/starred/\(name)", token: "mine")
        }
        let names = ["rust-lang/rust", "sharkdp/bat", "sharkdp/fd"]
        #expect(try list("mine").map(\.repo.full_name) == names)
        #expect(try list("mine", "?sort=created&direction=asc").map(\.repo.full_name) == names.reversed())
    }

    @Test func `two thousand stars are read in twenty pages, each once, newest first`() throws {
        let entries = try all("stars-2000", "?per_page=100", of: visitor)
        try #require(entries.count == 2_000)
        #expect(Set(entries.map(\.repo.id)).count == 2_000)
        let dates = entries.map(\.starred_at)
        let isNewestFirst = zip(dates, dates.dropFirst()).allSatisfy { $0 >= $1 }
        #expect(isNewestFirst)
        #expect(dates.allSatisfy { $0 < StandInClient.start })
    }

    @Test func `links lead from page to page, and from past the end back`() throws {
        let first = visitor.ask("GET", "/user/starred?per_page=100", token: "stars-250").links
        #expect(first.map(\.relation) == ["next", "last"])
        #expect(first.last?.address == "http://127.0.0.1:9/user/starred?per_page=100&page=3")
        let beyond = visitor.ask("GET", "/user/starred?per_page=100&page=9", token: "stars-250")
        #expect(beyond.status == 200)
        #expect(beyond.body == Data("[]".utf8))
        #expect(beyond.links.first?.address == "http://127.0.0.1:9/user/starred?per_page=100&page=3")
        #expect(visitor.ask("GET", "/user/starred", token: "stars-30").links.isEmpty)
        #expect(visitor.ask("GET", "/user/starred?page=9223372036854775807", token: "stars-30").status == 200)
    }

    @Test func `a drifting list repeats some stars and misses none`() throws {
        let entries = try all("stars-950", "?per_page=100", of: StandInClient(.drift))
        #expect(entries.count == 957)
        #expect(Set(entries.map(\.repo.id)).count == 950)
    }

    @Test(arguments: ["/user", "/user/starred", "/repos/sharkdp/fd"])
    func `a cached answer is not sent again and costs nothing`(target: String) throws {
        let visitor = StandInClient(limit: .likeGitHub)
        let first = visitor.ask("GET", target, token: "stars-3")
        let tag = try #require(first.header("ETag"))
        #expect(tag.hasPrefix("W/"))
        let again = visitor.ask("GET", target, token: "stars-3", ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.header("ETag") == String(tag.dropFirst(2)))
        #expect(again.header("x-ratelimit-used") == "1")
        #expect(visitor.ask("GET", target, token: "stars-3", ["If-None-Match": "W/\"other\""]).status == 200)
    }

    @Test func `a changed list has another tag`() throws {
        let tag = try #require(visitor.ask("GET", "/user/starred", token: "stars-3").header("ETag"))
        _ = visitor.ask("PUT", star, token: "stars-3")
        #expect(visitor.ask("GET", "/user/starred", token: "stars-3", ["If-None-Match": tag]).status == 200)
    }
}
