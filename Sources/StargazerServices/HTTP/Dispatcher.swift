import CSoup

/// Owns the sessions and who may use them. It lives on the network thread alone, which is why it may be named on
/// others: HTTP/2 multiplexes and connections are kept only within the thread that made the session.
final class Dispatcher: @unchecked Sendable {
    private let userAgent: String
    private let limits: HTTPLimits
    private var session: UnsafeMutablePointer<SoupSession>?
    /// Its connections lead to public addresses, since all of them were made for requests that need one.
    private var publicSession: UnsafeMutablePointer<SoupSession>?
    private var line: WaitingLine<ObjectIdentifier>
    private var waiting: [ObjectIdentifier: Exchange] = [:]
    private var running: [ObjectIdentifier: Exchange] = [:]
    private var closed: (() -> Void)?

    init(userAgent: String, limits: HTTPLimits) {
        self.userAgent = userAgent
        self.limits = limits
        self.line = WaitingLine(perHost: limits.connectionsPerHost, total: limits.connections)
    }

    func add(_ exchange: Exchange) {
        guard !exchange.reply.isSettled else { return }
        let ticket = ObjectIdentifier(exchange)
        waiting[ticket] = exchange
        line.join(ticket, host: exchange.hop.address.origin)
        advance()
    }

    /// The caller no longer waits for it.
    func drop(_ exchange: Exchange) {
        let ticket = ObjectIdentifier(exchange)
        if line.leave(ticket) { waiting[ticket] = nil }
        running[ticket]?.cancel()
    }

    /// Gives up what runs, and when all of it has ended, the session. Nothing may be added after it.
    func close(then closed: @escaping () -> Void) {
        self.closed = closed
        for exchange in running.values { exchange.cancel() }
        closeIfIdle()
    }

    private func advance() {
        while let ticket = line.next() {
            guard let exchange = waiting.removeValue(forKey: ticket) else { continue }
            running[ticket] = exchange
            // Held until then: closing has to wait for the last one, when nobody else holds the dispatcher.
            exchange.start(in: session(for: exchange.hop)) { self.end(ticket, host: exchange.hop.address.origin) }
        }
    }

    private func end(_ ticket: ObjectIdentifier, host: String) {
        running[ticket] = nil
        line.release(host: host)
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
    private func session(for hop: Hop) -> UnsafeMutablePointer<SoupSession>? {
        if hop.needsPublicAddress {
            if publicSession == nil { publicSession = openSession() }
            return publicSession
        }
        if session == nil { session = openSession() }
        return session
    }
}
