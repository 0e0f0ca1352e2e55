import Foundation
import StargazerCore
import StargazerLibrary
import Synchronization

/// Asks GitHub's GraphQL API about many things in one query.
///
/// It knows how many a query may ask about: a query that is too much for the server is divided, and the number grows
/// again slowly. It also knows the token that the server allows no queries.
final class GraphQLClient: Sendable {
    private struct State {
        var batchSize: Int
        /// Queries in a row that failed.
        var failures = 0
        var refusedToken: String?
    }

    enum Answer<Payload: Sendable>: Sendable {
        /// The data, in which parts may be missing, and the errors of such parts.
        case data(Payload, [GraphQLErrors.Entry])
        /// It was too much for the server: ask about fewer, after this many seconds.
        case tooMuch(pause: TimeInterval)
        /// The server allows this token no queries.
        case refused
    }

    private static let growth = 2
    /// Failures in a row after which the server counts as unavailable.
    private static let maxFailures = 3
    /// Seconds after a query that failed.
    private static let pauseAfterFailure: TimeInterval = 5

    private let client: GitHubClient
    private let maxBatchSize: Int
    private let state: Mutex<State>

    /// - Parameter maxBatchSize: the most things that a query asks about.
    init(client: GitHubClient, maxBatchSize: Int = 50) {
        self.client = client
        self.maxBatchSize = maxBatchSize
        state = Mutex(State(batchSize: maxBatchSize))
    }

    /// Returns how many a query of this session may ask about; nil if it may not ask at all.
    func batchSize(for session: GitHubSession) -> Int? {
        state.withLock { state in
            session.credential != nil && state.refusedToken != session.tokenDigest ? state.batchSize : nil
        }
    }

    /// Sends a query about `count` things in the `graphQL` bucket, of which it uses at most half.
    /// - Throws: the failure, when the last queries have failed too; `.rateLimited` when too few requests are left.
    func send<Payload: Decodable & Sendable>(
        _ body: Data?, about count: Int, as session: GitHubSession, reading type: Payload.Type
    ) async throws(CatalogFailure) -> Answer<Payload> {
        guard let url = client.server.graphQLURL, let body else { throw .unexpected(code: "address") }
        var call = GitHubCall(url: url, bucket: .graphQL, requester: .account(session))
        call.kind = .query(body)
        call.usesHalfOfLimit = true
        let response: Data
        do throws(CatalogFailure) {
            response = try await client.sendOptional(call).body
        } catch {
            switch error {
            case .server, .timedOut, .unreadable(code: "too-large"), .unreadable(code: "cut"):
                return try tooMuch(count, error)
            case .notAllowed, .tokenRefused, .gone, .blocked, .unexpected: return refused(session)
            default: throw error
            }
        }
        let errors = try? JSONDecoder().decode(GraphQLErrors.self, from: response)
        let payload = try ResponseJSON.read(Envelope<Payload>.self, from: response, what: "graphql")
        if let data = payload.data { return .data(data, errors?.entries ?? []) }
        return errors?.isTooMuch == true ? try tooMuch(count, .server(status: 502)) : refused(session)
    }

    /// Records how many of the parts were answered, and changes the size of the next query.
    /// - Returns: nil; or what to do when none was.
    func answered<Payload>(_ found: Int, of count: Int) throws(CatalogFailure) -> Answer<Payload>? {
        guard found > 0 else { return try tooMuch(count, .server(status: 502)) }
        state.withLock { state in
            state.failures = 0
            state.batchSize = found == count ? min(state.batchSize + Self.growth, maxBatchSize) : found
        }
        return nil
    }

    private func tooMuch<Payload>(
        _ count: Int, _ failure: CatalogFailure
    ) throws(CatalogFailure) -> Answer<Payload> {
        let failures = state.withLock { state in
            state.failures += 1
            state.batchSize = max(1, count / 2)
            return state.failures
        }
        guard failures < Self.maxFailures else {
            state.withLock { $0.failures = 0 }
            throw failure
        }
        return .tooMuch(pause: Self.pauseAfterFailure * Double(failures))
    }

    private func refused<Payload>(_ session: GitHubSession) -> Answer<Payload> {
        state.withLock { $0.refusedToken = session.tokenDigest }
        return .refused
    }

    private struct Envelope<Payload: Decodable>: Decodable {
        let data: Payload?
    }
}

extension GitHubClient {
    /// Sends a request that uses only a part of the limit.
    /// - Throws: `.rateLimited` when too little of that part is left.
    func sendOptional(_ call: GitHubCall) async throws(CatalogFailure) -> HTTPResponse {
        do throws(CatalogFailure) {
            return try await send(call)
        } catch .notSent {
            guard let limit = limit(call.bucket) else { throw .notSent }
            throw .rateLimited(limit)
        }
    }
}
