import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// The transport with a well-behaved server.
@Suite(.timeLimit(.minutes(25)))
struct SoupTransportTests {
    private let transport = SoupTransport(userAgent: "Stargazer/1.2.3", time: ManualDeadline().time)

    @Test func `an answer is handed over with status headers and body`() async throws {
        let server = try FaultServer.responding { _ in
            RawHTTP.response(fields: ["Link: <a>", "X-Two: 1", "X-Two: 2"], body: #"{"total_count": 3}"#)
        }
        let url = server.url("/search?q=a%2Bb")
        let response = try await transport.send(HTTPRequest(url: url, headers: ["Accept": "application/json"]))
        #expect(response.status == 200)
        #expect(response.url == url)
        #expect(response.header("link") == "<a>")
        #expect(response.header("x-two") == "1, 2")
        #expect(response.body == Data(#"{"total_count": 3}"#.utf8))
        let head = try #require(server.requests.all.first)
        #expect(head.hasPrefix("GET /search?q=a%2Bb HTTP/1.1\r\n"))
        #expect(head.contains("\r\nAccept: application/json\r\n"))
        #expect(head.contains("\r\nUser-Agent: Stargazer/1.2.3\r\n"))
        #expect(head.contains("\r\nAccept-Encoding: gzip"))
    }

    @Test func `a body is sent and one of no length says so`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response() }
        let headers = ["Content-Type": "application/json"]
        _ = try await transport.send(
            HTTPRequest(method: "POST", url: server.url(), headers: headers, body: Data("[1]".utf8)))
        _ = try await transport.send(HTTPRequest(method: "PUT", url: server.url(), body: Data()))
        let heads = server.requests.all
        #expect(heads[0].hasPrefix("POST / "))
        #expect(heads[0].contains("\r\nContent-Length: 3\r\n"))
        #expect(heads[0].contains("\r\nContent-Type: application/json\r\n"))
        #expect(heads[1].contains("\r\nContent-Length: 0\r\n"))
    }

    @Test(arguments: ["204 No Content", "304 Not Modified"])
    func `an answer without body is fine`(status: String) async throws {
        let server = try FaultServer.responding { _ in "HTTP/1.1 \(status)\r\nETag: \"a\"\r\n\r\n" }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == Int(status.prefix(3)))
        #expect(response.header("ETag") == "\"a\"")
        #expect(response.body.isEmpty)
    }

    @Test func `an error is an answer whatever its type`() async throws {
        let server = try FaultServer.responding { _ in
            RawHTTP.response("502 Bad Gateway", type: "text/html", body: "<h1>Unicorn")
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 502)
        #expect(response.body == Data("<h1>Unicorn".utf8))
    }

    @Test func `a sign-in challenge is a response and is not retried`() async throws {
        let server = try FaultServer.responding { _ in
            RawHTTP.response("401 Unauthorized", fields: ["WWW-Authenticate: Basic realm=\"x\""])
        }
        let headers = ["Authorization": "Bearer secret"]
        let response = try await transport.send(HTTPRequest(url: server.url(), headers: headers))
        #expect(response.status == 401)
        #expect(server.requests.all.count == 1)
        #expect(server.requests.all[0].contains("\r\nAuthorization: Bearer secret\r\n"))
    }

    @Test func `nothing is remembered from one request to the next`() async throws {
        let server = try FaultServer.responding { _ in
            RawHTTP.response(fields: ["Set-Cookie: a=b", "ETag: \"1\"", "Cache-Control: max-age=1000"])
        }
        for _ in 0..<2 { _ = try await transport.send(HTTPRequest(url: server.url())) }
        #expect(server.requests.all.count == 2)
        let second = try #require(server.requests.all.last).lowercased()
        #expect(!second.contains("cookie"))
        #expect(!second.contains("if-none-match"))
    }

    @Test func `an unexpected body is dropped`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response(type: "text/plain", body: "whatever") }
        let response = try await transport.send(HTTPRequest(url: server.url(), expects: .none))
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
    }

    @Test func `what cannot be written into a request is refused`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response() }
        let headers = ["Authorization": "Bearer a\r\nX-Injected: b"]
        await #expect(throws: HTTPFailure.malformed) {
            try await transport.send(HTTPRequest(url: server.url(), headers: headers))
        }
        await #expect(throws: HTTPFailure.malformed) {
            try await transport.send(HTTPRequest(url: URL(filePath: "/etc/passwd")))
        }
        #expect(server.requests.all.isEmpty)
    }

    @Test func `the log holds no secret`() throws {
        let url = try #require(URL(string: "https://api.example.org/v1/search?api_key=secret"))
        let request = HTTPRequest(url: url, headers: ["Authorization": "Bearer secret"], body: Data("secret".utf8))
        let response = HTTPResponse(status: 200, url: url, headers: ["X": "secret"], body: Data("secret".utf8))
        #expect(
            SoupTransport.logLine(request, .success(response))
                == "GET https://api.example.org:443/v1/search: 200, 6 bytes")
        #expect(
            SoupTransport.logLine(request, .failure(.timedOut)) == "GET https://api.example.org:443/v1/search: timedOut"
        )
    }
}
