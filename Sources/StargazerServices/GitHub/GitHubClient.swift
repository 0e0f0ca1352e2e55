import Foundation
import StargazerCore
public import StargazerLibrary
import Synchronization

/// Sends and repeats requests to one GitHub server, with a credential, a response cache, queues and rate limits.
///
/// All catalogs of a server share one client, because they share its rate limits.
public final class GitHubClient: Sendable {
    let server: GitHubServer
    private let transport: any HTTPTransport
    private let time: TimeSource
    private let responseCache: ResponseCache?
    private let pendingCacheUpdate = Mutex<Task<Void, Never>?>(nil)
    private let jitter: @Sendable () -> Duration
    private let current = Mutex(GitHubSession(nil))
    private let lastWrite = Mutex<Date?>(nil)
    /// Reads the public data of organizations that refuse the account's token.
    private let signedOut = GitHubSession(nil)
    private let listeners = Mutex<[UUID: AsyncStream<Credential>.Continuation]>([:])
    let searchQueue = RequestQueue(limit: 1)
    let writeQueue = RequestQueue(limit: 1)
    let coreQueue = RequestQueue(limit: 1)
    /// A queue of its own: a query can take ten seconds, and must not delay the user's requests.
    let graphQLQueue = RequestQueue(limit: 1)

    /// Delays before the second and third attempt after a server error.
    private static let retryDelays: [Duration] = [.milliseconds(500), .milliseconds(1500)]
    private static let retriedStatuses: Set<Int> = [500, 502, 503, 504]
    /// Searches left for the user; a retry must not spend them.
    private static let reservedSearches = 3
    /// Seconds from the end of one write to the next, as GitHub asks.
    private static let minimumWriteInterval: TimeInterval = 1

    /// - Parameters:
    ///   - responseCache: nil disables caching on disk.
    ///   - jitter: added to each retry delay, so that many clients do not retry at the same time.
    public init(
        server: GitHubServer, transport: any HTTPTransport, time: TimeSource, responseCache: ResponseCache? = nil,
        jitter: @escaping @Sendable () -> Duration = { .milliseconds(Int.random(in: 0...250)) }
    ) {
        self.server = server
        self.transport = transport
        self.time = time
        self.responseCache = responseCache
        self.jitter = jitter
    }

    var session: GitHubSession { current.withLock { $0 } }

    /// Changes the credential for new requests, and for retries of requests already made.
    func use(_ credential: Credential?) throws(CatalogFailure) {
        try check(credential)
        let left = current.withLock { session -> GitHubSession? in
            guard session.credential != credential else { return nil }
            defer { session = GitHubSession(credential) }
            return session
        }
        // Cached responses of an account belong to that account only. Anonymous ones are public.
        if let left, !left.tokenDigest.isEmpty { updateCache { await $0.remove(requester: left.tokenDigest) } }
    }

    /// Emits each current credential that the server rejects with 401.
    func refusals() -> AsyncStream<Credential> {
        let (stream, continuation) = AsyncStream.makeStream(of: Credential.self)
        let key = UUID()
        listeners.withLock { $0[key] = continuation }
        continuation.onTermination = { [weak self] _ in _ = self?.listeners.withLock { $0.removeValue(forKey: key) } }
        return stream
    }

    /// Returns a session for trying a credential, or the current session if it has the same credential.
    func session(trying credential: Credential) throws(CatalogFailure) -> GitHubSession {
        try check(credential)
        let session = session
        return session.credential == credential ? session : GitHubSession(credential)
    }

