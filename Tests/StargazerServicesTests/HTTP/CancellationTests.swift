import Foundation
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

/// Cancellation, and the queue for connections.
@Suite(.timeLimit(.minutes(25)))
struct CancellationTests {
    private let deadline = ManualDeadline()

    @Test func `a canceled request is answered and its connection ends`() async throws {
        let server = try silentServer()
        let transport = SoupTransport(userAgent: "Stargazer/1", time: deadline.time)
        let task = Task { await failure(transport, server) }
        await server.requests.wait()
        task.cancel()
        #expect(await task.value == .cancelled)
        await server.disconnects.wait()
    }

    @Test func `a request canceled in its body is answered and its connection ends`() async throws {
        let server = try FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
            connection.waitForDisconnect()
        }
        let transport = SoupTransport(userAgent: "Stargazer/1", time: deadline.time)
        let task = Task { await failure(transport, server) }
        await server.requests.wait()
        task.cancel()
        #expect(await task.value == .cancelled)
        await server.disconnects.wait()
    }

    @Test func `a queued request is canceled without a free connection`() async throws {
        let server = try silentServer()
        var limits = HTTPLimits()
        limits.connectionsPerHost = 1
        let transport = SoupTransport(userAgent: "Stargazer/1", time: deadline.time, limits: limits)
        let running = Task { await failure(transport, server) }
        await server.requests.wait()
        let waiting = (0..<5).map { _ in Task { await failure(transport, server) } }
        await deadline.requestedDurations.wait(for: 6)
        for task in waiting { task.cancel() }
        for task in waiting { #expect(await task.value == .cancelled) }
        #expect(server.requests.all.count == 1)
        running.cancel()
        #expect(await running.value == .cancelled)
    }

    @Test func `a queued request times out`() async throws {
        let server = try silentServer()
        var limits = HTTPLimits()
        limits.connectionsPerHost = 1
        let transport = SoupTransport(userAgent: "Stargazer/1", time: deadline.time, limits: limits)
        let tasks = (0..<2).map { _ in Task { await failure(transport, server) } }
        await server.requests.wait()
        await deadline.requestedDurations.wait(for: 2)
        deadline.expire()
        for task in tasks { #expect(await task.value == .timedOut) }
    }

    @Test func `the next in queue runs when one is canceled`() async throws {
        let server = try FaultServer { connection in
            guard let head = connection.readRequest() else { return }
            if head.contains("/silent") { connection.waitForDisconnect() } else { connection.send(RawHTTP.response()) }
        }
        var limits = HTTPLimits()
        limits.connectionsPerHost = 1
        let transport = SoupTransport(userAgent: "Stargazer/1", time: deadline.time, limits: limits)
        let silent = Task { await failure(transport, server, "/silent") }
        await server.requests.wait()
        let next = Task { await failure(transport, server) }
        await deadline.requestedDurations.wait(for: 2)
        silent.cancel()
        #expect(await next.value == nil)
    }

    @Test func `another host has its own queue`() async throws {
        let silent = try silentServer()
        let server = try FaultServer.responding { _ in RawHTTP.response() }
        let transport = SoupTransport(userAgent: "Stargazer/1", time: deadline.time)
        let tasks = (0..<10).map { _ in Task { await failure(transport, silent) } }
        await silent.requests.wait(for: 6)
        #expect(await failure(transport, server) == nil)
        #expect(silent.requests.all.count == 6)
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == .cancelled) }
    }

    @Test func `two hundred at once are all answered over six connections`() async throws {
        let connections = EventRecorder<Void>()
        let server = try FaultServer { connection in
            connections.add(())
            while connection.readRequest() != nil { connection.send(RawHTTP.response()) }
        }
        let transport = SoupTransport(userAgent: "Stargazer/1", time: deadline.time)
        let answered = await withTaskGroup(of: HTTPFailure?.self) { group in
            for number in 0..<200 { group.addTask { await failure(transport, server, "/\(number)") } }
            return await group.reduce(into: 0) { $0 += $1 == nil ? 1 : 0 }
        }
        #expect(answered == 200)
        let paths: [Substring] = server.requests.all.map { $0.split(separator: " ")[1] }
        #expect(Set(paths).count == 200)
        #expect(connections.all.count <= 6)
    }

    @Test func `canceling while the answer comes gives one outcome each`() async throws {
        let server = try FaultServer.responding { _ in RawHTTP.response() }
        let transport = SoupTransport(userAgent: "Stargazer/1", time: deadline.time)
        let tasks = (0..<300).map { _ in Task { await failure(transport, server) } }
        for (number, task) in tasks.enumerated() {
            if number % 3 == 0 { await server.requests.wait(for: number / 10) }
            task.cancel()
        }
        for task in tasks {
            let outcome = await task.value
            #expect(outcome == nil || outcome == .cancelled)
        }
        #expect(await failure(transport, server) == nil)
    }

    private func silentServer() throws -> FaultServer {
        try FaultServer { connection in
            _ = connection.readRequest()
            connection.waitForDisconnect()
        }
    }

    private func failure(
        _ transport: SoupTransport, _ server: FaultServer, _ path: String = "/"
    ) async -> HTTPFailure? {
        do throws(HTTPFailure) {
            _ = try await transport.send(HTTPRequest(url: server.url(path)))
            return nil
        } catch {
            return error
        }
    }
}
