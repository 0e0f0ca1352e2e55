import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Loading many READMEs by GraphQL and REST.
@Suite struct DocumentTextsTests {
    private let clock = SteppingClock()
    private let fixture: GitHubFixture
    private let texts: any DocumentTexts

    init() throws {
        fixture = GitHubFixture(clock: clock)
        texts = try #require(fixture.catalog.documentTexts)
    }

    private func signIn() throws {
        try fixture.client.use(Credential(secret: Secret("token"), host: "api.github.com"))
    }

    private func requests(_ count: Int) -> [DocumentTextRequest] {
        (1...count).map { DocumentTextRequest(.listed(id: "\($0)", name: "pod\($0)")) }
    }

    private func ask(
        _ requests: [DocumentTextRequest], from other: (any DocumentTexts)? = nil
    ) async throws(CatalogFailure) -> DocumentTextBatch {
        let texts = other ?? texts
        let answer: Result<DocumentTextBatch, CatalogFailure> = await RequestContext.$current.withValue(
            RequestContext(.background)
        ) { () async -> Result<DocumentTextBatch, CatalogFailure> in
            do throws(CatalogFailure) { return .success(try await texts.texts(of: requests)) } catch {
                return .failure(error)
            }
        }
        return try answer.get()
    }

    private static let root = #""root":{"entries":[{"name":"README.md","mode":33188},{"name":"src","mode":16384}]}"#

    /// Returns a response with a README for each of these repositories; nil for repositories that are not found.
    private func data(_ numbers: [Int?], errors: String = "") -> String {
        let parts = numbers.enumerated().map { place, number in
            number.map {
                #""r\#(place)":{"databaseId":\#($0),"defaultBranchRef":{"name":"main"},\#(Self.root),"f1":{"oid":"oid\#($0)","isBinary":false,"isTruncated":false,"text":"text \#($0)"}}"#
            } ?? #""r\#(place)":null"#
        }
        return #"{"data":{\#(parts.joined(separator: ","))}\#(errors)}"#
    }

    /// Returns a README by REST.
    private func file(
        _ text: String, sha: String = "abc", path: String = "README.md", in headers: [String: String] = [:]
    )
        -> ScriptedTransport.Step
    {
        file(Data(text.utf8), sha: sha, path: path, in: headers)
    }

    private func file(
        _ bytes: Data, sha: String = "abc", path: String = "README.md", in headers: [String: String] = [:]
    )
        -> ScriptedTransport.Step
    {
        .json(
            """
            {"path":"\(path)","sha":"\(sha)","size":\(bytes.count),"type":"file","encoding":"base64",
            "content":"\(bytes.base64EncodedString())",
            "html_url":"https://github.com/octo/pod/blob/trunk/1/\(path)"}
            """, headers: headers)
    }

    private static func restSource(_ text: String, sha: String = "abc", path: String = "README.md") -> DocumentSource {
        DocumentSource(text: text, version: sha, path: path, branch: "trunk/1")
    }

    /// The README of `data` of this repository.
    private static func source(_ number: Int) -> DocumentSource {
        DocumentSource(text: "text \(number)", version: "oid\(number)", path: "README.md", branch: "main")
    }

    private func rate(_ remaining: Int, of limit: Int = 5_000, _ resource: String = "graphql") -> [String: String] {
        GitHubJSON.rate(remaining, of: limit, resource: resource, resetsIn: 1_800, at: clock)
    }

