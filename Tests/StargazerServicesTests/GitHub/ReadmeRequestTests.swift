import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Loading a repository's README.
@Suite struct ReadmeRequestTests {
    private func fetched(_ step: ScriptedTransport.Step) async throws -> Document? {
        try await GitHubFixture([step]).catalog.documents?.document(.readme, of: item)
    }

    private var item: Item {
        Item(
            id: ItemID(catalog: .repositories, host: "api.github.com", id: "1"),
            facts: Repository(owner: "octo cat", name: "hello"))
    }

    private func body(_ text: String, path: String = "README.md", encoding: String = "base64") -> String {
        let content = Data(text.utf8).base64EncodedString(options: [.lineLength76Characters])
        let escaped = content.replacing("\r\n", with: "\\n")
        return """
            {"path":"\(path)","sha":"abc","encoding":"\(encoding)","content":"\(escaped)",
            "html_url":"https://github.com/octocat/hello/blob/main/\(path)",
            "download_url":"https://raw.githubusercontent.com/octocat/hello/main/\(path)"}
            """
    }

    @Test func `reads what the server sends`() async throws {
        let document = try #require(
            await fetched(.json(body("# Hé\n\n[a](b.md)\n" + String(repeating: "word ", count: 99)))))
        #expect(outline(document).hasPrefix("h1 Hé\np [a](https://github.com/octocat/hello/blob/main/b.md) word"))
        #expect(document.webURL?.absoluteString == "https://github.com/octocat/hello/blob/main/README.md")
        let fixture = GitHubFixture([.json("{}", status: 404)])
        #expect(try await fixture.catalog.documents?.document(.readme, of: item) == nil)
        #expect(fixture.targets == ["/repos/octo%20cat/hello/readme"])
    }

    @Test func `links are resolved against the README's folder`() async throws {
        let document = try #require(
            await fetched(.json(body("[a](b.md) [c](/d.md) ![e](f.png) ![g](/h.png)", path: ".github/README.md"))))
        let (page, raw) = (
            "https://github.com/octocat/hello/blob/main", "https://raw.githubusercontent.com/octocat/hello/main"
        )
        #expect(
            outline(document) == """
                p [a](\(page)/.github/b.md) [c](\(page)/d.md) ![e](\(raw)/.github/f.png) ![g](\(raw)/h.png)
                """)
    }

    @Test func `other notations are shown as they are`() async throws {
        let document = try #require(await fetched(.json(body("*Title*\n=====", path: "README.rst"))))
        #expect(outline(document) == "code |*Title*⏎=====")
    }

    @Test func `only a README from the server is worth storing`() async throws {
        let disk = try TemporaryFolder("cache/stargazer")
        let clock = SteppingClock()
        let fixture = GitHubFixture(
            [.json(body("*a*")), .fail(.offline)], clock: clock,
            responseCache: ResponseCache(folder: disk.location, time: clock.source))
        let documents = try #require(fixture.catalog.documents)
        let fresh = try #require(try await documents.document(.readme, of: item))
        #expect(fresh.source == DocumentSource(text: "*a*", version: "abc"))
        await fixture.client.settled()
        let cached = try #require(try await documents.document(.readme, of: item))
        #expect(outline(cached) == "p *a*" && cached.source == nil)
    }

    @Test func `not having one is an answer`() async throws {
        #expect(try await fetched(.json("{\"message\":\"Not Found\"}", status: 404)) == nil)
    }

    @Test func `what is not in the answer is a failure`() async throws {
        await #expect(throws: CatalogFailure.unreadable(code: "readme-content")) {
            try await fetched(.json(body("x", encoding: "none")))
        }
        await #expect(throws: CatalogFailure.unreadable(code: "readme-path")) {
            try await fetched(.json("{\"path\":1}"))
        }
        let foreign = Item(id: ItemID(catalog: .repositories, host: "else", id: "1"), facts: item.facts)
        await #expect(throws: CatalogFailure.otherServer(host: "else")) {
            try await GitHubFixture().catalog.documents?.document(.readme, of: foreign)
        }
    }

    /// Real READMEs, if any were recorded.
    @Test(
        .enabled(if: Recordings.gitHub != nil, "no recorded exchanges here: set STARGAZER_RECORDINGS to their folder"))
    func `recorded ones are read`() async throws {
        let folder = try #require(Recordings.gitHub)
        let exchanges = try Recordings.exchanges(in: folder).filter { $0.kind == "readme" }
        #expect(!exchanges.isEmpty)
        for exchange in exchanges {
            let document = try #require(await fetched(exchange.step(in: folder)), "\(exchange.id)")
            #expect(!document.blocks.isEmpty && !document.isCut, "\(exchange.id)")
            #expect(document.webURL?.host() == "github.com", "\(exchange.id)")
        }
        Recordings.log("recorded READMEs: \(exchanges.count) read")
    }
}
