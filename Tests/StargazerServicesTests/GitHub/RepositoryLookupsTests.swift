import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Finding repositories by name and ID, by GraphQL and REST.
@Suite struct RepositoryLookupsTests {
    private let clock = SteppingClock()
    private let fixture: GitHubFixture
    private let lookups: any ItemLookups

    init() throws {
        fixture = GitHubFixture(clock: clock)
        lookups = try #require(fixture.catalog.lookups)
    }

    private func signIn() throws {
        try fixture.client.use(Credential(secret: Secret("token"), host: "api.github.com"))
    }

    private func ask(_ names: [ItemLookupName]) async throws(CatalogFailure) -> ItemLookupBatch {
        let answer: Result<ItemLookupBatch, CatalogFailure> = await RequestContext.$current.withValue(
            RequestContext(.preview)
        ) { () async -> Result<ItemLookupBatch, CatalogFailure> in
            do throws(CatalogFailure) { return .success(try await lookups.lookUp(names)) } catch {
                return .failure(error)
            }
        }
        return try answer.get()
    }

    private func found(_ number: Int, name: String = "pod") -> String {
        #"{"databaseId":\#(number),"name":"\#(name)","owner":{"login":"octo","avatarUrl":"https://a.example/1"},"description":"d","stargazerCount":3,"forkCount":2,"issues":{"totalCount":4},"pullRequests":{"totalCount":5},"primaryLanguage":{"name":"Go"},"repositoryTopics":{"nodes":[{"topic":{"name":"tea"}}]},"licenseInfo":{"spdxId":"NOASSERTION"},"homepageUrl":"","url":"https://github.com/octo/pod","createdAt":"2011-01-26T19:01:12Z","pushedAt":null,"isArchived":true,"isFork":false,"isTemplate":false,"isMirror":false,"isPrivate":false}"#
    }

    @Test func `signed out, each is a request of its own, and the rest waits`() async throws {
        fixture.transport.add(
            .json(GitHubJSON.repository(id: 7), headers: GitHubJSON.rate(31, of: 60, resource: "core", at: clock)),
            .json(
                GitHubJSON.error("Not Found"), status: 404,
                headers: GitHubJSON.rate(30, of: 60, resource: "core", at: clock)))
        let first = try await ask([.title("octo/pod"), .id("9")])
        #expect(first.results.keys.map { $0 } == [.title("octo/pod")])
        guard case .found(let item)? = first.results[.title("octo/pod")] else {
            Issue.record("not found")
            return
        }
        #expect(item.id == ItemID(catalog: .repositories, host: "api.github.com", id: "7"))
        #expect(try await ask([.id("9")]).results == [.id("9"): .gone])
        #expect(fixture.targets == ["/repos/octo/pod", "/repositories/9"])
        await #expect(throws: CatalogFailure.self, "half of the limit is the user's") { try await ask([.id("9")]) }
        #expect(fixture.targets.count == 2)
    }

    @Test func `signed in, one query looks up a hundred`() async throws {
        try signIn()
        let names = (1...150).map { ItemLookupName.title("octo/pod\($0)") }
        let parts = (0..<100).map { #""r\#($0)":\#($0 == 99 ? "null" : found($0 + 1))"# }.joined(separator: ",")
        let gone = #"{"type":"NOT_FOUND","path":["r99"],"message":"m"}"#
        fixture.transport.add(.json(#"{"data":{\#(parts)},"errors":[\#(gone)]}"#))
        let batch = try await ask(names)
        #expect(batch.results.count == 100 && batch.results[names[99]] == .gone && fixture.targets == ["/graphql"])
        guard case .found(let item)? = batch.results[names[0]] else {
            Issue.record("not found")
            return
        }
        let expected = Repository(
            owner: "octo", name: "pod", ownerAvatarURL: URL(string: "https://a.example/1"), summary: "d", stars: 3,
            forks: 2, openIssues: 9, language: "Go", topics: ["tea"], license: "Other",
            webURL: URL(string: "https://github.com/octo/pod"),
            cloneURL: URL(string: "https://github.com/octo/pod.git"),
            createdAt: Date(timeIntervalSince1970: 1_296_068_472), isArchived: true)
        #expect(item.repository == expected && item.id.id == "1")
    }

    @Test func `what an organization refuses to the token is requested by REST, without it`() async throws {
        try signIn()
        let message = "`octo` forbids access via a personal access token (classic)."
        fixture.transport.add(
            .json(
                #"{"data":{"r0":null,"r1":\#(found(2))},"errors":[{"type":"FORBIDDEN","path":["r0"],"message":"\#(message)"}]}"#
            ), .json(GitHubJSON.repository(id: 7)))
        let names = [ItemLookupName.title("octo/pod"), .title("octo/cup")]
        #expect(try await ask(names).results.keys.map(\.self) == [names[1]])
        let rest = try await ask([names[0]])
        #expect(rest.results.keys.map(\.self) == [names[0]])
        #expect(fixture.targets == ["/graphql", "/repos/octo/pod"])
        #expect(fixture.transport.requests.last?.headers["Authorization"] == nil)
    }

    @Test func `what GraphQL does not find by ID is requested by REST`() async throws {
        try signIn()
        let gone = #"{"type":"NOT_FOUND","path":["r0"],"message":"m"}"#
        fixture.transport.add(
            .json(#"{"data":{"r0":null,"r1":\#(found(8))},"errors":[\#(gone)]}"#),
            .json(GitHubJSON.repository(id: 7)))
        #expect(try await ask([.id("7"), .id("8")]).results.count == 1)
        let batch = try await ask([.id("7")])
        #expect(batch.results.count == 1 && fixture.targets == ["/graphql", "/repositories/7"])
    }

    @Test func `a server without queries is asked by REST`() async throws {
        try signIn()
        fixture.transport.add(
            .json(#"{"errors":[{"message":"Parse error"}]}"#), .json(GitHubJSON.repository(id: 7)),
            .json(GitHubJSON.repository(id: 8)))
        #expect(try await ask([.title("octo/pod"), .title("octo/two")]).results.count == 1)
        #expect(try await ask([.title("octo/two")]).results.count == 1)
        #expect(fixture.targets == ["/graphql", "/repos/octo/pod", "/repos/octo/two"])
    }

    @Test(arguments: [
        ("https://api.github.com", true), ("http://127.0.0.1:8080", true), ("https://git.example.org/api/v3", false),
    ])
    func `a server on this machine stands in for GitHub`(address: String, can: Bool) throws {
        let server = try GitHubServer(apiURL: address)
        let lookups = try #require(GitHubFixture(server: server).catalog.lookups)
        #expect(lookups.canLookUp(on: "api.github.com") == can && lookups.canLookUp(on: server.host))
    }
}