    private func variables(_ place: Int) throws -> [String: String] {
        struct Body: Decodable { let variables: [String: String] }
        return try JSONDecoder().decode(Body.self, from: try #require(fixture.transport.requests[place].body)).variables
    }

    @Test func `signed in, one query loads up to fifty, spread over the hour`() async throws {
        try signIn()
        fixture.transport.add(.json(data((1...50).map { $0 }), headers: rate(4_999)))
        let batch = try await ask(requests(60))
        #expect(batch.results.count == 50)
        #expect(batch.results[requests(1)[0].item.id] == .text(Self.source(1)))
        #expect(batch.pause == 3_600.0 / 2_500)
        let request = fixture.transport.requests[0]
        #expect(request.method == "POST" && fixture.targets == ["/graphql"])
        #expect(request.headers["Authorization"] == "Bearer token")
        #expect(try variables(0)["n49"] == "pod50")
    }

    @Test func `no more than half of the points are used`() async throws {
        try signIn()
        fixture.transport.add(.json(data([1]), headers: rate(2_500)))
        _ = try await ask(requests(1))
        await #expect(throws: CatalogFailure.self) { try await ask(requests(1)) }
        #expect(fixture.transport.requests.count == 1)
        do throws(CatalogFailure) {
            _ = try await ask(requests(1))
        } catch {
            guard case .rateLimited(let limit) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(limit.resetsAt == clock.now.addingTimeInterval(1_800))
        }
    }

    @Test func `signed out, ten of sixty requests are used one by one`() async throws {
        fixture.transport.add(
            file("# Hi", in: rate(51, of: 60, "core")), file("# Hi", in: rate(50, of: 60, "core")))
        let first = try await ask(requests(2))
        #expect(first.results == [requests(1)[0].item.id: .text(Self.restSource("# Hi"))])
        #expect(first.pause == 120)
        let again = try await ask([DocumentTextRequest(.listed(id: "1"), version: "abc")])
        #expect(Array(again.results.values) == [.unchanged])
        await #expect(throws: CatalogFailure.self) { try await ask(requests(1)) }
        #expect(fixture.targets == ["/repositories/1/readme", "/repositories/1/readme"])
    }

    @Test(arguments: [ScriptedTransport.Step.json("<html>", status: 502), .fail(.timedOut), .fail(.tooLarge(limit: 1))])
    func `a query that is too much is divided, and grows again slowly`(step: ScriptedTransport.Step) async throws {
        try signIn()
        fixture.transport.add(step, .json(data((1...25).map { $0 })), .json(data((1...27).map { $0 })))
        #expect(try await ask(requests(60)).results.isEmpty)
        #expect(try await ask(requests(60)).results.count == 25)
        #expect(try await ask(requests(60)).results.count == 27)
        #expect(try variables(1)["n24"] != nil && variables(1)["n25"] == nil)
    }

    @Test func `after three failures in a row the server counts as unavailable`() async throws {
        try signIn()
        fixture.transport.add(.json("{}", status: 504), .json("{}", status: 504), .json("{}", status: 504))
        #expect(try await ask(requests(60)).pause == 5)
        #expect(try await ask(requests(60)).pause == 10)
        await #expect(throws: CatalogFailure.server(status: 504)) { try await ask(requests(60)) }
    }

    @Test func `failures count only in a row`() async throws {
        try signIn()
        for _ in 1...4 {
            fixture.transport.add(.json("{}", status: 504), .json(data([1])))
            #expect(try await ask(requests(2)).pause == 5)
            #expect(try await ask(requests(2)).results.count == 1)
        }
    }

    @Test func `a README that is too much for a query of its own is loaded by REST`() async throws {
        try signIn()
        fixture.transport.add(.fail(.tooLarge(limit: 1)), file("long"))
        #expect(try await ask(requests(1)).results.isEmpty)
        #expect(
            Array(try await ask(requests(1)).results.values) == [
                .text(Self.restSource("long"))
            ])
        #expect(fixture.targets == ["/graphql", "/repositories/1/readme"])
    }

    @Test func `a rejection of a token that was replaced meanwhile says nothing`() async throws {
        try signIn()
        fixture.transport.add(.hold)
        let asking = Task { [texts, request = requests(1)] in
            await failure { () async throws(CatalogFailure) in try await texts.texts(of: request) }
        }
        await eventually("the query is sent") { fixture.transport.heldCount == 1 }
        try fixture.client.use(Credential(secret: Secret("newer"), host: "api.github.com"))
        fixture.transport.release(with: .json(GitHubJSON.error("Bad credentials"), status: 401))
        #expect(await asking.value == .cancelled)
    }

