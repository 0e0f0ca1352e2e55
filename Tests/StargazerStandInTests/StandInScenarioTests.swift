import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct StandInScenarioTests {
    private let search = "/search/repositories?q=swift"
    private let repository = "/repos/sharkdp/fd"

    @Test func `the rate limit ends after 42 seconds`() {
        let visitor = StandInClient(.rateLimit)
        visitor.wait(1_000)
        let refused = visitor.get(search)
        let start = Int(StandInClient.start.timeIntervalSince1970) + 1_000
        #expect(refused.header("x-ratelimit-remaining") == "0")
        #expect(refused.header("x-ratelimit-reset") == String(start + 42))
        visitor.wait(41)
        #expect(visitor.get(search).header("x-ratelimit-reset") == String(start + 42))
        visitor.wait(1)
        #expect(visitor.get(search).status == 200)
    }

    @Test func `the secondary limit says when to retry although calls are left`() throws {
        let response = StandInClient(.secondary).get(search)
        #expect(response.header("Retry-After") == "60")
        #expect(response.message?.contains("secondary rate limit") == true)
        #expect(try #require(response.header("x-ratelimit-remaining").flatMap { Int($0) }) > 0)
    }

    @Test func `a blocked repository names the reason, its terms or the law`() throws {
        let visitor = StandInClient(.blocked)
        let statuses = try visitor.search("swift", "&per_page=40").items.map { item in
            let response = visitor.get("/repositories/\(item.id)")
            let block = response.object["block"] as? [String: Any]
            #expect(block?["reason"] as? String == (response.status == 451 ? "dmca" : "tos"))
            #expect(block?["html_url"] is String)
            return response.status
        }
        #expect(Set(statuses) == [403, 451])
    }

    @Test func `two scenarios answer with pages instead of JSON`() {
        let gateway = StandInClient(.server).get(search)
        #expect(gateway.header("Content-Type") == "text/html; charset=utf-8")
        let page = StandInClient(.html).get(repository)
        #expect(page.header("Content-Type") == "application/json; charset=utf-8")
        #expect(page.body.starts(with: Data("<!DOCTYPE html>".utf8)))
    }

    @Test(arguments: [100, 30, 50])
    func `a drifting list shows exactly seven repositories twice`(perPage: Int) throws {
        let visitor = StandInClient(.drift)
        var ids: [Int] = []
        var totals: Set<Int> = []
        for page in 1...(1_000 / perPage) {
            let found = try visitor.search("swift", "&per_page=\(perPage)&page=\(page)")
            #expect(Set(found.items.map(\.id)).count == found.items.count, "within a page nothing repeats")
            ids += found.items.map(\.id)
            totals.insert(found.total_count)
        }
        #expect(ids.count == 1_000 / perPage * perPage)
        #expect(Set(ids).count == ids.count - 7)
        #expect(totals.count > 1)
        #expect(
            try StandInClient(.drift).search("swift", "&per_page=\(perPage)&page=2").items.map(\.id)
                == Array(ids[perPage..<2 * perPage]))
    }
}
