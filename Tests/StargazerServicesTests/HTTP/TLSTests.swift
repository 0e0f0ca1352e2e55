import Foundation
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25)))
struct TLSTests {
    private let transport = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)

    @Test func `an untrusted certificate is insecure`() async throws {
        let server = try await TLSServer()
        await #expect(throws: HTTPFailure.insecure) {
            try await transport.send(HTTPRequest(url: server.url, headers: ["Authorization": "Bearer secret"]))
        }
        server.stop()
    }

    @Test func `a server that does not speak TLS is insecure`() async throws {
        let server = try FaultServer { connection in
            connection.send(RawHTTP.response())
            connection.waitForDisconnect()
        }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        await #expect(throws: HTTPFailure.insecure) { try await transport.send(HTTPRequest(url: url)) }
    }
}
