import Foundation
public import StargazerCore

/// One server's requests: one line and one account of the limits for each bucket, and the second tries.
/// Catalogs of one server share one client, or they would spend the same searches twice.
public final class GitHubClient: Sendable {
    let server: GitHubServer
    private let transport: any HTTPTransport
    private let time: TimeSource
    private let jitter: @Sendable () -> Duration
    private let ledger = RateLedger()
    let searchLine = RequestLine(limit: 1)
    private let coreLine = RequestLine(limit: 1)

    /// Waits before the second and third try of a request that a server fault ended.
    private static let pauses: [Duration] = [.milliseconds(500), .milliseconds(1500)]
    private static let retriedStatuses: Set<Int> = [500, 502, 503, 504]
    /// Searches that a second try leaves to the person.
    private static let searchesKept = 3

    /// - Parameter jitter: added to each wait before another try, so that many clients do not come back at once.
    public init(
        server: GitHubServer, transport: any HTTPTransport, time: TimeSource,
        jitter: @escaping @Sendable () -> Duration = { .milliseconds(Int.random(in: 0...250)) }
    ) {
        self.server = server
        self.transport = transport
        self.time = time
        self.jitter = jitter
    }

    /// The answer of a resource, when it is a success.
    func get(_ url: URL?, bucket: RateBucket) async throws(CatalogFailure) -> HTTPResponse {
        guard let url else { throw .unexpected(code: "address") }
        let line = bucket == .search ? searchLine : coreLine
        return try await line.whenReached { () async throws(CatalogFailure) in
            var pauses = Self.pauses.makeIterator()
            while true {
                let (response, failure) = try await self.ask(url, bucket: bucket)
                guard let failure else { return response }
                guard self.mayTryAgain(response, bucket: bucket), let pause = pauses.next() else { throw failure }
                do { try await self.time.sleep(pause + self.jitter()) } catch { throw .cancelled }
            }
        }
    }

    func remaining(_ bucket: RateBucket) -> Int? { ledger.remaining(bucket, now: time.now()) }

    /// One request on the wire; the failure is what the answer means when it is no success.
    private func ask(
        _ url: URL, bucket: RateBucket
    ) async throws(CatalogFailure) -> (HTTPResponse, CatalogFailure?) {
        try ledger.admit(bucket, now: time.now())
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await transport.send(
                HTTPRequest(
                    url: url,
                    headers: ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"]))
        } catch {
            throw CatalogFailure(error)
        }
        let now = time.now()
        let headers = RateHeaders(response, now: now, longestWindow: bucket.longestWindow)
        ledger.note(headers, for: bucket, now: now)
        if (200..<300).contains(response.status) {
            ledger.noteSuccess()
            return (response, nil)
        }
        switch GitHubRefusal(response, headers: headers, bucket: bucket) {
        case .failure(let failure): return (response, failure)
        case .slowDown: return (response, .askedToSlowDown(until: ledger.notePause(headers, now: now)))
        case .usedUp: return (response, .rateLimited(ledger.noteUsedUp(headers, for: bucket, now: now)))
        }
    }

    /// A server that says when to come back is not asked before; and the last searches are not spent on tries.
    private func mayTryAgain(_ response: HTTPResponse, bucket: RateBucket) -> Bool {
        guard Self.retriedStatuses.contains(response.status), response.header("retry-after") == nil else {
            return false
        }
        guard bucket == .search, let left = remaining(.search) else { return true }
        return left > Self.searchesKept
    }
}
