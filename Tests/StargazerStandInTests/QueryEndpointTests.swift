import Foundation
import Testing

@testable import StargazerStandIn

/// GraphQL queries for the files and the facts of repositories.
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
            variables["n\(number)"] = parts.count > 1 ? parts[1] : ""
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

    @Test func `answers with the facts of a repository by name, former name and number, as REST has them`() throws {
        let client = StandInClient()
        let rest = try #require(
            try JSONSerialization.jsonObject(with: client.get("/repos/swiftlang/swift").body) as? [String: Any])
        let id = try #require(rest["id"] as? Int)
        let query = """
            query($o0:String!){r0:repository(owner:$o0,name:$n0){...r} r1:repository(owner:$o1,name:$n1){...r} \
            r2:node(id:$o2){...r} r3:node(id:$o3){...r}}
            fragment r on Repository{databaseId name owner{login avatarUrl} stargazerCount}
            """
        let node = { (id: Int) in Data("010:Repository\(id)".utf8).base64EncodedString() }
        let names = ["swiftlang/swift", "apple/swift", "\(node(id))/", "\(node(1))/"]
        let (response, json) = try ask(client, names, query: query)
        let data = try #require(json["data"] as? [String: Any])
        #expect(response.status == 200 && data["r3"] is NSNull)
        for alias in ["r0", "r1", "r2"] {
            let facts = try #require(data[alias] as? [String: Any])
            let count = { (name: String) in (facts[name] as? [String: Int])?["totalCount"] ?? 0 }
            let owner = try #require(facts["owner"] as? [String: String])
            let restOwner = try #require(rest["owner"] as? [String: Any])
            #expect(facts["databaseId"] as? Int == id && owner["login"] == "swiftlang")
            #expect(owner["avatarUrl"] == restOwner["avatar_url"] as? String)
            #expect(facts["stargazerCount"] as? Int == rest["stargazers_count"] as? Int)
            #expect(count("issues") + count("pullRequests") == rest["open_issues_count"] as? Int)
            #expect(facts["createdAt"] as? String == rest["created_at"] as? String)
            let license = (facts["licenseInfo"] as? [String: String])?["spdxId"]
            #expect(license == (rest["license"] as? [String: Any])?["spdx_id"] as? String)
        }
        #expect((json["errors"] as? [[String: Any]])?.map { $0["path"] as? [String] } == [["r3"]])
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
