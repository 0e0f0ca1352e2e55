import Foundation
import Glibc
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// The addresses that a picture request connects to, over real sockets. `ValidatedRequestTests` covers URLs that are refused at
/// once.
@Suite(.timeLimit(.minutes(25)))
struct PictureAddressTests {
    private let server: FaultServer

    init() throws { server = try FaultServer.responding { _ in RawHTTP.response(type: "image/png", body: "GIF89a") } }

    @Test(arguments: [
        "http://127.0.0.1:PORT/admin/reboot", "http://localhost:PORT/", "https://127.0.0.1:PORT/",
        "https://localhost:PORT/",
        "https://[::ffff:127.0.0.1]:PORT/",
    ])
    func `a picture on this machine is refused and nothing arrives`(address: String) async throws {
        #expect(await failure(of: address) == .addressRefused)
        try await expectNoConnection()
    }

    /// A host name that does not reveal its address.
    @Test(.enabled(if: ownNameIsLocal, "the name of this machine is not in its hosts"))
    func `a name that leads to this machine is refused and nothing arrives`() async throws {
        #expect(await failure(of: "https://\(ownName):PORT/") == .addressRefused)
        try await expectNoConnection()
    }

    @Test func `a redirect to another server on this machine is refused and nothing arrives`() async throws {
        for location in ["http://127.0.0.1:PORT/", "http://localhost:PORT/", "https://127.0.0.1:PORT/"] {
            let address = try #require(url(location)).absoluteString
            let first = try FaultServer.responding { _ in RawHTTP.redirect(to: address) }
            let transport = SoupTransport(
                userAgent: "Stargazer/1", pictures: try first.trusted(), time: ManualDeadline().time)
            await #expect(throws: HTTPFailure.self) {
                try await transport.send(HTTPRequest(url: first.url(), expects: .picture))
            }
        }
        try await expectNoConnection()
    }

    @Test func `a server that the user configured is requested`() async throws {
        let transport = SoupTransport(
            userAgent: "Stargazer/1", pictures: try server.trusted(), time: ManualDeadline().time)
        let response = try await transport.send(HTTPRequest(url: server.url(), expects: .picture))
        #expect(response.body == Data("GIF89a".utf8))
    }

    /// A host name whose address was public at an earlier lookup: only the address of the connection counts.
    @Test func `the address is checked before it is connected to`() async throws {
        let network = Network()
        #expect(await network.send(try request(to: "localhost", isGuarded: true)) == .failure(.addressRefused))
        #expect(server.connections.all.isEmpty)
        #expect(await network.send(try request(to: "localhost", isGuarded: false)) == .success(200))
        #expect(server.connections.all.count == 1)
    }

    @Test func `a connection that was not checked is not lent to a picture`() async throws {
        let network = Network()
        // Until a request reuses a connection, which libsoup frees a little after the response.
        repeat {
            try #require(server.requests.all.count < 100)
            #expect(await network.send(try request(to: "127.0.0.1", isGuarded: false)) == .success(200))
        } while server.requests.all.count == server.connections.all.count
        let (requests, connections) = (server.requests.all.count, server.connections.all.count)
        #expect(await network.send(try request(to: "127.0.0.1", isGuarded: true)) == .failure(.addressRefused))
        #expect(server.requests.all.count == requests)
        #expect(server.connections.all.count == connections)
    }

    private func url(_ address: String) -> URL? {
        URL(string: address.replacingOccurrences(of: "PORT", with: String(server.port)))
    }

    private func failure(of address: String) async -> HTTPFailure? {
        let transport = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)
        guard let url = url(address) else { return nil }
        do throws(HTTPFailure) {
            _ = try await transport.send(HTTPRequest(url: url, expects: .picture))
            return nil
        } catch {
            return error
        }
    }

    /// Connections are accepted in order, so the one made here is the first.
    private func expectNoConnection() async throws {
        let transport = SoupTransport(userAgent: "Stargazer/1", time: ManualDeadline().time)
        _ = try? await transport.send(HTTPRequest(url: server.url("/own")))
        #expect(server.connections.all.count == 1)
        #expect(server.requests.all.allSatisfy { $0.hasPrefix("GET /own ") })
    }

    /// Over plain http, so that a request arrives readable.
    private func request(to host: String, isGuarded: Bool) throws -> ValidatedRequest {
        var request = try ValidatedRequest(HTTPRequest(url: #require(url("http://\(host):PORT/")), expects: .none))
        request.needsPublicAddress = isGuarded
        return request
    }
}

/// Sends single messages, one at a time for each host.
private final class Network {
    private let thread = NetworkThread(name: "network")
    private let dispatcher: Dispatcher
    private let limits: HTTPLimits

    init() {
        var limits = HTTPLimits()
        limits.connectionsPerHost = 1
        self.limits = limits
        dispatcher = Dispatcher(userAgent: "Stargazer/1", limits: limits)
    }

    deinit {
        thread.perform { [dispatcher, thread] in
            dispatcher.close { thread.stop() }
        }
    }

    /// Returns the status of the response.
    func send(_ request: ValidatedRequest) async -> Result<Int, HTTPFailure> {
        let promise = Promise<Result<RawResponse, HTTPFailure>>()
        let exchange = Exchange(request, promise: promise, limits: limits)
        thread.perform { [dispatcher] in dispatcher.add(exchange) }
        return await promise.value().map(\.status)
    }
}

private let ownName = ProcessInfo.processInfo.hostName

private let ownNameIsLocal: Bool = {
    guard !ownName.isEmpty, !ownName.hasPrefix("localhost"), let entry = gethostbyname(ownName),
        entry.pointee.h_addrtype == AF_INET, let first = entry.pointee.h_addr_list.pointee
    else { return false }
    return UInt8(bitPattern: first.pointee) == 127
}()
