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

    /// Frees a connection of this host.
    mutating func release(host: String) {
        let left = running[host, default: 1] - 1
        running[host] = left > 0 ? left : nil
    }
}
