import Foundation
import Testing

@testable import StargazerStandIn

/// `GET /rate_limit`.
@Suite struct RateLimitEndpointTests {
    private let start = Int(StandInClient.start.timeIntervalSince1970)

    private func figures(_ visitor: StandInClient, token: String? = nil) throws -> [String: [String: Int]] {
        let response = visitor.ask("GET", "/rate_limit", token: token)
        #expect(response.status == 200)
        return try #require(response.object["resources"] as? [String: [String: Int]])
    }

    @Test func `reading the rate limit does not count`() throws {
        let visitor = StandInClient(limit: .likeGitHub)
        for _ in 1...70 { _ = visitor.get("/rate_limit") }
        let figures = try figures(visitor)
        #expect(figures["core"] == ["limit": 60, "used": 0, "remaining": 60, "reset": start + 3_600])
        #expect(figures["search"] == ["limit": 10, "used": 0, "remaining": 10, "reset": start + 60])
    }

    @Test func `reading the rate limit does not start the window`() throws {
        let visitor = StandInClient(limit: .likeGitHub)
        _ = try figures(visitor)
        visitor.wait(100)
        #expect(visitor.get("/repos/sharkdp/fd").header("x-ratelimit-reset") == String(start + 3_700))
    }

    @Test func `it reports the used calls of each limit, also when none are left`() throws {
        let visitor = StandInClient(limit: .searches(perMinute: 2))
        for _ in 1...3 { _ = visitor.ask("GET", "/search/repositories?q=swift", token: "mine") }
        _ = visitor.ask("PUT", "/user/starred/sharkdp/fd", token: "mine")
        let figures = try figures(visitor, token: "mine")
        #expect(figures["core"] == ["limit": 5_000, "used": 1, "remaining": 4_999, "reset": start + 3_600])
        #expect(figures["search"]?["remaining"] == 0)
        #expect(try self.figures(visitor, token: "yours")["search"]?["remaining"] == 2)
    }

    @Test func `it answers while the limit is reached`() throws {
        let visitor = StandInClient(.rateLimit)
        #expect(visitor.ask("PUT", "/user/starred/sharkdp/fd", token: "mine").status == 403)
        let figures = try figures(visitor, token: "mine")
        #expect(figures["core"]?["remaining"] == 0)
        #expect(figures["core"]?["reset"] == start + 42)
        visitor.wait(42)
        #expect(try self.figures(visitor, token: "mine")["core"]?["remaining"] == 5_000)
    }

    @Test func `the later version has no second name for core`() throws {
        let visitor = StandInClient()
        #expect(visitor.get("/rate_limit").object["rate"] is [String: Int])
        #expect(visitor.get("/rate_limit", ["X-GitHub-Api-Version": "2026-03-10"]).object["rate"] == nil)
    }
}
