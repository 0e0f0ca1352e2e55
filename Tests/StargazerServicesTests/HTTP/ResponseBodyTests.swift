import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Bodies that are too large, truncated or of the wrong type.
@Suite(.timeLimit(.minutes(25)))
struct ResponseBodyTests {
    private let transport = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)

    @Test func `more bytes than allowed are too large`() async throws {
        var limits = HTTPLimits()
        limits.json.bytes = 1000
        let transport = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time, limits: limits)
        let server = try FaultServer.responding { head in
            RawHTTP.response(body: "\"" + String(repeating: "a", count: head.contains("GET /more") ? 999 : 998) + "\"")
        }
        let response = try await transport.send(HTTPRequest(url: server.url("/exact")))
        #expect(response.body.count == 1000)
        await #expect(throws: HTTPFailure.tooLarge(limit: 1000)) {
            try await transport.send(HTTPRequest(url: server.url("/more")))
        }
    }

    @Test func `a file is left after its beginning`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/vnd.github.raw\r\n\r\n")
            let chunk = Data(repeating: 0x61, count: 64 << 10)
            while connection.send(chunk) {}
            connection.waitForDisconnect()
        }
        let response = try await transport.send(HTTPRequest(url: server.url(), expects: .file))
        #expect(response.body == Data(repeating: 0x61, count: 1_000_000))
        await server.disconnects.wait()
    }

    @Test func `a file that breaks off earlier is truncated`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nbegin")
        }
        await #expect(throws: HTTPFailure.truncated) {
            try await transport.send(HTTPRequest(url: server.url(), expects: .file))
        }
    }

    @Test func `an endless body is left when the limit is reached`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n\r\nGIF89a")
            let chunk = Data(count: 64 << 10)
            while connection.send(chunk) {}
            connection.waitForDisconnect()
        }
        await #expect(throws: HTTPFailure.tooLarge(limit: 4 << 20)) {
            try await picture(from: server)
        }
        await server.disconnects.wait()
    }

    /// In its own process: peak memory would include that of other tests.
    @Test(.oneExitTestAtATime) func `a compression bomb is not inflated`() async {
        await #expect(processExitsWith: .success) {
            let bomb = try ChildProcess.output("sh", ["-c", "head -c 1073741824 /dev/zero | gzip -c"])
            #expect(bomb.count < 2_000_000)
            let server = try FaultServer { connection in
                _ = connection.readRequest()
                connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
                        + "Content-Length: \(bomb.count)\r\n\r\n")
                connection.send(bomb)
                connection.waitForDisconnect()
            }
            let transport = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)
            let before = try #require(PeakMemory.now())
            await #expect(throws: HTTPFailure.tooLarge(limit: 8 << 20)) {
                try await transport.send(HTTPRequest(url: server.url()))
            }
            let growth = try #require(PeakMemory.now()) - before
            #expect(growth < 100 << 20, "\(growth >> 20) MiB")
        }
    }

    @Test func `a compressed body is handed over as it was meant`() async throws {
        let text = #"{"a": "\#(String(repeating: "b", count: 5000))"}"#
        let packed = try ChildProcess.output("sh", ["-c", "printf '%s' '\(text)' | gzip -c"])
        let server = try packedServer(packed)
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.body == Data(text.utf8))
    }

    @Test func `a compressed body that is cut or none is truncated`() async throws {
        let packed = try ChildProcess.output("sh", ["-c", "printf '%s' '[1, 2, 3, 4, 5, 6, 7]' | gzip -c"])
        for (body, failure) in [
            (packed.prefix(packed.count / 2), HTTPFailure.truncated), (Data("plain".utf8), .notJSON),
        ] {
            let server = try packedServer(body)
            await #expect(throws: failure) { try await transport.send(HTTPRequest(url: server.url())) }
        }
    }

    @Test func `a compressed body that is spoiled on its way is truncated`() async throws {
        var packed = try ChildProcess.output("sh", ["-c", "(printf GIF89a; seq 1 200000) | gzip -c"])
        packed.replaceSubrange(300_000..<300_100, with: Data(repeating: 0xFF, count: 100))
        let server = try packedServer(packed, type: "image/png")
        await #expect(throws: HTTPFailure.truncated) {
            try await picture(from: server)
        }
    }

    @Test(arguments: [#"{"items": ["#, #"{"items": [1, 2]"#, #"{"a": "b"#, "", " \n", #"{"a": nul"#, #"["}]\"]"#])
    func `JSON that is not complete is truncated`(text: String) async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response(body: text) }
        await #expect(throws: HTTPFailure.truncated) { try await transport.send(HTTPRequest(url: server.url())) }
    }

    @Test(arguments: ["<html>", "\n<!DOCTYPE html>\n<html><body>", "\u{FEFF}<?xml version=\"1.0\"?>"])
    func `a web page under the type of JSON is called that`(text: String) async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response(body: text) }
        await #expect(throws: HTTPFailure.markup) { try await transport.send(HTTPRequest(url: server.url())) }
    }

    @Test(arguments: ["{} {}", "plain text", "{]", "[1, two]", #"{"a" 1}"#])
    func `a body that is not JSON at all is not called cut off`(text: String) async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response(body: text) }
        await #expect(throws: HTTPFailure.notJSON) { try await transport.send(HTTPRequest(url: server.url())) }
    }

    @Test func `JSON nested beyond all measure is refused`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response(body: String(repeating: "[", count: 1 << 20)) }
        await #expect(throws: HTTPFailure.truncated) { try await transport.send(HTTPRequest(url: server.url())) }
    }

    @Test func `incomplete chunks are truncated`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send(RawHTTP.incompleteChunks([#"{"items": ["#, "1, 2"]))
        }
        await #expect(throws: HTTPFailure.truncated) { try await transport.send(HTTPRequest(url: server.url())) }
    }

    @Test(arguments: ["keep-alive", "close"])
    func `a picture shorter than its length is truncated`(connectionField: String) async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nConnection: \(connectionField)\r\n"
                    + "Content-Length: 100\r\n\r\nonly a part")
        }
        await #expect(throws: HTTPFailure.truncated) {
            try await picture(from: server)
        }
    }

    @Test func `a picture of its full length is fine though the connection ends`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send(
                RawHTTP.response(type: "image/png; a=b", fields: ["Connection: close"], body: "GIF89a"))
        }
        let response = try await picture(from: server)
        #expect(response.body == Data("GIF89a".utf8))
    }

    @Test(arguments: ["text/html; charset=utf-8", "text/plain", nil])
    func `a type that is not JSON is refused`(type: String?) async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response(type: type, body: "{}") }
        await #expect(throws: HTTPFailure.wrongContentType(type)) {
            try await transport.send(HTTPRequest(url: server.url()))
        }
    }

    @Test(arguments: ["application/json; charset=utf-8", "application/vnd.github+json", "Application/JSON"])
    func `the types of JSON are let through`(type: String) async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response(type: type) }
        #expect(try await transport.send(HTTPRequest(url: server.url())).status == 200)
    }

    @Test(arguments: [
        "application/octet-stream", "image/jpg", "text/plain", "text/html", "image/svg+xml", "nonsense", nil,
    ])
    func `a picture counts by its first bytes, not by its type`(type: String?) async throws {
        for body in ["GIF89a", "<svg/>", "<?xml version='1.0'?>\n<!-- a -->\n<svg:svg>"] {
            let server = try FaultServer.responding { _ in RawHTTP.response(type: type, body: body) }
            #expect(try await picture(from: server).body == Data(body.utf8))
        }
    }

    @Test(arguments: ["II*", "<!DOCTYPE html><svg>", "<html><svg/></html>", "words", "<!-- <svg> -->", ""])
    func `a body of another kind is refused`(body: String) async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response(type: "image/png", body: body) }
        await #expect(throws: HTTPFailure.wrongContentType("image/png")) { try await picture(from: server) }
    }

    @Test func `an endless body of another kind is left at its beginning`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n<!DOCTYPE html>")
            let chunk = Data(repeating: 0x61, count: 64 << 10)
            while connection.send(chunk) {}
            connection.waitForDisconnect()
        }
        await #expect(throws: HTTPFailure.wrongContentType("image/png")) { try await picture(from: server) }
        await server.disconnects.wait()
    }

    @Test func `a body that announces more than is allowed is not read`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\nGIF89a")
            connection.waitForDisconnect()
        }
        await #expect(throws: HTTPFailure.tooLarge(limit: 4 << 20)) { try await picture(from: server) }
    }

    @Test func `the text of an error is cut and still an answer`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 500 Oops\r\nContent-Type: text/html\r\n\r\n")
            let chunk = Data(count: 64 << 10)
            while connection.send(chunk) {}
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 500)
        #expect(response.body.count == 256 << 10)
    }

    @Test func `a truncated error body is still a response`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nhalf a")
        }
        let response = try await transport.send(HTTPRequest(url: server.url()))
        #expect(response.status == 503)
        #expect(response.body == Data("half a".utf8))
    }

    private func packedServer(_ body: Data, type: String = "application/json") throws -> FaultServer {
        try FaultServer { connection in
            _ = connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Encoding: gzip\r\n"
                    + "Content-Length: \(body.count)\r\n\r\n")
            connection.send(body)
            connection.waitForDisconnect()
        }
    }

    private func picture(from server: FaultServer) async throws -> HTTPResponse {
        let transport = SoupTransport(
            userAgent: "Stargazer/1", pictures: try server.trusted(), time: ManualDeadline().time)
        return try await transport.send(HTTPRequest(url: server.url(), expects: .picture))
    }
}