    @Test func `partial data counts, and what is missing is left out`() async throws {
        try signIn()
        let errors = #"""
            ,"errors":[{"type":"NOT_FOUND","path":["r1"],"message":"Could not resolve"},
            {"type":"FORBIDDEN","path":["r2"],"message":"SSO"},{"message":"Something went wrong","path":["r3"]}]
            """#
        fixture.transport.add(.json(data([1, nil, nil, nil], errors: errors)))
        let results = try await ask(requests(4)).results
        let ids = requests(4).map(\.item.id)
        #expect(results[ids[0]] == .text(Self.source(1)) && results[ids[1]] == .gone)
        #expect(results[ids[2]] == .failed(.notAllowed(needs: nil)) && results[ids[3]] == nil)
    }

    @Test func `of organizations that refuse the token, public texts are loaded without it, and others do not wait`()
        async throws
    {
        try signIn()
        let message = "the `octo` organization has an IP allow list enabled"
        let saml = "Resource protected by organization SAML enforcement."
        func errors(_ parts: [(Int, String)]) -> String {
            let errors = parts.map { #"{"type":"FORBIDDEN","path":["r\#($0.0)"],"message":"\#($0.1)"}"# }
            return #","errors":[\#(errors.joined(separator: ","))]"#
        }
        let other = DocumentTextRequest(.listed(id: "90", owner: "elsewhere", name: "cup"))
        let all = requests(21) + [other]
        fixture.transport.add(.json(data([nil, nil], errors: errors([(0, message), (1, saml)]))))
        let first = try await ask([all[0], other]).results
        #expect(
            first == [
                other.item.id: .failed(
                    .tokenRefused(TokenRefusal(organization: nil, message: saml, needsSignOn: true)))
            ])
        let began = clock.now
        for number in 0..<20 {
            fixture.transport.add(file("text"))
            #expect(try await ask(Array(all.dropFirst(number))).results.keys.map(\.self) == [all[number].item.id])
            #expect(fixture.transport.requests.last?.headers["Authorization"] == nil)
            clock.advance(by: 1)
        }
        fixture.transport.add(.json(data([90])))
        #expect(try await ask(Array(all.suffix(2))).results[other.item.id] == .text(Self.source(90)))
        let limited = await failure { () async throws(CatalogFailure) in try await ask([all[20]]) }
        #expect(limited?.retryDate == began.addingTimeInterval(3_600))
    }

    @Test func `REST loads what a query does not find`() async throws {
        try signIn()
        // No entries of folders, a truncated file, another repository with the name, and a file in another encoding.
        let odd = #"""
            {"data":{"r0":{"databaseId":1,"f0":null,"f1":null},
            "r1":{"databaseId":2,ROOT,"f1":{"oid":"o","isBinary":false,"isTruncated":true,"text":"begin"}},
            "r2":{"databaseId":99,ROOT,"f1":{"oid":"o","isBinary":false,"isTruncated":false,"text":"stranger"}},
            "r3":{"databaseId":4,ROOT,"f1":{"oid":"o","isBinary":true,"isTruncated":false,"text":null}}}}
            """#.replacing("ROOT", with: Self.root)
        fixture.transport.add(
            .json(odd), .json(GitHubJSON.error("Not Found"), status: 404), file("whole"), file(Data([0x89, 0, 1])),
            file(Data([0x35, 0x80])))
        #expect(try await ask(requests(4)).results.isEmpty)
        for (number, expected) in [
            (1, DocumentTextResult.none), (2, .text(Self.restSource("whole"))), (3, .none),
            (4, .text(Self.restSource("5€"))),
        ] {
            let batch = try await ask(Array(requests(4).dropFirst(number - 1)))
            #expect(Array(batch.results.values) == [expected])
        }
        #expect(fixture.targets == ["/graphql"] + (1...4).map { "/repositories/\($0)/readme" })
    }

    @Test func `the text of a symbolic link is where it leads, so REST loads the file`() async throws {
        try signIn()
        let link = #"""
            {"data":{"r0":{"databaseId":1,"root":{"entries":[{"name":"README.md","mode":40960}]},
            "f1":{"oid":"1111","isBinary":false,"isTruncated":false,"text":"docs/manual.md"}}}}
            """#
        fixture.transport.add(.json(link), file("descaling", path: "docs/manual.md"))
        #expect(try await ask(requests(1)).results.isEmpty)
        #expect(
            Array(try await ask(requests(1)).results.values) == [
                .text(Self.restSource("descaling", path: "docs/manual.md"))
            ])
    }

    @Test func `another name of a README comes before one in docs`() async throws {
        try signIn()
        let markdown = #"""
            {"data":{"r0":{"databaseId":1,
            "root":{"entries":[{"name":"README.markdown","mode":33188},{"name":"docs","mode":16384}]},
            "docs":{"entries":[{"name":"README.md","mode":33188}]},
            "f7":{"oid":"o","isBinary":false,"isTruncated":false,"text":"How to build these docs"}},
            "r1":{"databaseId":2,"root":{"entries":[{"name":"docs","mode":16384}]},
            "docs":{"entries":[{"name":"README.md","mode":33188}]},
            "f7":{"oid":"o","isBinary":false,"isTruncated":false,"text":"\uFEFFalone"}},
            "r2":{"databaseId":3,"root":{"entries":[{"name":"LICENSE","mode":33188}]}}}}
            """#
        fixture.transport.add(.json(markdown), file("quiet", path: "README.markdown"))
        let results = try await ask(requests(3)).results
        let ids = requests(3).map(\.item.id)
        #expect(
            results == [
                ids[1]: .text(DocumentSource(text: "alone", version: "o", path: "docs/README.md")),
                ids[2]: DocumentTextResult.none,
            ])
        #expect(
            Array(try await ask(requests(1)).results.values) == [
                .text(Self.restSource("quiet", path: "README.markdown"))
            ])
    }

    @Test func `a large README is its first megabyte, and costs two requests`() async throws {
        let large = #"{"path":"README.md","sha":"abc","size":1300000,"content":"","encoding":"none"}"#
        let line = String(repeating: "x", count: 99) + "\n"
        fixture.transport.add(
            .json(large, headers: rate(51, of: 60, "core")),
            .response(
                status: 200, headers: rate(50, of: 60, "core"),
                body: Data(String(repeating: line, count: 10_000).utf8.dropLast(30))),
            .json(large))
        let batch = try await ask(requests(1))
        guard case .text(let source)? = batch.results.values.first else {
            Issue.record("\(batch)")
            return
        }
        #expect(source.text.utf8.count == 999_899 && source.text.hasSuffix("x") && source.version == "abc")
        #expect(batch.pause == 240)
        let requests = fixture.transport.requests
        try #require(requests.count == 2)
        #expect(requests[0].url == requests[1].url)
        #expect(requests[1].headers["Accept"] == GitHubCall.rawMediaType && requests[1].expects == .file)
    }

    @Test func `an unchanged large README is not loaded again`() async throws {
        fixture.transport.add(
            .json(#"{"path":"README.md","sha":"abc","size":1300000,"content":"","encoding":"none"}"#))
        let batch = try await ask([DocumentTextRequest(.listed(id: "1"), version: "abc")])
        #expect(Array(batch.results.values) == [.unchanged])
    }

    @Test func `what is no file is no text, and what is not read is left out`() async throws {
        fixture.transport.add(
            .json(#"{"path":"README.md","type":"symlink","target":"nowhere","sha":"abc"}"#), .json(#"{"path":1}"#),
            .json(#"{"path":"README.md","encoding":"base64"}"#))
        #expect(Array(try await ask(requests(1)).results.values) == [DocumentTextResult.none])
        for code in ["readme-path", "readme-content"] {
            #expect(Array(try await ask(requests(1)).results.values) == [.failed(.unreadable(code: code))])
        }
    }

    @Test func `a token without access to GraphQL is used with REST`() async throws {
        try signIn()
        fixture.transport.add(
            .json(#"{"errors":[{"type":"FORBIDDEN","message":"Resource not accessible by personal access token"}]}"#),
            file("one"), file("two"))
        #expect(try await ask(requests(2)).results.count == 1)
        let second = try await ask(Array(requests(2).dropFirst()))
        #expect(Array(second.results.values) == [.text(Self.restSource("two"))])
        #expect(fixture.targets == ["/graphql", "/repositories/1/readme", "/repositories/2/readme"])
    }

    @Test func `a README of a person is in the repository with their name`() async throws {
        try signIn()
        let person = Item(
            id: ItemID(catalog: .people, host: "api.github.com", id: "5"), facts: Person(login: "ada", kind: .person))
        let errors = #","errors":[{"type":"NOT_FOUND","path":["r0"],"message":"Could not resolve"}]"#
        fixture.transport.add(.json(data([nil], errors: errors)))
        #expect(try await ask([DocumentTextRequest(person)]).results[person.id] == DocumentTextResult.none)
        #expect(try variables(0) == ["o0": "ada", "n0": "ada"])
    }

    @Test func `an Enterprise Server has GraphQL next to its REST API`() throws {
        let server = try GitHubServer(apiURL: "https://git.example.org/api/v3")
        let url = try #require(server.graphQLURL)
        #expect(url.absoluteString == "https://git.example.org/api/graphql")
        #expect(server.authorization(Credential(secret: Secret("t"), host: server.host), at: url) == "Bearer t")
    }

    /// What each recorded response means for a query of one repository.
    @Test(.enabled(if: Recordings.folder("github-graphql") != nil, "no recorded exchanges here"))
    func `recorded responses are understood`() async throws {
        let folder = try #require(Recordings.folder("github-graphql"))
        let exchanges = try Recordings.exchanges(in: folder)
        #expect(exchanges.count >= 14)
        for exchange in exchanges {
            let fixture = GitHubFixture(clock: clock)
            try fixture.client.use(Credential(secret: Secret("token"), host: "api.github.com"))
            let texts = try #require(fixture.catalog.documentTexts)
            fixture.transport.add(try exchange.step(in: folder), file("rest"))
            var outcome = ""
            do throws(CatalogFailure) {
                let batch = try await ask(requests(1), from: texts)
                outcome = batch.results.isEmpty ? "again" : "rest"
            } catch {
                switch error {
                case .rateLimited: outcome = "limit"
                default: outcome = "\(error)"
                }
            }
            let expected =
                switch exchange.kind {
                case "rate-limit-2026", "rate-limit-older-form": "limit"
                case "insufficient-scopes": "rest"
                default: "again"
                }
            #expect(outcome == expected, Comment(rawValue: exchange.id))
        }
    }
}
