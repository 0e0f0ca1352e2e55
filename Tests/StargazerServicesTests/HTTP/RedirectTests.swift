import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Redirects over real sockets; `ValidatedRequestTests` covers the allowed targets.
@Suite(.timeLimit(.minutes(25)))
struct RedirectTests {
    private let transport = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)
    private let headers = ["Authorization": "Bearer secret"]

    @Test(arguments: [301, 302, 307, 308])
    func `a moved answer on the same server is fetched`(status: Int) async throws {
        let server = try FaultServer.responding { head in
            head.hasPrefix("GET /old ")
                ? RawHTTP.redirect("\(status) Moved", to: "/new?page=2") : RawHTTP.response(body: "[1]")
        }
        let response = try await transport.send(HTTPRequest(url: server.url("/old"), headers: headers))
        #expect(response.body == Data("[1]".utf8))
        #expect(response.url == server.url("/new?page=2"))
        #expect(server.requests.all.allSatisfy { $0.contains("\r\nAuthorization: Bearer secret\r\n") })
    }

    @Test(arguments: [HTTPBodyKind.json, .picture])
    func `a redirect to another port is not followed`(kind: HTTPBodyKind) async throws {
        let other = try FaultServer.responding { _ in RawHTTP.response() }
        let server = try FaultServer.responding { _ in RawHTTP.redirect(to: other.url("/stolen?a=b").absoluteString) }
        let transport = SoupTransport(
            userAgent: "Stargazer/1", pictures: try server.trusted(), time: ManualDeadline().time)
        await #expect(throws: HTTPFailure.redirectRefused(to: "http://127.0.0.1:\(other.port)/stolen")) {
            try await transport.send(HTTPRequest(url: server.url(), headers: headers, expects: kind))
        }
        #expect(other.requests.all.isEmpty)
    }

    @Test func `a redirect to another host is not followed`() async throws {
        // The same server under another name.
        let server = try FaultServer.responding { head in
            let port = head.split(separator: "127.0.0.1:").last?.prefix { $0.isNumber } ?? ""
            return RawHTTP.redirect(to: "http://localhost:\(port)/")
        }
        await #expect(throws: HTTPFailure.redirectRefused(to: "http://localhost:\(server.port)/")) {
            try await transport.send(HTTPRequest(url: server.url(), headers: headers))
        }
        #expect(server.requests.all.count == 1)
    }

    @Test(arguments: ["http://api.github.com/", "https://api.github.com/", "ftp://127.0.0.1/", "https://", "//a@b/"])
    func `another scheme or a strange address is refused`(location: String) async throws {
        let server = try FaultServer.responding { _ in RawHTTP.redirect(to: location) }
        let failure = await #expect(throws: HTTPFailure.self) {
            try await transport.send(HTTPRequest(url: server.url(), headers: headers))
        }
        guard case .redirectRefused = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `a circle ends after five redirects`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.redirect(to: "/again") }
        await #expect(throws: HTTPFailure.tooManyRedirects) {
            try await transport.send(HTTPRequest(url: server.url()))
        }
        #expect(server.requests.all.count == 6)
    }

    @Test func `only reading is redirected`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.redirect("307 Temporary Redirect", to: "/new") }
        await #expect(throws: HTTPFailure.redirectRefused(to: server.url("/new").absoluteString)) {
            try await transport.send(HTTPRequest(method: "PUT", url: server.url("/old"), expects: .none))
        }
        #expect(server.requests.all.count == 1)
    }

    @Test func `a redirect that changes the method is refused`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.redirect("303 See Other", to: "/new") }
        await #expect(throws: HTTPFailure.redirectRefused(to: server.url("/new").absoluteString)) {
            try await transport.send(HTTPRequest(url: server.url("/old")))
        }
    }

    @Test func `not modified is an answer though it names a place`() async throws {
        let server = try FaultServer.responding { _ in "HTTP/1.1 304 Not Modified\r\nLocation: /new\r\n\r\n" }
        #expect(try await transport.send(HTTPRequest(url: server.url())).status == 304)
    }
}