    /// Returns a success, revalidated by ETag, or after a transient failure a cached one (`HTTPResponse.cached`).
    /// - Parameters:
    ///   - age: seconds for which a cached response is used without a request.
    ///   - isRaw: whether to return the first megabyte of a file as it is, instead of JSON.
    ///   - name: the cache key for a URL that changes every day. It is not part of the user's search history.
    ///   - owner: whose data it is, if the address does not tell.
    func get(
        _ url: URL?, bucket: RateBucket, maxAge age: TimeInterval = 0, isRaw: Bool = false,
        cachedAs name: String? = nil,
        of owner: String? = nil
    ) async throws(CatalogFailure) -> HTTPResponse {
        guard let url else { throw .unexpected(code: "address") }
        var call = GitHubCall(url: url, bucket: bucket, knownOwner: owner)
        if isRaw { (call.accept, call.expects) = (GitHubCall.rawMediaType, .file) }
        guard let responseCache else { return try await send(call) }
        let session = session
        let key = ResponseCacheKey(
            url, accept: call.accept, requester: session.tokenDigest, isSearch: bucket == .search && name == nil,
            name: name)
        if RequestContext.current.cachePolicy == .cacheOnly {
            guard let cached = await responseCache.entry(for: key) else { throw .notCached }
            return cachedResponse(cached)
        }
        // Search responses have no ETag.
        var cached = bucket == .search ? nil : await responseCache.entry(for: key)
        if let cached, age > 0, (0..<age).contains(now.timeIntervalSince(cached.at)) { return cached.response }
        do throws(CatalogFailure) {
            return try await revalidate(call, cached, at: key, in: responseCache, as: session)
        } catch {
            if error == .gone { await responseCache.remove(key) }
            guard error.isTransient, session === self.session else { throw error }
            if bucket == .search { cached = await responseCache.entry(for: key) }
            guard let cached else { throw error }
            return cachedResponse(cached, insteadOf: error)
        }
    }

    /// Returns the response to a call of an account, or the cached one if the server confirms it with 304, which does not
    /// count against the limit. Other than `get`, it never returns a cached response instead of a failure.
    /// - Parameter isUsable: whether a cached response can be confirmed.
    func confirmed(
        _ call: GitHubCall, if isUsable: (HTTPResponse) -> Bool
    ) async throws(CatalogFailure) -> HTTPResponse {
        let session = try session(of: call.requester)
        guard let responseCache, session.credential != nil else { return try await send(call) }
        let key = ResponseCacheKey(call.url, accept: call.accept, requester: session.tokenDigest)
        let cached = await responseCache.entry(for: key).flatMap { isUsable($0.response) ? $0 : nil }
        return try await revalidate(call, cached, at: key, in: responseCache, as: session)
    }

    /// Sends a call with the ETag of the cached response. Returns that response after a 304, otherwise caches the new one.
    private func revalidate(
        _ call: GitHubCall, _ cached: ResponseCache.Entry?, at key: ResponseCacheKey, in responseCache: ResponseCache,
        as session: GitHubSession
    ) async throws(CatalogFailure) -> HTTPResponse {
        var call = call
        call.etag = cached?.etag
        let response = try await send(call)
        // The credential changed meanwhile, so the response belongs to another cache key. The next request caches it.
        guard session === self.session else {
            call.etag = nil
            return response.status == 304 ? try await send(call) : response
        }
        if response.status == 304, let cached {
            await responseCache.markRevalidated(key)
            return cached.response
        }
        updateCache { await $0.store(response, at: key) }
        return response
    }

    private func cachedResponse(
        _ cached: ResponseCache.Entry, insteadOf failure: CatalogFailure? = nil
    ) -> HTTPResponse {
        var response = cached.response
        response.cached = CachedResponse(at: cached.at, insteadOf: failure)
        return response
    }

    /// Returns a successful response. Writes run one at a time and are never retried. When the server rejects the
    /// token, or an organization refuses it, a read that needs no account is repeated without it.
    /// - Throws: `.notCached` when the request is cache-only; `.notSent` when it is optional and too few are left.
    func send(_ call: GitHubCall) async throws(CatalogFailure) -> HTTPResponse {
        guard RequestContext.current.cachePolicy != .cacheOnly else { throw .notCached }
        guard call.changesServer else {
            let queue =
                switch call.bucket {
                case .search: searchQueue
                case .core: coreQueue
                case .graphQL: graphQLQueue
                }
            return try await queue.run { () async throws(CatalogFailure) in try await self.read(call) }
        }
        return try await writeQueue.run { () async throws(CatalogFailure) in
            try await self.waitBetweenWrites()
            return try await self.coreQueue.run { () async throws(CatalogFailure) in
                let (response, failure) = try await self.attempt(call, as: self.session(of: call.requester))
                if let failure { throw failure }
                return response
            }
        }
    }

