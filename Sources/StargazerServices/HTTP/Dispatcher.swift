import CSoup

/// Owns the sessions and who may use them. It lives on the network thread alone, which is why it may be named on
/// others: HTTP/2 multiplexes and connections are kept only within the thread that made the session.
final class Dispatcher: @unchecked Sendable {
    private let userAgent: String
    private let limits: HTTPLimits
    private var session: UnsafeMutablePointer<SoupSession>?
    /// Its connections lead to public addresses, since all of them were made for requests that need one.
    private var publicSession: UnsafeMutablePointer<SoupSession>?
    private var queue: ConnectionQueue<ObjectIdentifier>
    private var waiting: [ObjectIdentifier: Exchange] = [:]
    private var running: [ObjectIdentifier: Exchange] = [:]
    private var closed: (() -> Void)?

    init(userAgent: String, limits: HTTPLimits) {
        self.userAgent = userAgent
        self.limits = limits
        self.queue = ConnectionQueue(perHost: limits.connectionsPerHost, total: limits.connections)
    }

    func add(_ exchange: Exchange) {
        guard !exchange.promise.isSettled else { return }
        let ticket = ObjectIdentifier(exchange)
        waiting[ticket] = exchange
        queue.enqueue(ticket, host: exchange.request.address.origin)
        advance()
    }

    /// The caller no longer waits for it.
    func cancel(_ exchange: Exchange) {
        let ticket = ObjectIdentifier(exchange)
        if queue.remove(ticket) { waiting[ticket] = nil }
        running[ticket]?.cancel()
    }

    /// Gives up what runs, and when all of it has ended, the session. Nothing may be added after it.
    func close(then closed: @escaping () -> Void) {
        self.closed = closed
        for exchange in running.values { exchange.cancel() }
        closeIfIdle()
    }

    private func advance() {
        while let ticket = queue.next() {
            guard let exchange = waiting.removeValue(forKey: ticket) else { continue }
            running[ticket] = exchange
            // Held until then: closing has to wait for the last one, when nobody else holds the dispatcher.
            exchange.start(in: session(for: exchange.request)) {
                self.end(ticket, host: exchange.request.address.origin)
            }
        }
    }

    private func end(_ ticket: ObjectIdentifier, host: String) {
        running[ticket] = nil
        queue.release(host: host)
        advance()
        closeIfIdle()
    }

    private func closeIfIdle() {
        guard let closed, running.isEmpty else { return }
        for session in [session, publicSession] {
            guard let session else { continue }
            soup_session_abort(session)
            g_object_unref(session)
        }
        (session, publicSession) = (nil, nil)
        self.closed = nil
        closed()
    }

    /// Without cookies, cache or a timeout of its own. The default features are the content decoder, which asks for
    /// gzip, and the one that signs in to proxies; proxies and trusted authorities are the system's.
    private func openSession() -> UnsafeMutablePointer<SoupSession>? {
        let session = sgz_soup_session_new(UInt32(limits.connections), UInt32(limits.connectionsPerHost))
        soup_session_set_user_agent(session, userAgent)
        return session
    }

    /// A connection that was made without a check of its address is not lent to a request that needs one.
    private func session(for request: ValidatedRequest) -> UnsafeMutablePointer<SoupSession>? {
        if request.needsPublicAddress {
            if publicSession == nil { publicSession = openSession() }
            return publicSession
        }
        if session == nil { session = openSession() }
        return session
    }
}
