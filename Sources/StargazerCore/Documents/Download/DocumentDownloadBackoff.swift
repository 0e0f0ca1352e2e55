import Foundation

/// The wait after a failed request. It is longer after each failure in a row, unless the server names its end.
struct DocumentDownloadBackoff {
    private(set) var wait: (reason: DocumentDownloadWait, until: Date)?
    /// Failures in a row.
    private var failures = 0

    /// Seconds to wait after failures; the last also for later ones.
    private static let retryDelays: [TimeInterval] = [30, 120, 600, 1_800, 3_600]
    /// A wait that is longer comes from a clock that was set back.
    private static let longestWait: TimeInterval = 7_200

    mutating func requestSucceeded() { failures = 0 }

    /// - Parameters:
    ///   - date: the end of the wait, as far as the server names it.
    ///   - reason: returns the reason, from the end of the wait.
    mutating func start(until date: Date?, now: Date, _ reason: (Date) -> DocumentDownloadWait) {
        let delay = Self.retryDelays[min(failures, Self.retryDelays.count - 1)]
        failures += 1
        // A date that has passed must not cause a request at once.
        let earliest = now.addingTimeInterval(date == nil ? delay : 1)
        let end = min(max(date ?? now, earliest), now.addingTimeInterval(Self.longestWait))
        wait = (reason(end), end)
    }

    /// Returns the current wait with its seconds left, and ends it when it is over.
    mutating func current(now: Date) -> (reason: DocumentDownloadWait, left: TimeInterval)? {
        guard let wait else { return nil }
        let left = wait.until.timeIntervalSince(now)
        if left > 0, left <= Self.longestWait { return (wait.reason, left) }
        self.wait = nil
        return nil
    }
}
