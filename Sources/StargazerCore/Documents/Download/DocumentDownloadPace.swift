import Foundation

/// How long the latest requests took, pauses included.
struct DocumentDownloadPace {
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
