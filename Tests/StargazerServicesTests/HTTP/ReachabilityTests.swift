import Foundation
import TestSupport
import Testing

@testable import StargazerServices

/// Servers that cannot be reached are asked again, and their recovery is reported.
struct ReachabilityTests {
    private let script = ScriptedTransport()
    private let time = ManualTime()
    private let request: HTTPRequest

    init() throws { request = HTTPRequest(url: try #require(URL(string: "https://api.example.org/search?q=secret"))) }

    private var transport: ReachabilityTransport { ReachabilityTransport(script, time: time.source) }

    private func recovery(of transport: ReachabilityTransport) -> Task<Bool, Never> {
        Task { [recoveries = transport.recoveries] in
            for await _ in recoveries { return true }
            return false
        }
    }

    @Test func `a server that was away is reported once it answers`() async {
        let transport = transport
        let recovery = recovery(of: transport)
        script.add(.fail(.offline), .fail(.offline), .fail(.timedOut), .response(status: 404))
        await #expect(throws: HTTPFailure.offline) { try await transport.send(request) }
        for (count, pause) in [(2, 5), (3, 10), (4, 20)] {
            await time.advance(by: .seconds(pause))
            await eventually { script.requests.count == count }
        }
        #expect(await recovery.value)
        let requested = script.requests.dropFirst()
        #expect(Set(requested.map { "\($0.method) \($0.url.absoluteString)" }) == ["HEAD https://api.example.org:443/"])
        #expect(requested.allSatisfy { $0.headers.isEmpty })
        #expect(time.sleepers == 0)
    }

    @Test func `the pause grows while the server answers nothing but this`() async {
        let transport = transport
        script.add(.fail(.offline), .response(status: 200), .fail(.offline), .response(status: 200))
        _ = try? await transport.send(request)
        await time.advance(by: .seconds(5))
        await eventually { script.requests.count == 2 && time.sleepers == 0 }
        await settle()
        _ = try? await transport.send(request)
        await time.advance(by: .seconds(9))
        await settle()
        #expect(script.requests.count == 3)
        await time.advance(by: .seconds(1))
        await eventually { script.requests.count == 4 }
    }

    @Test func `an answer to another request ends the waiting`() async throws {
        let transport = transport
        let recovery = recovery(of: transport)
        script.add(.fail(.offline), .response(status: 200))
        _ = try? await transport.send(request)
        await eventually { time.sleepers == 1 }
        _ = try await transport.send(request)
        #expect(await recovery.value)
        await eventually { time.sleepers == 0 }
        #expect(script.requests.count == 2)
    }

    @Test(arguments: [HTTPFailure.cancelled, .insecure, .markup])
    func `other failures start no waiting`(_ failure: HTTPFailure) async {
        script.add(.fail(failure))
        _ = try? await transport.send(request)
        await settle()
        #expect(time.sleepers == 0)
    }

    @Test func `servers of pictures are not asked`() async {
        let transport = transport
        var picture = request
        picture.expects = .picture
        script.add(.fail(.offline))
        _ = try? await transport.send(picture)
        await settle()
        #expect(time.sleepers == 0)
    }
}
