import Foundation
import Glibc
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// What a proxy says instead of connecting is no response of the server.
@Suite(.timeLimit(.minutes(25)), .enabled(if: hasProxyModule, "GIO's module for libproxy is not installed"))
struct ProxyTests {
    /// The statuses with which a proxy refuses to connect.
    static let refusals = [
        "403 Forbidden", "404 Not Found", "407 Proxy Authentication Required", "410 Gone",
        "451 Unavailable For Legal Reasons", "401 Unauthorized", "502 Bad Gateway", "302 Found",
    ]

    @Test(.oneExitTestAtATime, arguments: [HTTPBodyKind.json, .none, .picture])
    func `a refusal is named after the proxy, whatever its status and body`(expects: HTTPBodyKind) async throws {
        let next = EventRecorder<Void>()
        let proxy = try FaultServer.responding { _ in
            next.add(())
            let status = Self.refusals[(next.all.count - 1) % Self.refusals.count]
            let fields = status.hasPrefix("302") ? ["Location: https://login.invalid/"] : []
            return RawHTTP.response(status, fields: fields, body: #"{"message":"Bad credentials"}"#)
        }
        let (kind, port): (Int, Int) = (expects == .json ? 0 : expects == .none ? 1 : 2, Int(proxy.port))
        await #expect(processExitsWith: .success) { [port = port as Int, kind = kind as Int] in
            setenv("GIO_USE_PROXY_RESOLVER", "libproxy", 1)
            setenv("https_proxy", "http://user:secret@127.0.0.1:\(port)", 1)
            for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
            let transport = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)
            let url = try #require(URL(string: "https://server.invalid/x"))
            for refusal in Self.refusals {
                let request = HTTPRequest(
                    method: kind == 1 ? "PUT" : "GET", url: url, headers: ["Authorization": "Bearer secret"],
                    expects: [.json, .none, .picture][kind])
                let status = try #require(Int(refusal.prefix(3)))
                let expected = ProxyRefusal(proxy: "127.0.0.1:\(port)", status: status)
                await #expect(throws: HTTPFailure.proxyRefused(expected)) { try await transport.send(request) }
            }
        }
        #expect(proxy.requests.all.count >= Self.refusals.count)
        #expect(proxy.requests.all.allSatisfy { $0.hasPrefix("CONNECT server.invalid:443 ") })
        #expect(!proxy.requests.all.contains { $0.contains("Bearer") })
    }

    @Test func `407 is never a server's status`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response("407 Proxy Authentication Required") }
        let transport = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)
        await #expect(throws: HTTPFailure.proxyRefused(ProxyRefusal(proxy: nil, status: 407))) {
            try await transport.send(HTTPRequest(url: server.url()))
        }
    }
}

private let hasProxyModule =
    (try? FileManager.default.subpathsOfDirectory(atPath: "/usr/lib"))?
    .contains { $0.hasSuffix("gio/modules/libgiolibproxy.so") } == true
