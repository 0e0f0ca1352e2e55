import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct SearchPagingTests {
    private let visitor = StandInClient()

    @Test func `pages of a hundred end at the limit`() throws {
        var ids: [Int] = []
        for page in 1...10 {
            let found = try visitor.search("swift", "&per_page=100&page=\(page)")
            #expect(found.items.count == 100)
            #expect(found.total_count > 2_500)
            ids += found.items.map(\.id)
        }
        #expect(Set(ids).count == 1_000)
        let beyond = visitor.get("/search/repositories?q=swift&per_page=100&page=11")
        #expect(beyond.status == 422)
        #expect(beyond.message == "Only the first 1000 search results are available")
        #expect(beyond.object["errors"] == nil)
    }

    @Test(arguments: [(30, 34, 30), (30, 35, nil), (7, 143, 7), (7, 144, nil), (1, 1_000, 1), (1, 1_001, nil)])
    func `only a page that begins beyond the limit is refused`(perPage: Int, page: Int, count: Int?) throws {
        let response = visitor.get("/search/repositories?q=swift&per_page=\(perPage)&page=\(page)")
        #expect(response.status == (count == nil ? 422 : 200))
        if let count { #expect(try Found(response).items.count == count) }
    }

    @Test(arguments: [("", 30), ("&per_page=500", 100), ("&per_page=0", 1), ("&per_page=x", 30), ("&per_page=5", 5)])
    func `a page has 30 results by default and at most 100`(parameter: String, count: Int) throws {
        #expect(try visitor.search("linux", parameter).items.count == count)
    }

    @Test func `a huge page number is refused without a crash`() {
        #expect(visitor.get("/search/repositories?q=swift&page=9223372036854775807&per_page=100").status == 422)
        #expect(visitor.get("/search/repositories?q=swift&page=-3").status == 200)
    }

    @Test func `a page past a small result is empty`() throws {
        let found = try visitor.search("ripgrep", "&page=5")
        #expect(found.items.isEmpty)
        #expect(found.total_count == 1)
    }

    @Test func `links have GitHub's order and the client's parameters`() {
        let first = visitor.get("/search/repositories?q=swift+language%3Ac%2B%2B+stars:%3E=0&sort=stars&per_page=5")
        #expect(first.links.map(\.relation) == ["next", "last"])
        #expect(
            first.links.first?.address
                == "http://127.0.0.1:9/search/repositories?q=swift+language%3Ac%2B%2B+stars%3A%3E%3D0"
                + "&sort=stars&per_page=5&page=2")
        let middle = visitor.get("/search/repositories?page=4&q=swift&per_page=100")
        #expect(middle.links.map(\.relation) == ["prev", "next", "last", "first"])
        #expect(
            middle.links.map(\.address)
                == [3, 5, 10, 1].map { "http://127.0.0.1:9/search/repositories?page=\($0)&q=swift&per_page=100" })
        let last = visitor.get("/search/repositories?page=10&q=swift&per_page=100")
        #expect(last.links.map(\.relation) == ["prev", "first"])
        #expect(visitor.get("/search/repositories?q=swift").links.last?.address.hasSuffix("page=34") == true)
        #expect(visitor.get("/search/repositories?q=ripgrep").header("Link") == nil)
    }

    @Test(arguments: ["stars", "forks", "updated", "help-wanted-issues"])
    func `a sort order holds across pages and can be reversed`(sort: String) throws {
        for order in ["desc", "asc"] {
            let items = try (1...2).flatMap {
                try visitor.search("swift", "&sort=\(sort)&order=\(order)&per_page=100&page=\($0)").items
            }
            let keys = items.map { item in
                switch sort {
                case "stars": String(format: "%012d", item.stargazers_count)
                case "forks": String(format: "%012d", item.forks_count)
                case "updated": item.pushed_at
                default: ""
                }
            }
            #expect(keys == (order == "desc" ? keys.sorted(by: >) : keys.sorted()))
            #expect(Set(items.map(\.id)).count == 200)
        }
    }

    @Test func `an order without a sort changes nothing`() throws {
        #expect(try visitor.search("editor", "&order=asc").names == visitor.search("editor").names)
    }
}
