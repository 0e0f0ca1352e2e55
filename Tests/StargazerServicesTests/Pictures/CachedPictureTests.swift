import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// When a cached picture still needs a request, and which of two responses is used.
@Suite(.timeLimit(.minutes(25))) struct CachedPictureTests {
    private let disk: TemporaryFolder
    private let transport = ScriptedTransport()
    private let time = ManualTime()

    init() throws { disk = try TemporaryFolder.ofCache() }

    /// A new client each time, as after a restart.
    private var client: PictureClient {
        PictureClient(
            server: .gitHub, transport: transport, cache: PictureCache(folder: disk.pictures, time: time.source))
    }

    private func keepOne() async throws {
        transport.add(.response(status: 200, body: png(1)))
        #expect(try await client.bytes(at: address(1)) == png(1))
    }

    private func makeItOld() async { await time.advance(by: .seconds(8 * 24 * 3600), sleepers: 0) }

    @Test func `a picture is requested once`() async throws {
        try await keepOne()
        #expect(try await client.bytes(at: address(1)) == png(1))
        #expect(transport.requests.count == 1)
    }

    @Test func `a stale picture is requested again and cached`() async throws {
        try await keepOne()
        await makeItOld()
        transport.add(.response(status: 200, body: png(2)))
        #expect(try await client.bytes(at: address(1)) == png(2))
        #expect(try await client.bytes(at: address(1)) == png(2))
        #expect(transport.requests.count == 2)
    }

    @Test(
        arguments: [
            .fail(.offline), .fail(.timedOut), .fail(.wrongContentType("text/html")), .response(status: 502),
            .response(status: 403), .response(status: 429),
        ] as [ScriptedTransport.Step])
    func `an old one serves when there is no new`(step: ScriptedTransport.Step) async throws {
        try await keepOne()
        await makeItOld()
        transport.add(step, step)
        #expect(try await client.bytes(at: address(1)) == png(1))
        #expect(try await client.bytes(at: address(1)) == png(1))
        #expect(transport.requests.count == 3)
    }

    @Test func `without a network an avatar of another size on disk takes the place of one that is missing`()
        async throws
    {
        let avatar = try #require(URL(string: "https://avatars.githubusercontent.com/u/1?v=4"))
        transport.add(.response(status: 200, body: png(1)), .fail(.offline), .response(status: 404))
        #expect(try await client.bytes(at: avatar, pixels: 48) == png(1))
        #expect(try await client.bytes(at: avatar, pixels: 72) == png(1))
        await #expect(throws: CatalogFailure.gone) { try await client.bytes(at: avatar, pixels: 72) }
    }

    @Test func `a picture that is gone is not shown from the cache`() async throws {
        try await keepOne()
        await makeItOld()
        transport.add(.response(status: 404), .fail(.offline))
        await #expect(throws: CatalogFailure.gone) { try await client.bytes(at: address(1)) }
        await #expect(throws: CatalogFailure.offline) { try await client.bytes(at: address(1)) }
    }

    @Test func `only pictures are cached`() async throws {
        transport.add(.response(status: 200, body: Data("words".utf8)), .response(status: 200, body: png(1)))
        #expect(try await client.bytes(at: address(1)) == Data("words".utf8))
        #expect(try await client.bytes(at: address(1)) == png(1))
    }

    @Test func `a picture that was discarded is requested from the server`() async throws {
        try await keepOne()
        transport.add(.response(status: 200, body: png(2)))
        await client.discard(address(1))
        #expect(try await client.bytes(at: address(1)) == png(2))
    }

    @Test func `failures are not cached`() async throws {
        transport.add(.response(status: 502), .response(status: 200, body: png(1)))
        await #expect(throws: CatalogFailure.server(status: 502)) { try await client.bytes(at: address(1)) }
        #expect(try await client.bytes(at: address(1)) == png(1))
    }

    @Test func `what is on disk does not wait behind the network`() async throws {
        try await keepOne()
        let client = client
        transport.add(.hold, .hold, .hold, .hold)
        let slow = (10..<14).map { number in Task { try await client.bytes(at: address(number)) } }
        await eventually("the line is full") { [transport] in transport.heldCount == 4 }
        #expect(try await client.bytes(at: address(1)) == png(1))
        for task in slow { task.cancel() }
    }

    @Test func `a disallowed address is not looked up in the cache either`() async throws {
        let plain = try #require(URL(string: "http://pictures.example/1"))
        await PictureCache(folder: disk.pictures, time: time.source).store(png(1), for: plain)
        await #expect(throws: CatalogFailure.unexpected(code: "picture-address")) { try await client.bytes(at: plain) }
    }
}
