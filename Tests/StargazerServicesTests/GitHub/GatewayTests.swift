import Foundation
@testable import StargazerLibrary
import StargazerServices
import Synchronization
import TestSupport
import Testing

@testable import StargazerCore

/// Changes that wait while something on the way speaks for the server: a company's proxy, or the page of a network that
/// requires a login.
@MainActor @Suite(.timeLimit(.minutes(25))) struct GatewayTests {
    private static let count = 500

    @Test func `no change is lost, sent twice or refused, and nobody is signed out`() async throws {
        let time = ManualTime()
        let network = Network()
        let client = GitHubClient(server: .gitHub, transport: network, time: time.source, jitter: { .zero })
        let account = AccountClient(client: client)
        try account.use(Credential(secret: Secret("ghp_waiting"), host: "api.github.com"))
        let refused = Mutex(false)
        let listening = Task {
            for await _ in account.refusals() { refused.withLock { $0 = true } }
        }
        defer { listening.cancel() }
        let library = MemoryLibrary([], account: "ada")
        let outbox = OutboxSender(
            account: account, writer: .attached(to: library), time: time.source, formats: .sample())
        outbox.signedIn(as: "ada")
        let items = (1...Self.count).map { number in
            Item(
                id: ItemID(catalog: .repositories, host: "api.github.com", id: String(number)),
                facts: Repository(owner: "octo", name: "project-\(number)"))
        }
        network.lie = Lie.allCases.first
        outbox.enqueue(outbox.changes(items.map { (AccountMutation(.star, $0, isSet: true), false) }))
        for lie in Lie.allCases {
            network.lie = lie
            let before = network.requests
            while network.requests < before + 5 { await time.advance(by: .seconds(901)) }
        }
        network.lie = nil
        while network.writes.count < Self.count {
            await eventually("a pause or the end") { time.sleepers > 0 || network.writes.count == Self.count }
            if time.sleepers > 0 { await time.advance(by: .seconds(901)) }
        }
        await outbox.settled()
        #expect(network.writes.sorted() == items.map { "PUT /user/starred/\($0.title)" }.sorted())
        #expect(outbox.waitingChanges.count == 0)
        #expect(!refused.withLock { $0 })
    }
}

/// What answers instead of the server.
private enum Lie: CaseIterable {
    case forbidden, notFound, proxyPassword, gone, legal, unauthorized, redirect, page, cut
}

private final class Network: HTTPTransport {
    private let state = Mutex((lie: Lie?.none, requests: 0, writes: [String]()))

    var lie: Lie? {
        get { state.withLock { $0.lie } }
        set { state.withLock { $0.lie = newValue } }
    }
    var requests: Int { state.withLock { $0.requests } }
    /// What has reached the server.
    var writes: [String] { state.withLock { $0.writes } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let line = "\(request.method) \(request.url.path())"
        let (lie, isStarred) = state.withLock { state in
            state.requests += 1
            let isStarred = state.writes.contains { $0.hasSuffix(request.url.path()) }
            if state.lie == nil, request.method == "PUT" { state.writes.append(line) }
            return (state.lie, isStarred)
        }
        let page = { (status: Int) in
            HTTPResponse(
                status: status, url: request.url, headers: ["Content-Type": "text/html"],
                body: Data("<html><h1>Access denied by policy</h1></html>".utf8))
        }
        switch lie {
        case .forbidden: return page(403)
        case .notFound: return page(404)
        case .proxyPassword: throw .proxyRefused(ProxyRefusal(proxy: "proxy.example:3128", status: 407))
        case .gone: return page(410)
        case .legal: return page(451)
        case .unauthorized: return page(401)
        case .redirect: throw .redirectRefused(to: "https://login.example/")
        case .page: return page(200)
        case .cut: throw .truncated
        case nil:
            guard request.method == "GET" else { return HTTPResponse(status: 204, url: request.url) }
            return isStarred
                ? HTTPResponse(status: 204, url: request.url)
                : HTTPResponse(status: 404, url: request.url, body: Data(#"{"message":"Not Found"}"#.utf8))
        }
    }
}
