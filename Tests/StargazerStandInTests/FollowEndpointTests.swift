import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct FollowEndpointTests {
    private let visitor = StandInClient()
    private let token = "following-1"

    private func status(_ method: String, _ target: String, _ token: String?) -> Int {
        visitor.ask(method, target, token: token).status
    }

    @Test func `a followed account is in the list until it is unfollowed`() throws {
        let target = "/user/following/kenji-starfield"
        #expect(status("GET", target, token) == 404)
        #expect(status("PUT", target, token) == 204 && status("PUT", target, token) == 204)
        #expect(status("GET", target, token) == 204)
        let list = visitor.ask("GET", "/users/sample-stargazer/following?per_page=100", token: token)
        let people = try #require(try JSONSerialization.jsonObject(with: list.body) as? [[String: Any]])
        #expect(people.count == 6 && people.last?["login"] as? String == "kenji-starfield")
        #expect(status("DELETE", target, token) == 204)
        #expect(status("GET", target, token) == 404)
        #expect(status("PUT", "/user/following/no-such-person", token) == 404)
    }

    @Test(arguments: [
        ("anything", 404), ("noscope-1", 404), ("finegrained-1", 204), ("finegrained-nostar-1", 403), ("bad-1", 401),
    ])
    func `only some tokens may follow`(token: String, expected: Int) {
        #expect(status("PUT", "/user/following/golden", token) == expected)
    }

    @Test func `a follower follows the account for every client`() throws {
        let list = try JSONSerialization.jsonObject(with: visitor.get("/users/golden/followers?per_page=100").body)
        let follower = try #require((list as? [[String: Any]])?[7]["login"] as? String)
        #expect(visitor.get("/users/\(follower)/following/golden").status == 204)
        #expect(visitor.get("/users/nobody-follows/following/golden").status == 404)
        #expect(visitor.get("/users/golden/following/nobody-at-all-here").status == 404)
    }
}
