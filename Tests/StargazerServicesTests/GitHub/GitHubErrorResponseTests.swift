import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct GitHubErrorResponseTests {
    private func details(_ status: Int, _ body: String, _ headers: [String: String] = [:]) async -> CatalogFailure? {
        await GitHubFixture([.json(body, status: status, headers: headers)]).detailsFailure()
    }

    private func search(_ status: Int, _ body: String) async -> CatalogFailure? {
        await GitHubFixture([.json(body, status: status)]).searchFailure()
    }

    @Test(
        arguments: [
            (400, .unreadable(code: "http-400")), (401, .unauthorized), (404, .gone), (410, .gone),
            (301, .unreadable(code: "http-301")), (304, .unreadable(code: "http-304")),
            (409, .unreadable(code: "http-409")), (422, .unreadable(code: "http-422")),
            (501, .server(status: 501)), (599, .server(status: 599)), (451, .blocked(reason: nil, link: nil)),
            (403, .notAllowed(needs: nil)), (100, .unreadable(code: "http-100")),
        ] as [(Int, CatalogFailure)])
    func `an error status has GitHub's meaning only with GitHub's body`(status: Int, failure: CatalogFailure) async {
        #expect(await details(status, GitHubJSON.error("Something")) == failure)
        for body in ["<html>Unicorn!</html>", #"{"error":"Server Error"}"#, "", "[1]"] {
            let other = status >= 500 ? failure : .unreadable(code: "http-\(status)")
            #expect(await details(status, body) == other)
        }
    }

    @Test(
        arguments: [
            (
                #"{"message":"Validation Failed","errors":[{"message":"Cannot be searched.","code":"invalid"}]}"#,
                "Cannot be searched."
            ),
            (#"{"message":"Validation Failed","errors":[{"code":"missing","field":"q"}]}"#, "Validation Failed"),
            (#"{"message":"Validation Failed","errors":[{"code":"a"},{"message":"Second."}]}"#, "Second."),
            (#"{"message":"Validation Failed","errors":[{"message":"First."},{"message":"Second."}]}"#, "First."),
            (#"{"message":"Validation Failed","errors":["Plain sentence."]}"#, "Plain sentence."),
            (#"{"message":"Validation Failed","errors":"odd"}"#, "Validation Failed"),
        ] as [(String, String?)])
    func `a refused search carries GitHub's own sentence`(body: String, reason: String?) async {
        #expect(await search(422, body) == .invalidQuery(reason: reason))
    }

    @Test func `a search too long for an address is the query's fault`() async {
        #expect(await search(414, "<html>URI Too Long</html>") == .invalidQuery(reason: nil))
    }

    @Test(arguments: [403, 451])
    func `a blocked repository says why and where`(status: Int) async throws {
        let page = "https://github.com/github/dmca/blob/master/x.md"
        let body = #"{"message":"Repository access blocked","block":{"reason":"dmca","html_url":"\#(page)"}}"#
        #expect(await details(status, body) == .blocked(reason: "dmca", link: URL(string: page)))
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "ssh://github.com", "https://me@github.com", ""])
    func `a block links only to the web`(link: String) async {
        let body = #"{"message":"Repository access blocked","block":{"reason":"tos","html_url":"\#(link)"}}"#
        #expect(await details(403, body) == .blocked(reason: "tos", link: nil))
    }

    @Test func `a missing permission is named`() async {
        let message = GitHubJSON.error("Resource not accessible by personal access token")
        #expect(
            await details(
                403, message, ["X-Accepted-GitHub-Permissions": "starring=write", "X-Accepted-OAuth-Scopes": "repo"])
                == .notAllowed(needs: .starring))
        #expect(
            await details(
                403, message, ["X-Accepted-GitHub-Permissions": " ", "X-Accepted-OAuth-Scopes": "repo, user"])
                == .notAllowed(needs: .other("repo, user")))
    }

    @Test func `a missing user agent is not allowed`() async {
        #expect(
            await details(403, GitHubJSON.error("Missing or invalid User Agent string.")) == .notAllowed(needs: nil))
    }

    @Test func `the last request of a window may be refused for another reason`() async {
        let clock = SteppingClock()
        let headers = GitHubJSON.rate(0, resource: "core", at: clock)
        let fixture = GitHubFixture(
            [.json(GitHubJSON.error("You need the starring scope."), status: 403, headers: headers)], clock: clock)
        #expect(await fixture.detailsFailure() == .notAllowed(needs: nil))
    }

    @Test(
        arguments: [
            (.offline, .offline), (.timedOut, .timedOut), (.cancelled, .cancelled), (.insecure, .insecure),
            (.tooLarge(limit: 8), .unreadable(code: "too-large")),
            (.wrongContentType("text/html"), .unreadable(code: "content-type")), (.truncated, .unreadable(code: "cut")),
            (.markup, .unreadable(code: "markup")), (.notJSON, .unreadable(code: "not-json")),
            (.redirectRefused(to: "http://x"), .unreadable(code: "redirect")),
            (.tooManyRedirects, .unreadable(code: "redirects")), (.malformed, .unreadable(code: "http")),
        ] as [(HTTPFailure, CatalogFailure)])
    func `transport failures become catalog failures`(failure: HTTPFailure, expected: CatalogFailure) async {
        let fixture = GitHubFixture([.fail(failure)])
        #expect(await fixture.searchFailure() == expected)
        #expect(fixture.transport.requests.count == 1)
    }
}

@Suite struct GitHubRetryTests {
    @Test(arguments: [500, 502, 503, 504])
    func `a server fault is tried twice more with longer pauses`(status: Int) async throws {
        let fault = ScriptedTransport.Step.json("<html>", status: status)
        let fixture = GitHubFixture([fault, fault, .json(GitHubJSON.page())])
        #expect(try await fixture.search().items.count == 1)
        #expect(fixture.clock.sleeps == [.milliseconds(500), .milliseconds(1500)])
        let hopeless = GitHubFixture([fault, fault, fault])
        #expect(await hopeless.searchFailure() == .server(status: status))
        #expect(hopeless.transport.requests.count == 3)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 414, 422, 429, 451, 501, 301])
    func `other error statuses are not retried`(status: Int) async {
        let fixture = GitHubFixture([.json(GitHubJSON.error("No"), status: status)])
        _ = await fixture.searchFailure()
        #expect(fixture.transport.requests.count == 1)
        #expect(fixture.clock.sleeps.isEmpty)
    }

    @Test func `the jitter is added to the pause`() async throws {
        let clock = SteppingClock()
        let client = GitHubClient(
            server: .gitHub, transport: ScriptedTransport([.json("", status: 502), .json(GitHubJSON.page())]),
            time: clock.source, jitter: { .milliseconds(30) })
        _ = try await RepositoryCatalog(client: client).search(SearchQuery(text: "x"), after: nil)
        #expect(clock.sleeps == [.milliseconds(530)])
    }

    @Test(arguments: [(3, 1), (4, 2), (5, 3)])
    func `the last three searches are reserved`(remaining: Int, requests: Int) async throws {
        let clock = SteppingClock()
        let fault = ScriptedTransport.Step.json("", status: 502)
        let known = ScriptedTransport.Step.json("", status: 502, headers: GitHubJSON.rate(remaining, at: clock))
        let fixture = GitHubFixture([known, fault, fault], clock: clock)
        #expect(await fixture.searchFailure() == .server(status: 502))
        #expect(fixture.transport.requests.count == requests)
    }

    @Test func `retry after is respected`() async {
        let fixture = GitHubFixture([.json("", status: 503, headers: ["Retry-After": "30"])])
        #expect(await fixture.searchFailure() == .server(status: 503))
        #expect(fixture.transport.requests.count == 1)
    }

    @Test func `canceling ends the pause between tries`() async throws {
        let transport = ScriptedTransport([.json("", status: 502)])
        let time = TimeSource(now: { Date() }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
        let catalog = RepositoryCatalog(server: .gitHub, transport: transport, time: time)
        let task = Task { try await catalog.search(SearchQuery(text: "x"), after: nil) }
        await eventually("the first try") { transport.requests.count == 1 }
        task.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await task.value }
        #expect(transport.requests.count == 1)
    }
}
