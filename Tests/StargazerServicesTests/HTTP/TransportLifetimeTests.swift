import Foundation
import TestSupport
import Testing

@testable import StargazerServices

/// A released transport leaves no thread or connection behind.
@Suite(.timeLimit(.minutes(25)))
struct TransportLifetimeTests {
    @Test func `connections and thread end with the transport`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response() }
        var transport: SoupTransport? = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)
        weak let loop = transport?.network.loop
        _ = try await transport?.send(HTTPRequest(url: server.url()))
        transport = nil
        await server.disconnects.wait()
        // The thread retains its loop while it runs.
        await eventually("the end of the thread") { loop == nil }
    }

    @Test func `a transport left while its last request is being given up ends too`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.waitForDisconnect()
        }
        var transport: SoupTransport? = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)
        weak let loop = transport?.network.loop
        let task = Task { [transport] in try await transport?.send(HTTPRequest(url: server.url())) }
        transport = nil
        await server.requests.wait()
        task.cancel()
        await #expect(throws: HTTPFailure.cancelled) { try await task.value }
        await server.disconnects.wait()
        await eventually("the end of the thread") { loop == nil }
    }

    @Test func `a thread that was never used ends too`() async throws {
        var transport: SoupTransport? = SoupTransport(userAgent: "Stargazer/1")
        weak let loop = transport?.network.loop
        transport = nil
        await eventually("the end of the thread") { loop == nil }
    }
}
