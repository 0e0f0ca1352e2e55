import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct RepositoryMappingTests {
    private func repository(_ extra: String) async throws -> Repository {
        let fixture = GitHubFixture([.json(GitHubJSON.repository(extra: "," + extra))])
        return try #require(try await fixture.catalog.details(of: .listed()).item.repository)
    }

    @Test(
        arguments: [
            (#"{"key":"other","name":"Other","spdx_id":"NOASSERTION"}"#, "Other"),
            (#"{"key":"other","name":"Other","spdx_id":null}"#, "Other"), (#"{"spdx_id":"MIT"}"#, "MIT"), ("null", nil),
        ] as [(String, String?)])
    func `a license without a name is not like none`(license: String, shown: String?) async throws {
        #expect(try await repository(#""license":\#(license)"#).license == shown)
    }

    @Test func `every field arrives`() async throws {
        let body = #"""
            {"id":9007199254740993,"name":"pod","full_name":"octo/pod","private":true,"fork":true,"archived":true,
             "owner":{"login":"octo","avatar_url":"https://avatars.githubusercontent.com/u/1?v=4"},
             "description":" As <it> came ","stargazers_count":11,"watchers_count":12,"forks_count":13,
             "open_issues_count":14,"language":"Swift","topics":["a","b"],"license":{"spdx_id":"MIT"},
             "homepage":"https://pod.example","html_url":"https://github.com/octo/pod",
             "clone_url":"https://github.com/octo/pod.git","created_at":"2011-01-26T19:01:12Z",
             "pushed_at":"2024-03-09T06:28:31Z","is_template":true,"mirror_url":"git://m.example/x",
             "subscribers_count":15,"parent":{"full_name":"mother/pod"},"default_branch":"main","unheard_of":{"x":[1]}}
            """#
        let fixture = GitHubFixture([.json(body)])
        let item = Item.listed(id: "9007199254740993")
        let answer = try await fixture.catalog.details(of: item)
        let details = try #require(answer.facts as? RepositoryDetails)
        let expected = Repository(
            owner: "octo", name: "pod", ownerAvatarURL: URL(string: "https://avatars.githubusercontent.com/u/1?v=4"),
            summary: " As <it> came ", stars: 11, forks: 13, openIssues: 14, language: "Swift", topics: ["a", "b"],
            license: "MIT", homepage: URL(string: "https://pod.example"),
            webURL: URL(string: "https://github.com/octo/pod"),
            cloneURL: URL(string: "https://github.com/octo/pod.git"),
            createdAt: Date(timeIntervalSince1970: 1_296_068_472), pushedAt: Date(timeIntervalSince1970: 1_709_965_711),
            isArchived: true, isFork: true, isTemplate: true, isMirror: true, isPrivate: true)
        #expect(answer.item == Item(id: item.id, facts: expected))
        #expect(details.watchers == 15)
        #expect(details.parentName == "mother/pod")
        #expect(details.parent == nil, "a name alone is not gone on to")
        #expect(details.defaultBranch == "main")
        #expect(fixture.targets == ["/repos/octo/pod"])
    }

    @Test func `the origin of a fork is an item of its own`() async throws {
        let mother = GitHubJSON.repository()
        let body = GitHubJSON.repository(extra: #","parent":\#(mother)"#)
        let answer = try await GitHubFixture([.json(body)]).catalog.details(of: Item.listed(id: "42"))
        let details = try #require(answer.facts as? RepositoryDetails)
        #expect(details.parent?.title == details.parentName)
        #expect(details.parent?.id.catalog == .repositories)
    }

    @Test func `null and absent fields are nil`() async throws {
        let nulls = #"""
            "description":null,"language":null,"license":null,"homepage":null,"mirror_url":null,"topics":null,
            "pushed_at":null,"created_at":null,"parent":null,"archived":null,"stargazers_count":null
            """#
        let bare = Repository(owner: "octo", name: "pod")
        #expect(try await repository(nulls) == bare)
        #expect(try await repository(#""unheard_of":1"#) == bare)
    }

    @Test func `a deleted owner is read from the full name`() async throws {
        let item = GitHubJSON.repository().replacing(#"{"login":"octo"}"#, with: "null")
        let batch = try await GitHubFixture([.json(GitHubJSON.page([item]))]).search()
        #expect(batch.items.first?.repository?.owner == "octo")
        #expect(batch.items.first?.repository?.ownerAvatarURL == nil)
    }

    @Test(arguments: ["id", "name", "full_name", "owner", "subscribers_count"])
    func `the identity is required`(key: String) async {
        let body = GitHubJSON.repository().replacing("\"\(key)\":", with: "\"other\":")
        guard case .unreadable(let code) = await GitHubFixture([.json(body)]).detailsFailure() else {
            Issue.record("a repository without \(key) was read")
            return
        }
        #expect(code.hasPrefix("repository-"))
    }

    @Test func `an owner without a login is unreadable`() async {
        let body = GitHubJSON.repository().replacing("login", with: "nickname")
        #expect(await GitHubFixture([.json(body)]).detailsFailure() == .unreadable(code: "repository-owner.login"))
    }

    @Test(
        arguments: [
            ("NOASSERTION", "Other"), ("MIT", "MIT"), ("GPL-3.0-or-later", "GPL-3.0-or-later"),
        ] as [(String, String?)])
    func `a license is its identifier`(spdx: String, license: String?) async throws {
        #expect(try await repository(#""license":{"key":"x","spdx_id":"\#(spdx)"}"#).license == license)
    }

    @Test func `stars are never the watchers of the full object`() async throws {
        #expect(try await repository(#""watchers_count":5"#).stars == 5)
        #expect(try await repository(#""stargazers_count":6,"watchers_count":5"#).stars == 6)
    }

    @Test func `a date that cannot be read is none`() async throws {
        #expect(try await repository(#""pushed_at":"yesterday""#).pushedAt == nil)
    }

    @Test(
        arguments: [
            ("", nil), ("  ", nil), ("https://pod.example/x?y#z", "https://pod.example/x?y#z"),
            (" http://pod.example\n", "http://pod.example"), ("pod.example/docs", "https://pod.example/docs"),
            ("www.pod.example", "https://www.pod.example"), ("javascript:alert(1)", nil), ("file:///etc/passwd", nil),
            ("javascript://pod.example/%0aalert(1)", nil), ("mailto:me@pod.example", nil), ("pod", nil),
            ("https://", nil),
            ("https://github.com@evil.example", nil), ("//pod.example", nil), ("data:text/html,x", nil),
            ("see our page. thanks", nil),
        ] as [(String, String?)])
    func `a homepage is on the web or none`(text: String, expected: String?) {
        #expect(WebLink.homepage(text)?.absoluteString == expected)
    }

    @Test func `an address without end is none`() {
        let start = "https://host/"
        let longest = start + String(repeating: "a", count: URL.maxWebURLLength - start.utf8.count)
        #expect(WebLink.url(longest) != nil && WebLink.homepage(longest) != nil)
        #expect(WebLink.url(longest + "a") == nil && WebLink.homepage(longest + "a") == nil)
    }

    @Test func `addresses from strangers are on the web or none`() async throws {
        let repository = try await repository(
            #""html_url":"javascript:1","clone_url":"git://x/y","homepage":"ssh://h""#)
        #expect(repository.webURL == nil)
        #expect(repository.cloneURL == nil)
        #expect(repository.homepage == nil)
    }
}

@Suite struct RepositoryDetailsTests {
    @Test func `a name that another repository took over is looked up by number`() async throws {
        let fixture = GitHubFixture([.json(GitHubJSON.repository(id: 99)), .json(GitHubJSON.repository(id: 42))])
        let details = try await fixture.catalog.details(of: .listed(id: "42"))
        #expect(details.item.id.id == "42")
        #expect(fixture.targets == ["/repos/octo/pod", "/repositories/42"])
    }

    @Test func `a repository whose name is a path is requested by its number`() async throws {
        let fixture = GitHubFixture([.json(GitHubJSON.repository())])
        _ = try await fixture.catalog.details(of: .listed(owner: "a/b", name: "c?d#e"))
        #expect(fixture.targets == ["/repositories/42"])
    }

    @Test func `no request is sent for an item of another server`() async {
        let fixture = GitHubFixture([.json(GitHubJSON.repository())])
        await #expect(throws: CatalogFailure.otherServer(host: "sample")) {
            try await fixture.catalog.details(of: .listed(host: "sample"))
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `an enterprise prefix stays`() async throws {
        let fixture = GitHubFixture(
            [.json(GitHubJSON.repository())], server: try GitHubServer(apiURL: "https://ghe.example:8443/api/v3"))
        _ = try await fixture.catalog.details(of: .listed(host: "ghe.example:8443"))
        #expect(fixture.targets == ["/api/v3/repos/octo/pod"])
    }
}