    /// Returns the last known limit of a bucket; nil if the server has not reported it.
    func limit(_ bucket: RateBucket) -> RateLimit? { session.rateLimiter.limit(bucket, now: time.now()) }

    func remaining(_ bucket: RateBucket) -> Int? { session.rateLimiter.remaining(bucket, now: time.now()) }

    func limitEnd(_ bucket: RateBucket) -> Date? { session.rateLimiter.end(of: bucket, now: time.now()) }

    var now: Date { time.now() }

    /// Updates the cache in the background, in order. Requests do not wait for it.
    private func updateCache(_ change: @escaping @Sendable (ResponseCache) async -> Void) {
        guard let responseCache else { return }
        pendingCacheUpdate.withLock { last in
            last = Task { [before = last] in
                await before?.value
                await change(responseCache)
            }
        }
    }

    /// Waits until all responses so far are cached.
    func settled() async { await pendingCacheUpdate.withLock { $0 }?.value }

    private func read(_ call: GitHubCall) async throws(CatalogFailure) -> HTTPResponse {
        var call = call
        var retryDelays = Self.retryDelays.makeIterator()
        while true {
            let session = try session(of: call.requester)
            if call.worksSignedOut, let refusal = session.refusal(of: call.owner) {
                return try await readSignedOut(call, insteadOf: refusal)
            }
            let (response, failure) = try await attempt(call, as: session)
            guard let failure else { return response }
            if case .tokenRefused(let refusal) = failure, !refusal.needsSignOn, call.worksSignedOut {
                session.record(refusal, of: call.owner)
                return try await readSignedOut(call, insteadOf: refusal)
            }
            if failure == .unauthorized, session.credential != nil, call.worksSignedOut {
                // The ETag is one of the account's responses.
                call.etag = nil
                if session === self.session { try use(nil) }
                continue
            }
            guard shouldRetry(response, bucket: call.bucket), let pause = retryDelays.next() else { throw failure }
            try await sleep(pause + jitter())
        }
    }

    /// Reads what an organization refuses to the account's token as everyone can. Without a token, few requests are left:
    /// they are for what the user opens, and some for what is due.
    private func readSignedOut(
        _ call: GitHubCall, insteadOf refusal: TokenRefusal
    ) async throws(CatalogFailure) -> HTTPResponse {
        var call = call
        // The ETag is one of the account's responses.
        (call.etag, call.isSignedOut) = (nil, true)
        let priority = RequestContext.current.priority
        if call.usesHalfOfLimit || call.reservedRequests > 0 || priority == .background {
            try signedOut.rateLimiter.admitSignedOut(call.bucket, now: now)
        } else if priority == .preview {
            throw .notSent
        }
        var (response, failure) = try await attempt(call, as: signedOut)
        switch failure {
        case nil:
            response.refusal = refusal
            return response
        // It is not public, which says nothing about what the account may see.
        case .gone, .notAllowed, .unauthorized, .tokenRefused: throw .tokenRefused(refusal)
        case let failure?: throw failure
        }
    }

    /// When the next background request of what is refused to the token may be sent; nil for now.
    var signedOutEnd: Date? { signedOut.rateLimiter.signedOutEnd(now: now) }

