import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct RateLimitBucketsTests {
    private let search = "/search/repositories?q=ripgrep"

    @Test func `ten searches per minute are allowed, and the eleventh is told when to retry`() {
        let visitor = StandInClient(limit: .likeGitHub)
        for used in 1...10 {
            let response = visitor.get(search)
            #expect(response.status == 200)
            #expect(response.header("X-RateLimit-Used") == String(used))
            #expect(response.header("X-RateLimit-Remaining") == String(10 - used))
            #expect(response.header("X-RateLimit-Resource") == "search")
        }
        let refused = visitor.get(search)
        #expect(refused.status == 403)
        #expect(refused.message?.hasPrefix("API rate limit exceeded for 127.0.0.1.") == true)
        #expect(refused.header("X-RateLimit-Remaining") == "0")
        #expect(refused.header("X-RateLimit-Reset") == String(Int(StandInClient.start.timeIntervalSince1970) + 60))
        visitor.wait(59)
        #expect(visitor.get(search).status == 403)
        visitor.wait(1)
        #expect(visitor.get(search).status == 200)
    }

    @Test func `sixty other calls per hour are counted separately from searches`() {
        let visitor = StandInClient(limit: .likeGitHub)
        for _ in 1...60 { #expect(visitor.get("/repos/sharkdp/fd").status == 200) }
        let refused = visitor.get("/repos/sharkdp/fd")
        #expect(refused.status == 403)
        #expect(refused.header("x-ratelimit-resource") == "core")
        #expect(refused.header("x-ratelimit-reset") == String(Int(StandInClient.start.timeIntervalSince1970) + 3600))
        #expect(visitor.get(search).status == 200)
        visitor.wait(3600)
        #expect(visitor.get("/repos/sharkdp/fd").status == 200)
    }

    @Test func `a token has its own, larger limit`() {
        let visitor = StandInClient(limit: .likeGitHub)
        for _ in 1...11 { _ = visitor.get(search) }
        let mine = visitor.get(search, ["Authorization": "Bearer good"])
        #expect(mine.status == 200)
        #expect(mine.header("x-ratelimit-limit") == "30")
        #expect(mine.header("x-ratelimit-remaining") == "29")
        #expect(visitor.get("/repos/sharkdp/fd", ["Authorization": "token x"]).header("x-ratelimit-limit") == "5000")
    }

    @Test func `a custom limit counts, and no limit counts nothing`() {
        let visitor = StandInClient(limit: .searches(perMinute: 2))
        #expect((1...3).map { _ in visitor.get(search).status } == [200, 200, 403])
        let free = StandInClient(limit: .off)
        for _ in 1...70 {
            #expect(free.get(search).header("x-ratelimit-remaining") == "10")
            #expect(free.get("/repos/sharkdp/fd").status == 200)
        }
    }

    @Test func `errors have the rate limit headers too, and pictures cost nothing`() {
        let visitor = StandInClient(limit: .likeGitHub)
        #expect(visitor.get("/nothing/here").header("x-ratelimit-remaining") == "59")
        _ = visitor.get("/avatars/u/12345?v=4")
        #expect(visitor.get("/nothing/here").header("x-ratelimit-remaining") == "58")
        #expect(visitor.get("/", ["Authorization": "Bearer bad-one"]).header("x-ratelimit-limit") != nil)
    }
}
