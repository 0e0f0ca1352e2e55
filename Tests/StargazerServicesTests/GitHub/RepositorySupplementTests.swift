import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Requests for languages, release and release notes.
@Suite struct RepositorySupplementTests {
    private let release = """
        {"tag_name":"v2","name":"Two","body":"# New\\n\\nMore.","published_at":"2026-01-02T03:04:05Z",
        "html_url":"https://github.com/octo/pod/releases/tag/v2"}
        """

    private func supplement(_ kind: SupplementKind, _ fixture: GitHubFixture) async throws -> (any SupplementFacts)? {
        try await fixture.catalog.supplements?.supplement(kind, of: .listed())
    }

    @Test func `reads languages`() async throws {
        let fixture = GitHubFixture([.json(#"{"C":20,"Swift":612,"Nothing":0}"#), .json("{}"), .json(#"{"C":"many"}"#)])
        let languages = try await supplement(.languages, fixture) as? RepositoryLanguages
        #expect(languages?.shares.map(\.name) == ["Swift", "C"])
        #expect((try await supplement(.languages, fixture) as? RepositoryLanguages)?.shares.isEmpty == true)
        await #expect(throws: CatalogFailure.self) { _ = try await supplement(.languages, fixture) }
        #expect(fixture.targets.first == "/repos/octo/pod/languages")
    }

    @Test func `reads the latest release or that there is none`() async throws {
        let fixture = GitHubFixture([
            .json(release), .json(GitHubJSON.error("Not Found"), status: 404), .json(#"{"name":"no tag"}"#),
        ])
        let found = try #require(try await supplement(.release, fixture) as? RepositoryRelease)
        #expect(found.tag == "v2" && found.name == "Two" && found.hasNotes)
        #expect(found.publishedAt == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(try await supplement(.release, fixture) == nil)
        await #expect(throws: CatalogFailure.self) { _ = try await supplement(.release, fixture) }
        #expect(fixture.targets.first == "/repos/octo/pod/releases/latest")
    }

    @Test func `reads the notes like a README`() async throws {
        let fixture = GitHubFixture([
            .json(release), .json(GitHubJSON.error("Not Found"), status: 404), .json(#"{"tag_name":"v1","body":null}"#),
        ])
        let documents = try #require(fixture.catalog.documents)
        #expect(documents.mayHave(.releaseNotes, of: .listed()))
        #expect(outline(try #require(await documents.document(.releaseNotes, of: .listed()))) == "h1 New\np More.")
        #expect(try await documents.document(.releaseNotes, of: .listed()) == nil)
        #expect(try await documents.document(.releaseNotes, of: .listed()) == nil)
    }

    @Test func `spends no more than half of what the server allows`() async throws {
        let clock = SteppingClock()
        let fixture = GitHubFixture(
            [
                .json(
                    GitHubJSON.repository(),
                    headers: GitHubJSON.rate(30, of: 60, resource: "core", resetsIn: 900, at: clock))
            ], clock: clock)
        _ = try await fixture.catalog.details(of: .listed())
        await #expect(throws: CatalogFailure.notSent) {
            _ = try await RequestContext.$current.withValue(RequestContext(.background)) {
                try await supplement(.languages, fixture)
            }
        }
        #expect(fixture.targets == ["/repos/octo/pod"])
    }

    @Test func `says when a repository has moved`() async throws {
        let fixture = GitHubFixture([
            .json(GitHubJSON.repository(extra: #","ssh_url":"git@github.com:octo/pod.git","size":12"#)),
            .json(GitHubJSON.repository()),
        ])
        let moved = try await fixture.catalog.details(of: .listed(owner: "old", name: "name"))
        #expect((moved.facts as? RepositoryDetails)?.movedFrom == "old/name")
        #expect((moved.facts as? RepositoryDetails)?.sshAddress == "git@github.com:octo/pod.git")
        #expect((moved.facts as? RepositoryDetails)?.kilobytes == 12)
        let stayed = try await fixture.catalog.details(of: .listed(owner: "Octo", name: "POD"))
        #expect((stayed.facts as? RepositoryDetails)?.movedFrom == nil)
    }

    @Test(.enabled(if: Recordings.gitHub != nil, "no recorded exchanges here"))
    func `reads what was recorded`() async throws {
        let folder = try #require(Recordings.gitHub)
        var read = 0
        for exchange in try Recordings.exchanges(in: folder) {
            let step = try exchange.step(in: folder)
            switch exchange.kind {
            case "languages":
                let languages = try await supplement(.languages, GitHubFixture([step])) as? RepositoryLanguages
                #expect(languages?.shares.isEmpty == false, "\(exchange.id)")
            case "releases-latest":
                let release = try await supplement(.release, GitHubFixture([step])) as? RepositoryRelease
                #expect(release?.tag.isEmpty == false && release?.publishedAt != nil, "\(exchange.id)")
            case "releases-latest-404":
                let release = try await supplement(.release, GitHubFixture([step]))
                #expect(release == nil, "\(exchange.id)")
            default: continue
            }
            read += 1
        }
        #expect(read >= 4)
    }
}
