import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Which addresses name something at GitHub, and how it is asked for.
@Suite struct SoughtByLinkTests {
    private static let enterprise = try? GitHubServer(apiURL: "https://code.example/api/v3")

    private func sought(_ text: String, at server: GitHubServer = .gitHub) -> SoughtItem? {
        AppLink(text).flatMap { link in
            let scene = Scene(server: server)
            return scene.catalog.sought(by: link) ?? PeopleCatalog(client: scene.client).sought(by: link)
        }
    }

    @Test func `repositories and people are named`() {
        let repository = SoughtItem(catalog: .repositories, path: ["swiftlang", "swift-6.x_y"])
        #expect(sought("stargazer://repo/swiftlang/swift-6.x_y") == repository)
        #expect(sought("https://github.com/swiftlang/swift-6.x_y") == repository)
        #expect(sought("stargazer://user/octocat") == SoughtItem(catalog: .people, path: ["octocat"]))
        #expect(sought("stargazer://user/octo_corp") != nil, "of an enterprise")
    }

    @Test(arguments: [
        "stargazer://repo/a", "stargazer://repo/a/b/c", "stargazer://user/a/b", "stargazer://user/-a",
        "stargazer://gist/a",
        "stargazer://repo/a--b/c", "stargazer://repo/a.b/c", "https://github.com/a", "https://github.com/a/b/issues",
        "https://gist.github.com/a/b", "https://api.github.com/repos/a", "https://github.com.evil.example/a/b",
        "https://code.example/a/b",
    ])
    func `nothing else is`(text: String) { #expect(sought(text) == nil) }

    @Test func `what browsers and git write names a repository of the server that is used`() throws {
        let named = SoughtItem(catalog: .repositories, path: ["swiftlang", "swift"])
        for text in [
            "https://github.com/swiftlang/swift/issues/12", "git@github.com:swiftlang/swift.git",
            "github.com/swiftlang/swift",
        ] { #expect(AppLink(pasted: text).flatMap(Scene().catalog.sought) == named) }
        let enterprise = Scene(server: try #require(Self.enterprise)).catalog
        #expect(AppLink(pasted: "git@github.com:swiftlang/swift.git").flatMap(enterprise.sought) == nil)
        #expect(AppLink(pasted: "git@code.example:swiftlang/swift.git").flatMap(enterprise.sought) == named)
    }

    @Test func `names have an end`() {
        #expect(sought("stargazer://repo/a/" + String(repeating: "b", count: 100)) != nil)
        #expect(sought("stargazer://repo/a/" + String(repeating: "b", count: 101)) == nil)
        #expect(sought("stargazer://user/" + String(repeating: "b", count: 40)) == nil)
    }

    @Test func `the pages are those of the server that is used`() throws {
        let server = try #require(Self.enterprise)
        #expect(sought("https://code.example/a/b", at: server) != nil)
        #expect(sought("https://github.com/a/b", at: server) == nil)
        #expect(sought("stargazer://repo/a/b", at: server) != nil)
    }

    @Test func `a repository is asked for by its name, once`() async throws {
        let scene = Scene([.json(Wire.repository(id: 7))])
        let details = try await scene.catalog.details(of: SoughtItem(catalog: .repositories, path: ["octo", "pod"]))
        #expect(scene.targets == ["/repos/octo/pod"])
        #expect(details.item.id.id == "7" && details.item.title == "octo/pod")
    }

    @Test func `a person is asked for by name, once`() async throws {
        let people = PeopleScene([.json(Wire.person(2, "tom"))])
        let details = try await people.catalog.details(of: SoughtItem(catalog: .people, path: ["tom"]))
        #expect(people.targets == ["/users/tom"] && details.item.id.id == "2")
    }

    @Test func `what nobody has is gone, and another catalog's names are not asked for`() async {
        let gone = Scene([.json(Wire.error("Not Found"), status: 404)])
        await #expect(throws: CatalogFailure.gone) {
            try await gone.catalog.details(of: SoughtItem(catalog: .repositories, path: ["octo", "pod"]))
        }
        let foreign = Scene()
        await #expect(throws: CatalogFailure.unexpected(code: "foreign-name")) {
            try await foreign.catalog.details(of: SoughtItem(catalog: .people, path: ["octo"]))
        }
        #expect(foreign.targets == [])
    }
}
