import Foundation
import StargazerCore
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

/// The account over real sockets: bytes on the wire, redirects, and the log.
@Suite(.timeLimit(.minutes(25))) struct AccountNetworkTests {
    private let transport = LoggedTransport()

    private func signedIn(to server: FaultServer) throws -> (AccountClient, Item) {
        let gitHub = try GitHubServer(apiURL: server.url("").absoluteString)
        let clock = SteppingClock()
        let account = AccountClient(
            client: GitHubClient(server: gitHub, transport: transport, time: clock.source, jitter: { .zero }))
        try account.use(.sample(host: gitHub.host))
        return (account, .listed(host: gitHub.host))
    }

    @Test func `a write says that it has no body`() async throws {
        let server = try FaultServer.responding { _ in "HTTP/1.1 204 No Content\r\n\r\n" }
        let (account, item) = try signedIn(to: server)
        try await account.setStarred(true, item)
        try await account.setStarred(false, item)
        let heads = server.requests.all
        #expect(
            heads.map { $0.prefix { $0 != "\r\n" } } == [
                "PUT /user/starred/octo/pod HTTP/1.1", "DELETE /user/starred/octo/pod HTTP/1.1",
            ])
        for head in heads {
            #expect(head.contains("\r\nContent-Length: 0\r\n"))
            #expect(head.contains("\r\nAuthorization: Bearer \(Credential.tokenText)\r\n"))
        }
    }

    @Test(arguments: ["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"])
    func `a redirected star does not leak the token`(status: String) async throws {
        let other = try FaultServer.responding { _ in RawHTTP.response() }
        let server = try FaultServer.responding { _ in
            RawHTTP.redirect(status, to: other.url("/user/starred/octo/pod").absoluteString)
        }
        let (account, item) = try signedIn(to: server)
        for failure in [
            await failure { () async throws(CatalogFailure) in try await account.setStarred(true, item) },
            await failure { () async throws(CatalogFailure) in try await account.setStarred(false, item) },
            await failure { () async throws(CatalogFailure) in _ = try await account.isStarred(item) },
            await failure { () async throws(CatalogFailure) in _ = try await account.starred(after: nil) },
        ] {
            #expect(failure == .unreadable(code: "redirect"))
        }
        #expect(other.requests.all.isEmpty)
        // After a redirected write, this server is asked once for the repository's current name.
        #expect(server.requests.all.count == 6)
    }

    @Test func `a star redirected to another host name does not leak the token`() async throws {
        let server = try FaultServer.responding { head in
            let port = head.split(separator: "127.0.0.1:").last?.prefix { $0.isNumber } ?? ""
            return RawHTTP.redirect("307 Temporary Redirect", to: "http://localhost:\(port)/user/starred/octo/pod")
        }
        let (account, item) = try signedIn(to: server)
        await #expect(throws: CatalogFailure.unreadable(code: "redirect")) { try await account.setStarred(true, item) }
        await #expect(throws: CatalogFailure.unreadable(code: "redirect")) { try await account.isStarred(item) }
        #expect(server.requests.all.count == 3)
    }

    @Test func `the token is in no failure and no line of the log`() async throws {
        let answers = Mutex([
            RawHTTP.response("401 Unauthorized", body: GitHubJSON.error("Bad credentials")),
            RawHTTP.response("403 Forbidden", fields: ["X-Accepted-GitHub-Permissions: starring=write"]),
            RawHTTP.response("404 Not Found"), RawHTTP.response("451 Blocked"), RawHTTP.response("500 Oops"),
            RawHTTP.redirect(to: "http://127.0.0.1:1/elsewhere"), RawHTTP.response("404 Not Found"),
            "garbage\r\n\r\n",
        ])
        let server = try FaultServer.responding { _ in answers.withLock { $0.isEmpty ? "" : $0.removeFirst() } }
        let (account, item) = try signedIn(to: server)
        var said: [String] = []
        for _ in 0..<7 {
            let failure = await failure { () async throws(CatalogFailure) in try await account.setStarred(true, item) }
            var dumped = ""
            dump(failure, to: &dumped)
            said += ["\(String(describing: failure))", String(reflecting: failure), dumped]
            #expect(failure != nil)
        }
        #expect(transport.lines.count == 8)
        for text in said + transport.lines { #expect(!text.contains(Credential.tokenText)) }
    }

    @Test func `a dump of the account does not contain the token`() throws {
        let client = GitHubClient(server: .gitHub, transport: ScriptedTransport(), time: SteppingClock().source)
        try client.use(.sample())
        var dumped = ""
        dump(AccountClient(client: client), to: &dumped)
        dump(client.session, to: &dumped)
        #expect(dumped.contains("redacted"))
        #expect(!dumped.contains(Credential.tokenText))
    }
}

/// The real transport, with its log messages.
private final class LoggedTransport: HTTPTransport {
    private let real = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let result: Result<HTTPResponse, HTTPFailure>
        do throws(HTTPFailure) { result = .success(try await real.send(request)) } catch { result = .failure(error) }
        state.withLock { $0.append(SoupTransport.logLine(request, result)) }
        return try result.get()
    }
}
