import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Servers that do not answer, or do not speak HTTP.
@Suite(.timeLimit(.minutes(25)))
struct BrokenServerTests {
    private let deadline = ManualDeadline()
    private let transport: SoupTransport

    init() { transport = SoupTransport(userAgent: "Stargazer/1", time: deadline.time) }

    @Test func `a silent server ends with the deadline`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.waitForDisconnect()
        }
        async let failure = failure(from: server)
        await server.requests.wait()
        deadline.expire()
        #expect(await failure == .timedOut)
        await server.disconnects.wait()
        #expect(deadline.requestedDurations.all == [.seconds(15)])
    }

    @Test func `a server that speaks byte by byte ends with the deadline too`() async throws {
        let dripped = EventRecorder<Void>()
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
            while connection.send(" ") {
                dripped.add(())
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
        async let failure = failure(from: server)
        await dripped.wait(for: 10)
        deadline.expire()
        #expect(await failure == .timedOut)
    }

    @Test func `a picture has longer than an answer`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response(type: "image/png", body: "GIF89a") }
        let transport = SoupTransport(userAgent: "Stargazer/1", pictures: try server.trusted(), time: deadline.time)
        _ = try await transport.send(HTTPRequest(url: server.url(), expects: .picture))
        #expect(deadline.requestedDurations.all == [.seconds(30)])
    }

    @Test func `a reset connection is offline`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.resetOnClose()
        }
        #expect(await failure(from: server) == .offline)
    }

    @Test func `a reset in the middle of the body is offline`() async throws {
        let read = EventRecorder<Void>()
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send(RawHTTP.incompleteChunks([String(repeating: " ", count: 4 << 20)]))
            connection.resetOnClose()
            read.add(())
        }
        #expect(await failure(from: server) == .offline)
    }

    @Test func `a connection that ends without a word is offline`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.finishSending()
            connection.waitForDisconnect()
        }
        #expect(await failure(from: server) == .offline)
    }

    @Test func `a closed port is offline`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response() }
        server.stop()
        #expect(await failure(from: server) == .offline)
    }

    @Test func `a host that has no address is offline`() async throws {
        // A label of 64 letters is invalid, so the resolver fails without a DNS request.
        let url = try #require(URL(string: "https://\(String(repeating: "a", count: 64)).test/"))
        await #expect(throws: HTTPFailure.offline) { try await transport.send(HTTPRequest(url: url)) }
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n\r\n", "\u{1}\u{2}\u{3}\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n"])
    func `garbage is malformed`(greeting: String) async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send(greeting)
            connection.waitForDisconnect()
        }
        #expect(await failure(from: server) == .malformed)
    }

    @Test(arguments: [true, false])
    func `headers beyond all measure are malformed`(inOneField: Bool) async throws {
        let filler = String(repeating: "a", count: 1000) + (inOneField ? "" : "\r\nX-More: ")
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-More: ")
            for _ in 0..<5000 { connection.send(filler) }
            connection.send("\r\nContent-Length: 2\r\n\r\n{}")
        }
        #expect(await failure(from: server) == .malformed)
    }

    @Test func `headers over our own measure are malformed`() async throws {
        let server = try FaultServer.responding { _ in
            RawHTTP.response(fields: ["X-More: " + String(repeating: "a", count: 70_000)])
        }
        #expect(await failure(from: server) == .malformed)
    }

    @Test func `headers of any usual size are fine`() async throws {
        let server = try FaultServer.responding { _ in
            RawHTTP.response(fields: ["X-More: " + String(repeating: "a", count: 30_000)])
        }
        #expect(await failure(from: server) == nil)
    }

    private func failure(from server: FaultServer) async -> HTTPFailure? {
        do throws(HTTPFailure) {
            _ = try await transport.send(HTTPRequest(url: server.url()))
            return nil
        } catch {
            return error
        }
    }
}
