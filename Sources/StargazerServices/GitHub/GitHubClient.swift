import Foundation
public import StargazerCore
import Synchronization

/// One server's requests: who asks, one line and one account of the limits for each bucket, and the second tries.
/// Catalogs of one server share one client, or they would spend the same searches twice.
public final class GitHubClient: Sendable {
    let server: GitHubServer
    private let transport: any HTTPTransport
    private let time: TimeSource
    private let responseCache: ResponseCache?
    private let pendingCacheUpdate = Mutex<Task<Void, Never>?>(nil)
    private let jitter: @Sendable () -> Duration
    private let current = Mutex(GitHubSession(nil))
    private let lastWrite = Mutex<Date?>(nil)
    private let listeners = Mutex<[UUID: AsyncStream<Credential>.Continuation]>([:])
    let searchQueue = RequestQueue(limit: 1)
    let writeQueue = RequestQueue(limit: 1)
    let coreQueue = RequestQueue(limit: 1)

    /// Waits before the second and third try of a request that a server fault ended.
    private static let retryDelays: [Duration] = [.milliseconds(500), .milliseconds(1500)]
    private static let retriedStatuses: Set<Int> = [500, 502, 503, 504]
    /// Searches that a second try leaves to the person.
    private static let reservedSearches = 3
    /// Seconds from one write's end to the next, as GitHub asks for.
    private static let minimumWriteInterval: TimeInterval = 1

    /// - Parameters:
    ///   - answers: nil keeps nothing on disk.
    ///   - jitter: added to each wait before another try, so that many clients do not come back at once.
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

    /// Changes who asks from now on; a request that waits to be tried again asks as the new one too.
    func use(_ credential: Credential?) throws(CatalogFailure) {
        try check(credential)
        let left = current.withLock { session -> GitHubSession? in
            guard session.credential != credential else { return nil }
            defer { session = GitHubSession(credential) }
            return session
        }
        // What was said to one asker is nobody else's; what was said to nobody is everybody's.
        if let left, !left.tokenDigest.isEmpty { updateCache { await $0.remove(requester: left.tokenDigest) } }
    }

    /// Each credential in use that the server answers with 401, from now on.
    func refusals() -> AsyncStream<Credential> {
        let (stream, continuation) = AsyncStream.makeStream(of: Credential.self)
        let key = UUID()
        listeners.withLock { $0[key] = continuation }
        continuation.onTermination = { [weak self] _ in _ = self?.listeners.withLock { $0.removeValue(forKey: key) } }
        return stream
    }

    /// A session to try a credential out in; the one in use when it is the same.
    func session(trying credential: Credential) throws(CatalogFailure) -> GitHubSession {
        try check(credential)
        let session = session
        return session.credential == credential ? session : GitHubSession(credential)
    }

    /// The answer of a resource, when it is a success. What was answered before is asked whether it is so still, and
    /// serves where no newer answer is to be had (`HTTPResponse.cached`).
    /// - Parameters:
    ///   - age: seconds that what is kept serves without asking.
    ///   - name: what it is kept as where its address is another one each day. No person has asked for it in words.
    func get(
        _ url: URL?, bucket: RateBucket, maxAge age: TimeInterval = 0, cachedAs name: String? = nil
    ) async throws(CatalogFailure) -> HTTPResponse {
        guard let url else { throw .unexpected(code: "address") }
        guard let responseCache else { return try await send(GitHubCall(url: url, bucket: bucket)) }
        let session = session
        var call = GitHubCall(url: url, bucket: bucket)
        let key = ResponseCacheKey(
            url, accept: call.accept, requester: session.tokenDigest, isSearch: bucket == .search && name == nil,
            name: name)
        if RequestContext.current.priority == .cacheOnly {
            return try cachedResponse(await responseCache.entry(for: key), insteadOf: .cancelled)
        }
        // Searches come without a mark to ask by.
        var cached = bucket == .search ? nil : await responseCache.entry(for: key)
        if let cached, age > 0, (0..<age).contains(now.timeIntervalSince(cached.at)) { return cached.response }
        call.etag = cached?.etag
        do throws(CatalogFailure) {
            let response = try await send(call)
            // The answer to another asker has another place; the next to ask finds it.
            guard session === self.session else {
                return response.status == 304 ? try await send(GitHubCall(url: url, bucket: bucket)) : response
            }
            if response.status == 304, let cached {
                await responseCache.markRevalidated(key)
                return cached.response
            }
            updateCache { await $0.store(response, at: key) }
            return response
        } catch {
            if error == .gone { await responseCache.remove(key) }
            guard error.isTransient, session === self.session else { throw error }
            if bucket == .search { cached = await responseCache.entry(for: key) }
            return try cachedResponse(cached, insteadOf: error)
        }
    }

