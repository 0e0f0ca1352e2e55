import Foundation
import StargazerCore
@testable import StargazerLibrary
import StargazerStandIn
import TestSupport
import Testing

@testable import StargazerServices

/// The README of the details is that of the download, signed in and signed out.
@Suite struct ReadmeAgreementTests {
    /// The text of an odd repository with this name, where its README is, and what is not in it.
    private static let expected: [(name: String, path: String, words: String, others: String)] = [
        ("readme-link", "README.md", "The real manual: descaling", "manual.md"),
        ("readme-markdown", "README.markdown", "quiet boiling", "build these docs"),
        ("readme-in-github", ".github/README.md", "front door", "back door"),
        ("readme-in-docs", "docs/README.md", "lone guide", "README"),
        ("readme-large", "README.md", "long list, größer", "\u{FFFD}"),
        ("readme-windows", "README.md", "# Café – Straße\r\n\r\nVoilà: 5 €", "\u{FFFD}"),
    ]

    @Test func `the README of the details is found by its words`() async throws {
        let transport = OddTransport()
        let client = GitHubClient(server: .gitHub, transport: transport, time: SteppingClock().source)
        let catalog = RepositoryCatalog(client: client)
        let (documents, texts) = (try #require(catalog.documents), try #require(catalog.documentTexts))
        let store = DocumentDatabase.inMemory()
        for expected in Self.expected {
            let repository = try await client.get(
                URL(string: "https://api.github.com/repos/odd-samples/\(expected.name)"), bucket: .core)
            let id = try JSONDecoder().decode(Identified.self, from: repository.body).id
            let item = Item(
                id: ItemID(catalog: .repositories, host: "api.github.com", id: String(id)),
                facts: Repository(owner: "odd-samples", name: expected.name))
            let document = try #require(try await documents.document(.readme, of: item))
            let source = try #require(document.source)
            #expect(source.text.contains(expected.words) && !source.text.contains(expected.others), "\(expected.name)")
            #expect(source.path == expected.path && source.branch == "main", "\(expected.name)")
            #expect(document.isCut == (expected.name == "readme-large"))
            for credential in [nil, Credential(secret: Secret("token"), host: "api.github.com")] {
                try client.use(credential)
                var result: DocumentTextResult?
                // Once by a query, and once more if that decides nothing.
                for _ in 1...2 where result == nil {
                    result = try await texts.texts(of: [DocumentTextRequest(item)]).results[item.id]
                }
                #expect(result == .text(source), "\(expected.name)")
            }
            await store.save([StoredDocument(source, of: item.id, fetchedAt: Date())])
        }
        for (query, count) in [
            ("descaling", 1), ("\"manual.md\"", 0), ("quiet", 1), ("\"build these docs\"", 0), ("front", 1),
            ("Straße", 1),
            ("Voilà", 1), ("größer", 1),
        ] {
            #expect(await store.numbers(query).count == count, "\(query)")
        }
        let raw = transport.count(of: GitHubCall.rawMediaType)
        #expect(raw == 3, "only the large README is loaded as it is")
    }

    private struct Identified: Decodable { let id: Int }
}

/// The stand-in with unusual repositories. A file ends after a megabyte, as over the network.
private final class OddTransport: HTTPTransport {
    private let standIn = GitHubStandIn(
        options: StandInOptions(
            baseURL: URL(filePath: "/"), scenario: .odd, limit: .off,
            now: { Date(timeIntervalSince1970: 1_800_000_000) }))
    private let accepted = EventRecorder<String>()

    func count(of type: String) -> Int { accepted.all.count { $0 == type } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        accepted.add(request.headers["Accept"] ?? "")
        let headers = request.headers.merging(["User-Agent": "test", "Host": "api.github.com"]) { $1 }
        let response = standIn.response(
            to: StandInRequest(
                method: request.method, target: request.url.path(percentEncoded: true), headers: headers,
                body: request.body ?? Data()))
        return HTTPResponse(
            status: response.status, url: request.url,
            headers: Dictionary(response.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
            body: request.expects == .file ? response.body.prefix(1_000_000) : response.body)
    }
}
