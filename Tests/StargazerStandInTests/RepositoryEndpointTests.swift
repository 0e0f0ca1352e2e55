import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct RepositoryEndpointTests {
    private let visitor = StandInClient(.odd)

    @Test func `subscribers are only in the full object, and both call stars watchers`() throws {
        let full = visitor.get("/repos/SwiftLang/SWIFT").object
        #expect(full["full_name"] as? String == "swiftlang/swift")
        let stars = try #require(full["stargazers_count"] as? Int)
        #expect(full["watchers_count"] as? Int == stars)
        #expect(try #require(full["subscribers_count"] as? Int) != stars)
        let item = try #require(try visitor.search("repo:swiftlang/swift").items.first)
        #expect(item.subscribers_count == nil)
        #expect(item.watchers_count == item.stargazers_count)
    }

    @Test func `a repository has a weak tag and a date, a search has neither`() {
        let answer = visitor.get("/repos/sharkdp/fd")
        #expect(answer.header("ETag")?.hasPrefix("W/\"") == true)
        #expect(answer.header("Last-Modified")?.hasSuffix(" GMT") == true)
        #expect(answer.header("Cache-Control") == "public, max-age=60, s-maxage=60")
        let search = visitor.get("/search/repositories?q=swift")
        #expect(search.header("ETag") == nil)
        #expect(search.header("Cache-Control") == "no-cache")
    }

    @Test func `a renamed repository redirects to its ID under the base the client used`() throws {
        let moved = visitor.get("/api/v3/repos/apple/swift", ["Host": "ghe.example:8080"])
        #expect(moved.status == 301)
        let location = try #require(moved.header("Location"))
        #expect(location.hasPrefix("http://ghe.example:8080/api/v3/repositories/"))
        #expect(moved.object["url"] as? String == location)
        let number = try #require(location.split(separator: "/").last)
        #expect(visitor.get("/repositories/\(number)").object["full_name"] as? String == "swiftlang/swift")
    }

    @Test func `on a later day, a repository has its new name, and the former one leads to it`() throws {
        let visitor = StandInClient(.later)
        let catalog = SampleCatalog(reference: StandInClient.start)
        let names = LaterRepositories(catalog).names
        #expect(names.count == 3)
        for (name, id) in names {
            for path in ["repos/\(name)", "repositories/\(id)"] {
                let repository = visitor.get("/\(path)").object
                #expect(repository["id"] as? Int == id)
                #expect((repository["full_name"] as? String)?.lowercased() == name)
            }
            #expect(visitor.get("/repos/\(name)/languages").status == 200)
            let former = try #require(catalog.repository(id: id)?.fullName)
            let moved = visitor.get("/repos/\(former)")
            #expect(moved.status == 301 && moved.header("Location")?.hasSuffix("/repositories/\(id)") == true)
        }
    }

    @Test func `every result loads by name and ID`() throws {
        for query in ["swift", "user:odd-samples", "linux stars:<20", "fork:only"] {
            for item in try visitor.search(query, "&per_page=25").items {
                #expect(visitor.get("/repos/\(item.full_name)").object["id"] as? Int == item.id, "\(item.full_name)")
                #expect(visitor.get("/repositories/\(item.id)").object["full_name"] as? String == item.full_name)
            }
        }
    }

    @Test func `a fork names its parent`() {
        let fork = visitor.get("/repos/odd-samples/swift").object
        #expect((fork["parent"] as? [String: Any])?["full_name"] as? String == "swiftlang/swift")
        #expect(visitor.get("/repos/sharkdp/fd").object["parent"] == nil)
    }

    @Test(arguments: ["/repos/no/such", "/repositories/1", "/repos/sharkdp/fd/", "/unknown", "/search/repositories/"])
    func `an unknown path is not found`(target: String) {
        let answer = visitor.get(target)
        #expect(answer.status == 404)
        #expect(answer.message == "Not Found")
        #expect(answer.object["status"] as? String == "404")
    }

    @Test func `addresses keep the prefix and host of the client, also through a proxy`() throws {
        let enterprise = visitor.get("/api/v3/search/repositories?q=swift", ["Host": "ghe.example"])
        #expect(enterprise.links.allSatisfy { $0.address.hasPrefix("http://ghe.example/api/v3/search/repositories?") })
        let proxied = visitor.get("http://api.github.localhost/search/repositories?q=swift", ["Host": "ignored"])
        #expect(proxied.links.first?.address.hasPrefix("http://api.github.localhost/search/repositories?") == true)
        let avatar = try #require(try Found(enterprise).items.first?.owner.avatar_url)
        #expect(avatar.hasPrefix("http://ghe.example/avatars/u/"))
        let inProcess = StandInClient(base: "https://sample.invalid/").get("/search/repositories?q=swift")
        #expect(inProcess.links.first?.address.hasPrefix("https://sample.invalid/search/") == true)
    }

    @Test func `calls are refused in GitHub's order`() {
        let nameless = visitor.standIn.response(to: StandInRequest(target: "/repos/sharkdp/fd"))
        #expect(nameless.status == 403)
        #expect(nameless.message?.contains("User-Agent") == true)
        let version = ["X-GitHub-Api-Version": "1999-01-01"]
        #expect(visitor.get("/repos/sharkdp/fd", version).status == 400)
        #expect(visitor.get("/no/such", version).status == 400)
        let both = version.merging(["Authorization": "Bearer bad-token"]) { $1 }
        #expect(visitor.get("/repos/sharkdp/fd", both).status == 401)
        let fine = visitor.get("/repos/sharkdp/fd", ["x-github-api-version": "2022-11-28"])
        #expect(fine.header("X-GitHub-Api-Version-Selected") == "2022-11-28")
        #expect(fine.header("Content-Type") == "application/json; charset=utf-8")
        #expect(fine.header("X-GitHub-Request-Id") != nil)
    }
}
