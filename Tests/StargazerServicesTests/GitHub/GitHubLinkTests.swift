import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// URLs of GitHub repositories and people, and the requests that resolve them.
@Suite struct GitHubLinkTests {
    private static let enterprise = try? GitHubServer(apiURL: "https://code.example/api/v3")

    private func reference(_ text: String, at server: GitHubServer = .gitHub) -> ItemReference? {
        AppLink(text).flatMap { link in
            let fixture = GitHubFixture(server: server)
            return fixture.catalog.reference(by: link) ?? PeopleCatalog(client: fixture.client).reference(by: link)
        }
    }

    @Test func `links to repositories and people are recognized`() {
        let repository = ItemReference(catalog: .repositories, path: ["swiftlang", "swift-6.x_y"])
        #expect(reference("stargazer://repo/swiftlang/swift-6.x_y") == repository)
        #expect(reference("https://github.com/swiftlang/swift-6.x_y") == repository)
        #expect(reference("stargazer://user/octocat") == ItemReference(catalog: .people, path: ["octocat"]))
        #expect(reference("stargazer://user/octo_corp") != nil, "of an enterprise")
        #expect(reference("stargazer://user/leaf-") == ItemReference(catalog: .people, path: ["leaf-"]))
        #expect(reference("https://github.com/two--dashes/a")?.path == ["two--dashes", "a"])
        for page in ["octocat", "orgs/octocat", "users/octocat", "sponsors/octocat"] {
            #expect(
                reference("https://github.com/" + page) == ItemReference(catalog: .people, path: ["octocat"]), "\(page)"
            )
        }
    }

    @Test(arguments: [
        "stargazer://repo/a", "stargazer://repo/a/b/c", "stargazer://user/a/b", "stargazer://user/a.b",
        "stargazer://gist/a", "stargazer://repo/../c", "stargazer://repo/a.b/c", "https://github.com/topics",
        "https://github.com/topics/rust",
        "https://github.com/orgs/a.b", "https://github.com/a/b/issues",
        "https://gist.github.com/a/b", "https://api.github.com/repos/a", "https://github.com.evil.example/a/b",
        "https://code.example/a/b",
    ])
    func `other links are not recognized`(text: String) { #expect(reference(text) == nil) }

    @Test func `browser and git addresses identify a repository of the configured server`() throws {
        let named = ItemReference(catalog: .repositories, path: ["swiftlang", "swift"])
        for text in [
            "https://github.com/swiftlang/swift/issues/12", "git@github.com:swiftlang/swift.git",
            "github.com/swiftlang/swift",
        ] { #expect(AppLink(pasted: text).flatMap(GitHubFixture().catalog.reference) == named) }
        let enterprise = GitHubFixture(server: try #require(Self.enterprise)).catalog
        #expect(
            AppLink(pasted: "git@github.com:swiftlang/swift.git").flatMap(enterprise.reference)
                == ItemReference(catalog: .repositories, path: named.path, otherHost: "github.com"))
        #expect(AppLink(pasted: "git@code.example:swiftlang/swift.git").flatMap(enterprise.reference) == named)
    }

    @Test func `names have a maximum length`() {
        #expect(reference("stargazer://repo/a/" + String(repeating: "b", count: 100)) != nil)
        #expect(reference("stargazer://repo/a/" + String(repeating: "b", count: 101)) == nil)
        #expect(reference("stargazer://user/" + String(repeating: "b", count: 40)) == nil)
    }

    @Test func `web pages belong to the configured server`() throws {
        let server = try #require(Self.enterprise)
        #expect(reference("https://code.example/a/b", at: server) != nil)
        #expect(reference("https://code.example/a/b", at: server)?.otherHost == nil)
        #expect(reference("stargazer://repo/a/b", at: server) != nil)
    }

    @Test func `a page of github.com is not looked up on another server, nor searched for`() async throws {
        let fixture = GitHubFixture(server: try #require(Self.enterprise))
        let other = try #require(AppLink("https://github.com/a/b").flatMap(fixture.catalog.reference))
        await #expect(throws: CatalogFailure.otherServer(host: "github.com")) {
            try await fixture.catalog.details(of: other)
        }
        #expect(fixture.targets == [])
    }

    @Test(arguments: ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:80/api"])
    func `servers on this machine and sample data have the pages of github.com`(address: String) throws {
        for server in [try GitHubServer(apiURL: address), .sample] {
            #expect(
                reference("https://github.com/a/b", at: server)
                    == ItemReference(catalog: .repositories, path: ["a", "b"]))
        }
        #expect(reference("https://code.example/a/b", at: .sample) == nil)
    }

    @Test func `a repository is requested by name, once`() async throws {
        let fixture = GitHubFixture([.json(GitHubJSON.repository(id: 7))])
        let details = try await fixture.catalog.details(
            of: ItemReference(catalog: .repositories, path: ["octo", "pod"]))
        #expect(fixture.targets == ["/repos/octo/pod"])
        #expect(details.item.id.id == "7" && details.item.title == "octo/pod")
    }

    @Test func `a person is requested by name, once`() async throws {
        let people = PeopleFixture([.json(GitHubJSON.person(2, "tom"))])
        let details = try await people.catalog.details(of: ItemReference(catalog: .people, path: ["tom"]))
        #expect(people.targets == ["/users/tom"] && details.item.id.id == "2")
    }

    @Test func `an unknown name is gone, and another catalog's is not requested`() async {
        let gone = GitHubFixture([.json(GitHubJSON.error("Not Found"), status: 404)])
        await #expect(throws: CatalogFailure.gone) {
            try await gone.catalog.details(of: ItemReference(catalog: .repositories, path: ["octo", "pod"]))
        }
        let foreign = GitHubFixture()
        await #expect(throws: CatalogFailure.unexpected(code: "foreign-name")) {
            try await foreign.catalog.details(of: ItemReference(catalog: .people, path: ["octo"]))
        }
        #expect(foreign.targets == [])
    }
}
