import Testing

@testable import StargazerStandIn

@Suite struct AccountScenarioTests {
    private let star = "/user/starred/swiftlang/swift"

    struct Row: Sendable, CustomTestStringConvertible {
        var scenario: StandInScenario
        /// Statuses of `GET /user`, the list, the state of a star, star and unstar.
        var statuses: [Int]
        var testDescription: String { scenario.rawValue }

        init(_ scenario: StandInScenario, _ statuses: Int...) {
            self.scenario = scenario
            self.statuses = statuses
        }
    }

    @Test(arguments: [
        Row(.offline, 0, 0, 0, 0, 0), Row(.timeout, 0, 0, 0, 0, 0), Row(.unauthorized, 401, 401, 401, 401, 401),
        Row(.forbidden, 200, 403, 403, 403, 403), Row(.secondary, 403, 403, 403, 403, 403),
        Row(.server, 502, 502, 502, 502, 502), Row(.html, 200, 200, 200, 200, 200),
        Row(.cut, 200, 200, 404, 204, 204), Row(.rateLimit, 403, 403, 403, 403, 403),
        Row(.badQuery, 200, 200, 404, 204, 204), Row(.blocked, 200, 200, 404, 403, 403),
        Row(.gone, 200, 200, 404, 404, 404), Row(.drift, 200, 200, 404, 204, 204),
        Row(.incomplete, 200, 200, 404, 204, 204), Row(.signOn, 200, 200, 403, 403, 403),
        Row(.allowList, 200, 200, 403, 403, 403),
    ])
    func `each scenario has its effect on the account and its stars`(_ row: Row) {
        let visitor = StandInClient(row.scenario)
        let calls = [("GET", "/user"), ("GET", "/user/starred"), ("GET", star), ("PUT", star), ("DELETE", star)]
        #expect(calls.map { visitor.ask($0, $1, token: "mine").status } == row.statuses)
    }

    @Test func `a refused star is not set`() {
        let visitor = StandInClient(.rateLimit)
        #expect(visitor.ask("PUT", star, token: "mine").status == 403)
        visitor.wait(42)
        #expect(visitor.ask("GET", star, token: "mine").status == 404)
    }

    @Test func `forbidden names the missing permission`() {
        let visitor = StandInClient(.forbidden)
        let calls = [("GET", "/user/starred"), ("GET", star), ("PUT", star), ("DELETE", star)]
        #expect(
            calls.map { visitor.ask($0, $1, token: "mine").header("x-accepted-github-permissions") }
                == ["starring=read", "starring=read", "starring=write", "starring=write"])
    }

    @Test func `a repository blocked by law cannot be starred`() throws {
        let visitor = StandInClient(.blocked)
        let statuses = try visitor.search("swift", "&per_page=40").names.map {
            visitor.ask("PUT", "/user/starred/\($0)", token: "mine").status
        }
        #expect(Set(statuses) == [403, 451])
    }

    @Test func `a response without a body cannot be cut`() {
        #expect(StandInClient(.cut).ask("PUT", star, token: "mine").delivery == .full)
        #expect(StandInClient(.cut).ask("GET", "/user", token: "mine").delivery != .full)
    }
}
