import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct PictureClientTests {
    private let transport = ScriptedTransport()
    private let client: PictureClient
    private let avatar: URL

    init() throws {
        client = PictureClient(server: .gitHub, transport: transport)
        avatar = try #require(URL(string: "https://avatars.githubusercontent.com/u/1?v=4"))
    }

    private func address(_ number: Int) throws -> URL {
        try #require(URL(string: "https://pictures.example/\(number)"))
    }

    @Test func `bytes arrive as they are`() async throws {
        transport.add(.response(status: 200, body: Data([1, 2, 3])))
        #expect(try await client.bytes(at: avatar) == Data([1, 2, 3]))
        #expect(transport.requests == [HTTPRequest(url: avatar, expects: .picture)])
    }

    @Test(
        arguments: [
            (.response(status: 404), .gone), (.response(status: 410), .gone),
            (.response(status: 502), .server(status: 502)),
            (.response(status: 403), .unexpected(code: "picture-403")), (.fail(.offline), .offline),
            (.fail(.wrongContentType("image/svg+xml")), .unreadable(code: "content-type")),
            (.fail(.tooLarge(limit: 4)), .unreadable(code: "too-large")),
        ] as [(ScriptedTransport.Step, CatalogFailure)])
    func `bytes that are no picture fail with a kind`(step: ScriptedTransport.Step, failure: CatalogFailure) async {
        transport.add(step)
        await #expect(throws: failure) { try await client.bytes(at: avatar) }
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [
        "http://pictures.example/1", "file:///etc/passwd", "data:image/png;base64,AAAA", "ftp://pictures.example/1",
        "https://", "https://me@pictures.example/1", "http://127.0.0.1.evil.example/1", "http://127.0.0.1:8080/1",
        "https://127.0.0.1:8080/1", "https://192.168.1.1/1", "https://[::1]/1", "https://localhost/1",
    ])
    func `only safe addresses are requested`(text: String) async throws {
        let url = try #require(URL(string: text))
        let refused = CatalogFailure.unexpected(code: "picture-address")
        await #expect(throws: refused) { try await client.bytes(at: url) }
        await #expect(throws: refused) { try await client.download(at: url) { _, _ in } }
        #expect(transport.requests.isEmpty)
    }

    @Test func `a server that the user configured may use plain HTTP`() async throws {
        let client = PictureClient(
            server: .gitHub, transport: transport,
            addresses: PictureAddressPolicy(trusting: [try APIServer(apiURL: "http://127.0.0.1:8080/api")]))
        transport.add(.response(status: 200))
        _ = try await client.bytes(at: try #require(URL(string: "http://127.0.0.1:8080/avatars/1")))
    }

    @Test func `an address that was refused while connecting is refused the same way`() async {
        transport.add(.fail(.addressRefused))
        await #expect(throws: CatalogFailure.unexpected(code: "picture-address")) {
            try await client.bytes(at: avatar)
        }
    }

    @Test func `at most four requests run concurrently`() async throws {
        transport.add(.hold, .hold, .hold, .hold, .hold, .hold)
        let addresses = try (0..<6).map(address)
        let tasks = addresses.map { url in Task { [client] in try await client.bytes(at: url) } }
        await eventually("four are under way") { [transport] in transport.heldCount == 4 }
        await eventually("two wait") { [client] in client.queue.waitingCount == 2 }
        for left in (0..<6).reversed() {
            transport.release(with: .response(status: 200))
            await eventually("one ended") { [transport] in transport.heldCount == min(4, left) }
        }
        for task in tasks { _ = try await task.value }
        #expect(transport.maxConcurrent == 4)
    }

    @Test func `Wikimedia's pictures wait for as long as their server asks`() async throws {
        let clock = SteppingClock()
        let client = PictureClient(server: .gitHub, transport: transport, time: clock.source)
        let pictures = try (1...2).map { try #require(URL(string: "https://thumb.wikimedia.org/\($0).jpg")) }
        transport.add(.response(status: 429, headers: ["Retry-After": "10"]), .response(status: 200))
        let until = clock.now.addingTimeInterval(10)
        for picture in pictures {
            await #expect(throws: CatalogFailure.throttled(until: until)) { try await client.bytes(at: picture) }
        }
        #expect(transport.requests.count == 1)
        clock.advance(by: 11)
        _ = try await client.bytes(at: pictures[1])
    }

    @Test func `at most three of Wikimedia's pictures load at once`() async throws {
        transport.add(.hold, .hold, .hold, .hold)
        let tasks = (0..<4).map { number in
            Task { [client] in
                try await client.bytes(at: #require(URL(string: "https://upload.wikimedia.org/\(number).jpg")))
            }
        }
        await eventually("three are under way") { [transport] in transport.heldCount == 3 }
        for left in (0..<4).reversed() {
            transport.release(with: .response(status: 200))
            await eventually("one ended") { [transport] in transport.heldCount == min(3, left) }
        }
        for task in tasks { _ = try await task.value }
        #expect(transport.maxConcurrent == 3)
    }

    @Test func `equal addresses share one request`() async throws {
        transport.add(.hold)
        let tasks = (0..<3).map { _ in Task { [client, avatar] in try await client.bytes(at: avatar) } }
        await eventually("three ask") { [client, avatar] in
            client.coalescer.waiterCount(of: .init(url: avatar)) == 3
        }
        await eventually("one is under way") { [transport] in transport.heldCount == 1 }
        transport.release(with: .response(status: 200, body: Data([9])))
        for task in tasks { #expect(try await task.value == Data([9])) }
        #expect(transport.requests.count == 1)
        transport.add(.response(status: 200, body: Data([8])))
        #expect(try await client.bytes(at: avatar) == Data([8]))
    }

    @Test func `a shared request runs while a caller waits`() async throws {
        transport.add(.hold)
        let first = Task { [client, avatar] in try await client.bytes(at: avatar) }
        let second = Task { [client, avatar] in try await client.bytes(at: avatar) }
        await eventually("both ask") { [client, avatar] in
            client.coalescer.waiterCount(of: .init(url: avatar)) == 2
        }
        await eventually("it is under way") { [transport] in transport.heldCount == 1 }
        first.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await first.value }
        #expect(transport.heldCount == 1)
        second.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await second.value }
        await eventually("the request is given up") { [transport] in transport.heldCount == 0 }
        transport.add(.response(status: 200, body: Data([7])))
        #expect(try await client.bytes(at: avatar) == Data([7]))
    }

    @Test func `the late end of a canceled request does not end the next one`() async throws {
        let coalescer = RequestCoalescer<Int, String>()
        let (old, new) = (AsyncGate(), AsyncGate())
        for gate in [old, new] { gate.close() }
        let ask = { (gate: AsyncGate, answer: String) in
            Task {
                try await coalescer.value(of: 1) { () async throws(CatalogFailure) in
                    await gate.pass()
                    return answer
                }
            }
        }
        let canceled = ask(old, "old")
        await eventually("the first is under way") { old.heldCount == 1 }
        canceled.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await canceled.value }
        let wanted = ask(new, "new")
        await eventually("the second is under way") { new.heldCount == 1 }
        old.open()
        await settle()
        new.open()
        #expect(try await wanted.value == "new")
    }

    @Test func `a canceled request leaves the queue and is never sent`() async throws {
        transport.add(.hold, .hold, .hold, .hold, .response(status: 200))
        let addresses = try (0..<6).map(address)
        let running = addresses[..<4].map { url in Task { [client] in try await client.bytes(at: url) } }
        await eventually("four are under way") { [transport] in transport.heldCount == 4 }
        let leaving = Task { [client] in try await client.bytes(at: addresses[4]) }
        await eventually("one waits") { [client] in client.queue.waitingCount == 1 }
        leaving.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await leaving.value }
        await eventually("nobody waits") { [client] in client.queue.waitingCount == 0 }
        for _ in running { transport.release(with: .response(status: 200)) }
        for task in running { _ = try await task.value }
        _ = try await client.bytes(at: addresses[5])
        #expect(!transport.requests.contains { $0.url == addresses[4] })
    }

    @Test func `a canceled task sends nothing`() async throws {
        let task = Task { [client, avatar] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.bytes(at: avatar)
        }
        await #expect(throws: CatalogFailure.cancelled) { try await task.value }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        ("https://avatars.githubusercontent.com/u/1?v=4", "https://avatars.githubusercontent.com/u/1?v=4&s=96"),
        ("https://avatars2.githubusercontent.com/u/1?v=4", "https://avatars2.githubusercontent.com/u/1?v=4&s=96"),
        ("https://avatars.githubusercontent.com/u/1", "https://avatars.githubusercontent.com/u/1?s=96"),
        ("https://avatars.githubusercontent.com/u/1?s=400&v=4", "https://avatars.githubusercontent.com/u/1?v=4&s=96"),
        ("https://ghe.example/avatars/u/1?v=4", "https://ghe.example/avatars/u/1?v=4&s=96"),
        ("https://ghe.example/picture.png", "https://ghe.example/picture.png"),
        ("https://ghe.example:8443/avatars/u/1?v=4", "https://ghe.example:8443/avatars/u/1?v=4"),
        (
            "https://gravatar.com/avatar/58ce?d=https%3A%2F%2Fx&r=x",
            "https://gravatar.com/avatar/58ce?d=https%3A%2F%2Fx&r=x"
        ),
        (
            "https://avatars.githubusercontent.com.evil.example/u/1?v=4",
            "https://avatars.githubusercontent.com.evil.example/u/1?v=4"
        ),
    ])
    func `only avatars are requested in a size`(text: String, expected: String) throws {
        let client = PictureClient(server: try GitHubServer(apiURL: "https://ghe.example/api/v3"), transport: transport)
        #expect(client.sized(try #require(URL(string: text)), pixels: 96).absoluteString == expected)
    }

    @Test func `a picture of a document may be larger`() async throws {
        transport.add(.response(status: 200), .response(status: 200))
        _ = try await client.bytes(at: address(1), pixels: 10, isInDocument: true)
        _ = try await client.bytes(at: address(1), pixels: 10)
        #expect(transport.requests.map(\.expects) == [.documentPicture, .picture])
        #expect(HTTPLimits().allowance(for: .documentPicture).bytes == 10 << 20)
    }

    @Test func `a picture that is too large for a list may be shown in a document at the same time`() async throws {
        transport.add(.hold, .hold)
        let inList = Task { [client, avatar] in try await client.bytes(at: avatar) }
        await eventually("one is under way") { [transport] in transport.heldCount == 1 }
        let inDocument = Task { [client, avatar] in try await client.bytes(at: avatar, isInDocument: true) }
        await eventually("both are under way") { [transport] in transport.heldCount == 2 }
        #expect(transport.requests.map(\.expects) == [.picture, .documentPicture])
        for task in [inList, inDocument] { task.cancel() }
    }

    @Test func `an SVG is drawn, whatever its type`() async throws {
        let svg = Data(
            #"<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><path d="M0 0h2v2H0z"/></svg>"#.utf8)
        transport.add(.response(status: 200, headers: ["Content-Type": "text/plain"], body: svg))
        #expect(PictureFormat(try await client.bytes(at: address(1))) == .png)
    }

    private static let pointer = Data(
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 9\n".utf8)

    @Test(arguments: ["main/docs/a%20b.png", "refs/heads/main/docs/a%20b.png", "main/docs/a%20b.png?token=SECRET"])
    func `a picture in Git LFS comes from its media server`(file: String) async throws {
        let url = try #require(URL(string: "https://raw.githubusercontent.com/ada/one/\(file)"))
        transport.add(.response(status: 200, body: Self.pointer), .response(status: 200, body: Data([1, 2, 3])))
        #expect(try await client.bytes(at: url) == Data([1, 2, 3]))
        let path = file.prefix { $0 != "?" }
        let media = try #require(URL(string: "https://media.githubusercontent.com/media/ada/one/\(path)"))
        #expect(transport.requests.map(\.url) == [url, media])
        #expect(transport.requests.allSatisfy { $0.headers.isEmpty })
    }

    @Test(arguments: [
        "https://pictures.example/ada/one/main/a.png", "https://media.githubusercontent.com/media/a/b/c/d",
    ])
    func `a pointer of Git LFS on another server is no picture`(address: String) async throws {
        transport.add(.response(status: 200, body: Self.pointer))
        await #expect(throws: CatalogFailure.unreadable(code: "git-lfs")) {
            try await client.bytes(at: #require(URL(string: address)))
        }
        #expect(transport.requests.count == 1)
    }

    @Test func `no size is no parameter`() {
        #expect(client.sized(avatar, pixels: 0) == avatar)
    }
}
