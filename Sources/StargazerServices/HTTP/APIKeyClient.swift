import Foundation
import StargazerCore

/// Requests to an API that is told in their address who asks. The key goes to the configured server alone, stands in
/// nothing that is ever shown or logged, and is used no more once it is refused.
final class APIKeyClient: Sendable {
    let server: APIServer
    let key: APIKey
    private let transport: any HTTPTransport
    private let time: TimeSource
    private let backoff = ServerBackoff()
    private let queue = RequestQueue(limit: 2)
    /// What a success with a body is expected to be.
    private let expects: HTTPBodyKind

    init(
        server: APIServer, key: APIKey, transport: any HTTPTransport, time: TimeSource, expects: HTTPBodyKind
    ) {
        self.server = server
        self.key = key
        self.transport = transport
        self.time = time
        self.expects = expects
    }

    /// The answer of a resource when it is a success.
    /// - Parameters:
    ///   - candidate: a key to try out in place of the one in use.
    ///   - refusal: what an answer means that is no success; nil for one.
    func get(
        _ path: [String], _ parameters: [(name: String, value: String)], as candidate: Secret? = nil,
        refusal: (HTTPResponse) -> APIErrorResponse?
    ) async throws(CatalogFailure) -> HTTPResponse {
        try await queue.run { () async throws(CatalogFailure) in
            guard let secret = candidate ?? self.key.value else { throw .unauthorized }
            try self.backoff.admit(now: self.time.now())
            let query = parameters + [("api_key", secret.revealed)]
            guard let url = self.server.url(path, query: query) else { throw .unexpected(code: "address") }
            let response: HTTPResponse
            do throws(HTTPFailure) {
                response = try await self.transport.send(HTTPRequest(url: url, expects: self.expects))
            } catch {
                throw CatalogFailure(error)
            }
            switch refusal(response) {
            case nil:
                self.backoff.recordSuccess()
                return response
            case .slowDown: throw .throttled(until: self.backoff.record(response, now: self.time.now()))
            case .failure(let failure):
                if failure == .unauthorized { self.key.refuse(secret) }
                throw failure
            }
        }
    }
}

/// What an answer that is no success means.
enum APIErrorResponse: Sendable, Equatable {
    /// Too many requests.
    case slowDown
    case failure(CatalogFailure)
}
