import Foundation

/// How long the latest requests took, pauses included.
struct BackgroundPace {
    private var requests: [(items: Int, seconds: TimeInterval)] = []

    /// The number of requests that count. Some load many items and others one.
    private static let capacity = 30
    /// The number of requests that an estimate needs.
    private static let minimum = 2

    mutating func record(_ items: Int, seconds: TimeInterval) {
        requests.append((items, max(0, seconds)))
        if requests.count > Self.capacity { requests.removeFirst() }
    }

    /// Returns the time for so many items; nil while it is unknown.
    func seconds(for items: Int) -> TimeInterval? {
        let done = requests.reduce(0) { $0 + $1.items }
        guard requests.count >= Self.minimum, done > 0 else { return nil }
        return requests.reduce(0) { $0 + $1.seconds } / Double(done) * Double(max(0, items))
    }
}

/// The wait after a failed request. It is longer after each failure in a row, unless the server names its end.
struct BackgroundLadder {
    private(set) var wait: (reason: BackgroundWait, until: Date)?
    /// Failures in a row.
    private var failures = 0

    /// Seconds to wait after failures; the last also for later ones.
    private static let retryDelays: [TimeInterval] = [30, 120, 600, 1_800, 3_600]
    static var length: Int { retryDelays.count }
    /// A wait that is longer comes from a clock that was set back.
    private static let maxWait: TimeInterval = 7_200

    mutating func requestSucceeded() { failures = 0 }

    /// - Parameters:
    ///   - date: the end of the wait, as far as the server names it.
    ///   - reason: returns the reason, from the end of the wait.
    mutating func start(until date: Date?, now: Date, _ reason: (Date) -> BackgroundWait) {
        let delay = Self.retryDelays[min(failures, Self.retryDelays.count - 1)]
        if date == nil { failures += 1 }
        // A date that has passed must not cause a request at once.
        let earliest = now.addingTimeInterval(date == nil ? delay : 1)
        let end = min(max(date ?? now, earliest), now.addingTimeInterval(Self.maxWait))
        wait = (reason(end), end)
    }

    /// Returns the current wait with its seconds left, and ends it when it is over.
    mutating func current(now: Date) -> (reason: BackgroundWait, left: TimeInterval)? {
        guard let wait else { return nil }
        let left = wait.until.timeIntervalSince(now)
        if left > 0, left <= Self.maxWait { return (wait.reason, left) }
        self.wait = nil
        return nil
    }
}
