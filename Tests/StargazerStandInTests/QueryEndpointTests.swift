import Foundation
import Testing

@testable import StargazerStandIn

/// GraphQL queries for the files of repositories.
@Suite struct QueryEndpointTests {
    private func ask(
        _ client: StandInClient, _ names: [String], token: String? = "token", query: String? = nil
    ) throws -> (response: StandInResponse, json: [String: Any]) {
        let numbers = names.indices
        let parts = numbers.map { "r\($0):repository(owner:$o\($0),name:$n\($0)){...r}" }.joined(separator: " ")
        let text =
            query ?? """
                query{\(parts)}
                fragment r on Repository{databaseId f0:object(expression:"HEAD:README.md"){...b}
                f1:object(expression:"HEAD:README"){...b}}
                fragment b on Blob{oid isBinary isTruncated text}
                """
        var variables: [String: String] = [:]
        for (number, name) in names.enumerated() {
            let parts = name.split(separator: "/").map(String.init)
            variables["o\(number)"] = parts[0]
            variables["n\(number)"] = parts[1]
        }
        let body = try JSONSerialization.data(withJSONObject: ["query": text, "variables": variables])
        var headers = ["User-Agent": "test"]
        headers["Authorization"] = token.map { "Bearer \($0)" }
        let response = client.standIn.response(
            to: StandInRequest(method: "POST", target: "/graphql", headers: headers, body: body))
        let json = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any]
        return (response, json ?? [:])
    }

    @Test func `answers with the file, and the blob is that of REST`() throws {
        let client = StandInClient()
        let (response, json) = try ask(client, ["sharkdp/fd", "nobody/nothing"])
        #expect(response.status == 200 && response.header("x-ratelimit-resource") == "graphql")
        let data = try #require(json["data"] as? [String: Any])
        let repository = try #require(data["r0"] as? [String: Any])
        let file = try #require(repository["f0"] as? [String: Any])
        #expect(repository["f1"] is NSNull && data["r1"] is NSNull)
        let errors = try #require(json["errors"] as? [[String: Any]])
        #expect(errors.map { $0["type"] as? String } == ["NOT_FOUND"])
        #expect(errors.map { $0["path"] as? [String] } == [["r1"]])
        let rest = try #require(
            try JSONSerialization.jsonObject(with: client.get("/repos/sharkdp/fd/readme").body) as? [String: Any])
        #expect(file["oid"] as? String == rest["sha"] as? String)
        let raw = client.get("/repos/sharkdp/fd/readme", ["Accept": "application/vnd.github.raw+json"])
        #expect(file["text"] as? String == String(decoding: raw.body, as: UTF8.self))
    }

    @Test func `counts a point for each query, and reports the limit with status 200`() throws {
        let client = StandInClient(limit: .likeGitHub)
        #expect(try ask(client, ["sharkdp/fd"]).response.header("x-ratelimit-remaining") == "4999")
        #expect(try ask(client, ["sharkdp/fd"], token: nil).response.status == 401)
        for _ in 0..<4_999 { _ = try ask(client, [], query: "{viewer{login}}") }
        let (response, json) = try ask(client, ["sharkdp/fd"])
        #expect(response.status == 200 && json["data"] == nil)
        #expect((json["errors"] as? [[String: Any]])?.first?["type"] as? String == "RATE_LIMIT")
    }

    @Test func `is busy with more than ten repositories`() throws {
        let client = StandInClient(.busy)
        #expect(try ask(client, Array(repeating: "sharkdp/fd", count: 11)).response.status == 502)
        #expect(try ask(client, Array(repeating: "sharkdp/fd", count: 10)).response.status == 200)
    }
}
