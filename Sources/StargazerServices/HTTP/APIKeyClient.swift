import Foundation
import StargazerCore
import StargazerLibrary

/// A client for APIs that take the key as a query parameter. It sends the key to the configured server only, never
/// shows or logs it, and stops using a rejected key.
final class APIKeyClient: Sendable {
    let server: APIServer
    let key: ServiceAPIKey
    private let transport: any HTTPTransport
    private let time: TimeSource
    private let backoff = ServerBackoff()
    private let queue = RequestQueue(limit: 2)
    private let expects: HTTPBodyKind

    init(
        server: APIServer, key: ServiceAPIKey, transport: any HTTPTransport, time: TimeSource, expects: HTTPBodyKind
    ) {
        self.server = server
        self.key = key
        self.transport = transport
        self.time = time
        self.expects = expects
    }

    /// - Parameters:
    ///   - candidate: a key to try instead of the current one.
    ///   - refusal: maps an error response to its meaning; returns nil for a success.
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
            if let failure = response.gatewayFailure { throw failure }
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

extension HTTPResponse {
    /// The failure of an error page, which APIs do not send: a gateway on the way did. It says nothing about the key.
    var gatewayFailure: CatalogFailure? {
        guard (400..<500).contains(status), status != 429, contentType == "text/html" else { return nil }
        return .unreadable(code: "http-\(status)")
    }
}

/// The meaning of an error response.
enum APIErrorResponse: Sendable, Equatable {
    /// Too many requests.
    case slowDown
    case failure(CatalogFailure)
}