    private func cachedResponse(
        _ cached: ResponseCache.Entry?, insteadOf failure: CatalogFailure
    ) throws(CatalogFailure) -> HTTPResponse {
        guard let cached else { throw failure }
        var response = cached.response
        response.cached = CachedResponse(at: cached.at, insteadOf: failure)
        return response
    }

    /// The answer when it is a success. A write is sent once, after the one before it.
    func send(_ call: GitHubCall) async throws(CatalogFailure) -> HTTPResponse {
        guard call.isWrite else {
            let queue = call.bucket == .search ? searchQueue : coreQueue
            return try await queue.run { () async throws(CatalogFailure) in try await self.read(call) }
        }
        return try await writeQueue.run { () async throws(CatalogFailure) in
            try await self.waitBetweenWrites()
            return try await self.coreQueue.run { () async throws(CatalogFailure) in
                let (response, failure) = try await self.attempt(call)
                if let failure { throw failure }
                return response
            }
        }
    }

    func remaining(_ bucket: RateBucket) -> Int? { session.rateLimiter.remaining(bucket, now: time.now()) }

    var now: Date { time.now() }

    /// Nobody waits for what is kept, and one is kept after the other.
    private func updateCache(_ change: @escaping @Sendable (ResponseCache) async -> Void) {
        guard let responseCache else { return }
        pendingCacheUpdate.withLock { last in
            last = Task { [before = last] in
                await before?.value
                await change(responseCache)
            }
        }
    }

    /// Returns when all is kept that was answered so far.
    func settled() async { await pendingCacheUpdate.withLock { $0 }?.value }

    private func read(_ call: GitHubCall) async throws(CatalogFailure) -> HTTPResponse {
        var retryDelays = Self.retryDelays.makeIterator()
        while true {
            let (response, failure) = try await attempt(call)
            guard let failure else { return response }
            guard shouldRetry(response, bucket: call.bucket), let pause = retryDelays.next() else { throw failure }
            try await sleep(pause + jitter())
        }
    }

    /// One request on the wire; the failure is what the answer means when it is no success.
    private func attempt(_ call: GitHubCall) async throws(CatalogFailure) -> (HTTPResponse, CatalogFailure?) {
        let session = try session(of: call.requester)
        try session.rateLimiter.admit(call.countsAgainstLimit ? call.bucket : nil, now: time.now())
        let priority = RequestContext.current.priority
        guard priority != .cacheOnly,
            !priority.isOptional || session.rateLimiter.hasHeadroom(call.bucket, for: priority, now: time.now())
        else {
            throw .cancelled
        }
        let response = try await sendToServer(call, as: session.credential)
        let now = time.now()
        let headers = RateHeaders(response, now: now, longestWindow: call.bucket.longestWindow)
        session.rateLimiter.record(headers, for: call.bucket, now: now)
        let isAnswer = call.allowsNotFound && response.status == 404 || call.etag != nil && response.status == 304
        if (200..<300).contains(response.status) || isAnswer {
            session.rateLimiter.recordSuccess()
            return (response, nil)
        }
        if response.status == 401, let credential = session.credential, credential == self.session.credential {
            for listener in listeners.withLock({ $0 }).values { listener.yield(credential) }
        }
        switch GitHubErrorResponse(response, headers: headers, call: call) {
        case .failure(let failure): return (response, failure)
        case .slowDown: return (response, .throttled(until: session.rateLimiter.recordPause(headers, now: now)))
        case .limitExhausted:
            return (response, .rateLimited(session.rateLimiter.recordExhausted(headers, for: call.bucket, now: now)))
        }
    }

    private func sendToServer(_ call: GitHubCall, as credential: Credential?) async throws(CatalogFailure)
        -> HTTPResponse
    {
        var fields = ["Accept": call.accept, "X-GitHub-Api-Version": "2022-11-28"]
        if let etag = call.etag { fields["If-None-Match"] = etag }
        if let credential { fields["Authorization"] = server.authorization(credential, at: call.url) }
        // A body of no bytes makes the transport say so in `Content-Length`.
        let request = HTTPRequest(
            method: call.method, url: call.url, headers: fields, body: call.isWrite ? Data() : nil,
            expects: call.isWrite ? .none : .json)
        defer { if call.isWrite { lastWrite.withLock { $0 = time.now() } } }
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
        // A clock that was set back has not made it longer ago, nor is it waited for.
        let wait = Self.minimumWriteInterval - max(0, time.now().timeIntervalSince(last))
        if wait > 0 { try await sleep(.seconds(wait)) }
    }

    private func sleep(_ duration: Duration) async throws(CatalogFailure) {
        do { try await time.sleep(duration) } catch { throw .cancelled }
    }

    /// A server that says when to come back is not asked before; what nobody waits for holds nobody up; and the last
    /// searches are not spent on tries.
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