    /// The failure is set if the response is not a success.
    private func attempt(_ call: GitHubCall, as session: GitHubSession) async throws(CatalogFailure) -> (
        HTTPResponse, CatalogFailure?
    ) {
        try session.rateLimiter.admit(call.countsAgainstLimit ? call.bucket : nil, now: time.now())
        if call.reservedRequests > 0, let limit = session.rateLimiter.limit(call.bucket, now: time.now()),
            let left = limit.remaining, left <= call.reservedRequests
        {
            throw .rateLimited(limit)
        }
        let priority = RequestContext.current.priority
        // `.preview` leaves half of the limit, `.background` also what the user may need. Of the few requests without a
        // token, the user may need most.
        let share = call.usesHalfOfLimit && session.credential != nil ? .preview : priority
        guard
            call.isSignedOut || !priority.isOptional
                || session.rateLimiter.hasHeadroom(call.bucket, for: share, now: time.now())
        else {
            throw .notSent
        }
        let response = try await sendToServer(call, as: session.credential)
        let now = time.now()
        let headers = RateHeaders(response, now: now, maxWindow: call.bucket.maxWindow)
        session.rateLimiter.record(headers, for: call.bucket, now: now)
        let isAnswer =
            call.allowsNotFound && response.status == 404 && ErrorPayload.read(response.body).isGitHub
            || (call.etag != nil || call.isWrite) && response.status == 304
        if call.bucket == .graphQL, let limit = GraphQLErrors.limit(in: response) {
            return (response, recordedFailure(limit, headers, session, call))
        }
        if (200..<300).contains(response.status) || isAnswer {
            session.rateLimiter.recordSuccess()
            return (response, nil)
        }
        let failure = recordedFailure(
            GitHubErrorResponse(response, headers: headers, call: call), headers, session, call)
        if failure == .unauthorized, let credential = session.credential, credential == self.session.credential {
            for listener in listeners.withLock({ $0 }).values { listener.yield(credential) }
        }
        return (response, failure)
    }

    /// Tells the rate limiter what an error response says of the limits.
    private func recordedFailure(
        _ error: GitHubErrorResponse, _ headers: RateHeaders, _ session: GitHubSession, _ call: GitHubCall
    ) -> CatalogFailure {
        switch error {
        case .failure(let failure): failure
        case .slowDown: .throttled(until: session.rateLimiter.recordPause(headers, now: now))
        case .limitExhausted:
            .rateLimited(session.rateLimiter.recordExhausted(headers, for: call.bucket, now: now))
        }
    }

    private func sendToServer(_ call: GitHubCall, as credential: Credential?) async throws(CatalogFailure)
        -> HTTPResponse
    {
        guard server.owns(call.url) else { throw .unexpected(code: "address") }
        var fields = ["Accept": call.accept, "X-GitHub-Api-Version": "2022-11-28"]
        if let etag = call.etag { fields["If-None-Match"] = etag }
        if let credential { fields["Authorization"] = server.authorization(credential, at: call.url) }
        if call.bucket == .graphQL { fields["Content-Type"] = "application/json" }
        let request = HTTPRequest(
            method: call.method, url: call.url, headers: fields, body: call.body,
            expects: call.isWrite ? .none : call.expects)
        defer { if call.changesServer { lastWrite.withLock { $0 = time.now() } } }
        do throws(HTTPFailure) { return try await transport.send(request) } catch { throw CatalogFailure(error) }
    }

    private func session(of requester: GitHubCall.Requester) throws(CatalogFailure) -> GitHubSession {
        let session = session
        switch requester {
        case .currentSession: return session
        case .candidate(let candidate): return candidate
        case .account(let meant):
            guard meant === session, meant.credential != nil else { throw .unauthorized }
            return meant
        }
    }

    private func check(_ credential: Credential?) throws(CatalogFailure) {
        guard credential == nil || credential?.host == server.host else {
            throw .unexpected(code: "foreign-credential")
        }
    }

    private func waitBetweenWrites() async throws(CatalogFailure) {
        guard let last = lastWrite.withLock({ $0 }) else { return }
        // A clock that was set back must not cause a longer wait.
        let wait = Self.minimumWriteInterval - max(0, time.now().timeIntervalSince(last))
        if wait > 0 { try await sleep(.seconds(wait)) }
    }

    private func sleep(_ duration: Duration) async throws(CatalogFailure) {
        do { try await time.sleep(duration) } catch { throw .cancelled }
    }

    /// False if the server sends `Retry-After`, for optional requests, and if it would spend the last searches.
    private func shouldRetry(_ response: HTTPResponse, bucket: RateBucket) -> Bool {
        guard Self.retriedStatuses.contains(response.status), response.header("retry-after") == nil,
            !RequestContext.current.priority.isOptional
        else {
            return false
        }
        guard bucket == .search, let left = remaining(.search) else { return true }
        return left > Self.reservedSearches
    }
}
