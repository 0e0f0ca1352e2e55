import Foundation
import StargazerCore
@testable import StargazerLibrary
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
        body(Data(text.utf8), path: path, encoding: encoding)
    }

    private func body(_ bytes: Data, path: String = "README.md", encoding: String = "base64") -> String {
        let content = bytes.base64EncodedString(options: [.lineLength76Characters])
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
        let fixture = GitHubFixture([.json(GitHubJSON.error("Not Found"), status: 404)])
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

    @Test func `other notations are read by the name of the file`() async throws {
        let document = try #require(await fetched(.json(body("*Title*\n=====", path: "README.rst"))))
        #expect(outline(document) == "h1 *Title*")
    }

    @Test func `only a README from the server is worth storing`() async throws {
        let disk = try TemporaryFolder("cache/stargazer")
        let clock = SteppingClock()
        let fixture = GitHubFixture(
            [.json(body("*a*")), .fail(.offline)], clock: clock,
            responseCache: ResponseCache(folder: disk.location, time: clock.source))
        let documents = try #require(fixture.catalog.documents)
        let fresh = try #require(try await documents.document(.readme, of: item))
        #expect(fresh.source == DocumentSource(text: "*a*", version: "abc", path: "README.md", branch: "main"))
        await fixture.client.settled()
        let cached = try #require(try await documents.document(.readme, of: item))
        #expect(outline(cached) == "p *a*" && cached.source == nil)
    }

    @Test func `a stored text has the links and pictures of the one that was stored`() async throws {
        let text = "[a](b.md) [c](/d.md) ![e](f.png) ![g](/h.png)"
        let sent = body(text, path: "docs/READ.ME.md").replacing("/main/", with: "/fix/1/")
        let item = Item(id: item.id, facts: Repository(owner: "octocat", name: "hello"))
        let documents = try #require(GitHubFixture([.json(sent)]).catalog.documents)
        let document = try #require(try await documents.document(.readme, of: item))
        let source = try #require(document.source)
        #expect(source.path == "docs/READ.ME.md" && source.branch == "fix/1")
        let stored = StoredDocument(source, of: item.id, fetchedAt: Date())
        let again = try #require(await documents.document(from: stored, of: item))
        #expect(outline(again) == outline(document))
        #expect(again.webURL == document.webURL)
    }

    @Test func `a stored text without a place is the usual file of the default branch`() async throws {
        let documents = try #require(GitHubFixture().catalog.documents)
        var stored = StoredDocument(id: item.id, text: "[a](b.md)", version: "", fetchedAt: Date())
        let document = try #require(await documents.document(from: stored, of: item))
        #expect(outline(document) == "p [a](https://github.com/octo%20cat/hello/blob/HEAD/b.md)")
        #expect(!document.isCut)
        stored.text = String(repeating: "é", count: StoredDocument.maxStoredSize / 2)
        #expect(try #require(await documents.document(from: stored, of: item)).isCut)
        stored.path = "README.txt"
        stored.text = "# no heading"
        #expect(outline(try #require(await documents.document(from: stored, of: item))) == "p # no heading")
    }

    @Test(arguments: [
        ("https://api.github.com", "https://github.com/", "https://raw.githubusercontent.com/"),
        ("https://git.example.org/api/v3", "https://git.example.org/", "https://git.example.org/raw/"),
        ("http://127.0.0.1:8080", "https://github.com/", "http://127.0.0.1:8080/raw/"),
    ])
    func `each server has its pages and files`(_ api: String, _ pages: String, _ files: String) throws {
        let server = try GitHubServer(apiURL: api)
        #expect(server.pages?.absoluteString == pages && server.rawFiles?.absoluteString == files)
    }

    @Test func `other encodings and a byte order mark are read`() async throws {
        let windows = Data(
            "# Caf\u{E9} \u{96} Stra\u{DF}e\n\nVoil\u{E0}: 5 \u{80}\n".unicodeScalars.map { UInt8($0.value) })
        let document = try #require(await fetched(.json(body(windows))))
        #expect(outline(document) == "h1 Café – Straße\np Voilà: 5 €")
        #expect(document.source?.text == "# Café – Straße\n\nVoilà: 5 €\n")
        for path in ["README.md", "README.txt"] {
            let marked = try #require(await fetched(.json(body("\u{FEFF}# Title\r\n\r\ntext\r\n", path: path))))
            #expect(outline(marked) == (path == "README.md" ? "h1 Title\np text" : "p # Title\np text"))
            #expect(marked.source?.text.unicodeScalars.first == "#")
        }
        let code = try #require(await fetched(.json(body("```\r\na\r\n\r\nb\r\n```\r\n"))))
        #expect(outline(code) == "code |a⏎⏎b")
    }

    @Test func `a README over a megabyte is loaded as it is and cut`() async throws {
        let large = body("", encoding: "none").replacing(#""sha""#, with: #""size":1300000,"sha""#)
        let line = "A line, größer\n"
        let beginning = Data(String(repeating: line, count: 70_000).utf8.prefix(1_000_000))
        let fixture = GitHubFixture([.json(large), .response(status: 200, body: beginning)])
        let document = try #require(try await fixture.catalog.documents?.document(.readme, of: item))
        #expect(document.isCut && document.webURL?.host() == "github.com")
        #expect(outline(document).hasPrefix("p A line, größer A line, größer"))
        #expect(document.source.map { $0.text.hasSuffix("größer") && $0.text.utf8.count > 999_900 } == true)
        let requests = fixture.transport.requests
        try #require(requests.count == 2)
        #expect(requests[1].expects == .file)
        #expect(requests[1].headers["Accept"] == GitHubCall.rawMediaType)
    }

    @Test func `without a network, a large README is read from the cache`() async throws {
        let disk = try TemporaryFolder("cache/stargazer")
        let clock = SteppingClock()
        let large = body("", encoding: "none").replacing(#""sha""#, with: #""size":1300000,"sha""#)
        let fixture = GitHubFixture(
            [
                .json(large), .response(status: 200, body: Data("# Long\n\ntext\n".utf8)), .fail(.offline),
                .fail(.offline),
            ],
            clock: clock, responseCache: ResponseCache(folder: disk.location, time: clock.source))
        let documents = try #require(fixture.catalog.documents)
        _ = try await documents.document(.readme, of: item)
        await fixture.client.settled()
        let cached = try #require(try await documents.document(.readme, of: item))
        #expect(outline(cached) == "h1 Long\np text" && cached.isCut && cached.source == nil)
    }

    @Test func `what is no text is no README`() async throws {
        #expect(try await fetched(.json(#"{"path":"README.md","type":"symlink","target":"nowhere"}"#)) == nil)
        #expect(try await fetched(.json(body(Data([0x89, 0, 1])))) == nil)
    }

    @Test func `not having one is an answer`() async throws {
        #expect(try await fetched(.json("{\"message\":\"Not Found\"}", status: 404)) == nil)
    }

    @Test func `what is not in the answer is a failure`() async throws {
        await #expect(throws: CatalogFailure.unreadable(code: "readme-content")) {
            try await fetched(.json(body("x", encoding: "rot13")))
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
