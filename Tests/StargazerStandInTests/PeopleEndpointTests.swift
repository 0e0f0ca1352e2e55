import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct PeopleEndpointTests {
    private let visitor = StandInClient(.odd)

    private func list(_ target: String) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: visitor.get(target).body) as? [[String: Any]])
    }

    private func found(_ query: String, _ more: String = "") throws -> [[String: Any]] {
        let encoded = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let response = visitor.get("/search/users?q=\(encoded)\(more)")
        return try #require(response.object["items"] as? [[String: Any]])
    }

    private func logins(_ people: [[String: Any]]) -> [String] { people.compactMap { $0["login"] as? String } }

    @Test func `a search returns only the short object of a person`() throws {
        let people = try found("golden", "&per_page=100")
        #expect(logins(people).first == "golden" && people.count > 20)
        #expect(people.allSatisfy { $0["followers"] == nil && $0["name"] == nil && $0["id"] != nil })
    }

    @Test func `qualifiers and sort orders work`() throws {
        #expect(try logins(found("type:org lantern")) == ["lantern-works"])
        let lisbon = try logins(found("location:lisbon followers:>1000"))
        #expect(lisbon == ["golden"])
        for (sort, member) in [("followers", "followers"), ("repositories", "public_repos")] {
            let order = try found("harbor", "&sort=\(sort)&order=desc&per_page=10")
            let counts = logins(order).compactMap { visitor.get("/users/\($0)").object[member] as? Int }
            #expect(counts.count == order.count && counts == counts.sorted(by: >))
        }
    }

    @Test func `every result loads by login and ID unless deleted or renamed`() throws {
        for query in ["amber", "golden", "swiftlang", "acme"] {
            for person in try found(query, "&per_page=40") {
                let login = try #require(person["login"] as? String), id = try #require(person["id"] as? Int)
                #expect(visitor.get("/users/\(login)").object["id"] as? Int == id, "\(login)")
                #expect(visitor.get("/user/\(id)").object["login"] as? String == login)
            }
        }
        let renamed = try #require(try found("old-lantern").first)
        #expect(visitor.get("/users/old-lantern").status == 404)
        #expect(visitor.get("/user/\(renamed["id"] as? Int ?? 0)").object["login"] as? String == "new-lantern")
        let gone = try #require(try found("gone-lantern").first)
        #expect(visitor.get("/users/gone-lantern").status == 404)
        #expect(visitor.get("/user/\(gone["id"] as? Int ?? 0)").status == 404)
    }

    @Test(arguments: ["torvalds", "sindresorhus", "sharkdp", "golden", "hugo-cosmic-34", "swiftlang"])
    func `the lists of an account are as long as its counts say`(login: String) throws {
        let person = visitor.get("/users/\(login)").object
        for (list, member) in [("following", "following"), ("followers", "followers")] {
            let count = try #require(person[member] as? Int)
            let first = try self.list("/users/\(login)/\(list)?per_page=100&page=1")
            #expect(first.count == min(100, count), "\(list)")
            #expect(Set(logins(first)).count == first.count, "\(list)")
        }
    }

    @Test func `followers match their count without repeats, and links use the ID`() throws {
        let id = try #require(visitor.get("/users/golden").object["id"] as? Int)
        var (target, all): (String?, [Int]) = ("/users/golden/followers?per_page=100", [])
        var pages = 0
        while let requested = target {
            let response = visitor.get(requested)
            all += try list(requested).compactMap { $0["id"] as? Int }
            target = response.links.first { $0.relation == "next" }?.address
            if let target { #expect(target.contains("/user/\(id)/followers?")) }
            pages += 1
        }
        #expect(all.count == 1_234 && Set(all).count == 1_234 && pages == 13)
        #expect(try list("/users/nobody-follows/followers").isEmpty)
        #expect(visitor.get("/users/nobody-follows/followers").header("Link") == nil)
    }

    @Test func `the repositories of a person can be read and name their owner`() throws {
        for login in ["golden", "sharkdp", "mira-golden", "amber-atelier"] {
            let said = visitor.get("/users/\(login)").object["public_repos"] as? Int
            let repositories = try list("/users/\(login)/repos?per_page=100")
            #expect(repositories.count == said, "\(login)")
            for repository in repositories.prefix(5) {
                let name = try #require(repository["full_name"] as? String)
                #expect(visitor.get("/repos/\(name)").object["id"] as? Int == repository["id"] as? Int, "\(name)")
                #expect(visitor.get("/repositories/\(repository["id"] ?? "")").object["full_name"] as? String == name)
                let owner = repository["owner"] as? [String: Any]
                #expect(visitor.get("/user/\(owner?["id"] ?? "")").object["login"] as? String == login)
            }
        }
        #expect(try list("/users/golden/starred?per_page=100").count == 100)
        #expect(try !list("/users/golden/following").isEmpty)
    }

    @Test func `people have the limits and scenarios of repositories`() {
        #expect(visitor.get("/search/users?q=a").header("x-ratelimit-resource") == "search")
        #expect(visitor.get("/users/golden").header("x-ratelimit-resource") == "core")
        #expect(visitor.get("/search/users").status == 422)
        #expect(visitor.get("/search/users?q=golden&page=11&per_page=100").status == 422)
        #expect(StandInClient(.gone).get("/users/golden").status == 404)
        #expect([403, 451].contains(StandInClient(.blocked).get("/users/golden").status))
        #expect(visitor.get("/users/no-such-person-here").status == 404)
        #expect(visitor.get("/users/golden/unknown").status == 404)
    }
}
