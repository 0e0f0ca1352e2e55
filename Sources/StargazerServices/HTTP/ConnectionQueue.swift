/// Who may use a connection now. libsoup has a queue of its own, but a request in it is not released by cancelling
/// until a connection frees; so requests wait here, and the session is handed only what it can run at once.
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

    /// Takes a waiting ticket out; false when it does not wait (any more).
    mutating func remove(_ ticket: Ticket) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// The first in line whose host has room; it counts as running from now on.
    mutating func next() -> Ticket? {
        guard running.values.reduce(0, +) < total,
            let index = waiting.firstIndex(where: { running[$0.host, default: 0] < perHost })
        else { return nil }
        let (ticket, host) = waiting.remove(at: index)
        running[host, default: 0] += 1
        return ticket
    }

    /// One that ran for this host has ended.
    mutating func release(host: String) {
        let left = running[host, default: 1] - 1
        running[host] = left > 0 ? left : nil
    }
}
