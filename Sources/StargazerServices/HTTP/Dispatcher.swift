import CSoup

/// Owns the libsoup sessions and starts requests when a connection is free.
///
/// Stays on the network thread, hence `@unchecked Sendable`: a session shares connections only within its thread.
final class Dispatcher: @unchecked Sendable {
    private let userAgent: String
    private let limits: HTTPLimits
    private var session: UnsafeMutablePointer<SoupSession>?
    /// A session for requests that need a public address. All its connections were checked for that.
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

    /// Cancels a request whose caller no longer waits.
    func cancel(_ exchange: Exchange) {
        let ticket = ObjectIdentifier(exchange)
        if queue.remove(ticket) { waiting[ticket] = nil }
        running[ticket]?.cancel()
    }

    /// Cancels all requests, then closes the sessions and calls `closed`. Nothing may be added afterwards.
    func close(then closed: @escaping () -> Void) {
        self.closed = closed
        for exchange in running.values { exchange.cancel() }
        closeIfIdle()
    }

    private func advance() {
        while let ticket = queue.next() {
            guard let exchange = waiting.removeValue(forKey: ticket) else { continue }
            running[ticket] = exchange
            // The closure keeps the dispatcher alive until its last exchange ends, even after its owner is gone.
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

    /// Creates a session without cookies, cache or timeout, with gzip, proxy authentication, and the proxies and
    /// trusted authorities of the system.
    private func openSession() -> UnsafeMutablePointer<SoupSession>? {
        let session = sgz_soup_session_new(UInt32(limits.connections), UInt32(limits.connectionsPerHost))
        soup_session_set_user_agent(session, userAgent)
        return session
    }

    /// Requests that need a public address never share a connection that was made without checking its address.
    private func session(for request: ValidatedRequest) -> UnsafeMutablePointer<SoupSession>? {
        if request.needsPublicAddress {
            if publicSession == nil { publicSession = openSession() }
            return publicSession
        }
        if session == nil { session = openSession() }
        return session
    }
}

/// Limits concurrent connections, per host and in total.
///
/// libsoup has its own queue, but cancelling does not release a request in it until a connection is free. Requests
/// therefore wait here, and the session gets only what it can run at once.
struct ConnectionQueue<Ticket: Hashable> {
    private let perHost: Int
    private let total: Int
    private var waiting: [(ticket: Ticket, host: String)] = []
    private var running: [String: Int] = [:]

    init(perHost: Int, total: Int) {
        self.perHost = perHost
        self.total = total
    }

    mutating func enqueue(_ ticket: Ticket, host: String) {
        waiting.append((ticket, host))
    }

    /// Removes a waiting ticket; returns false if it is not waiting.
    mutating func remove(_ ticket: Ticket) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Returns the first waiting ticket whose host has a free connection, and counts it as running.
    mutating func next() -> Ticket? {
        guard running.values.reduce(0, +) < total,
            let index = waiting.firstIndex(where: { running[$0.host, default: 0] < perHost })
        else { return nil }
        let (ticket, host) = waiting.remove(at: index)
        running[host, default: 0] += 1
        return ticket
    }

    mutating func release(host: String) {
        let left = running[host, default: 1] - 1
        running[host] = left > 0 ? left : nil
    }
}
