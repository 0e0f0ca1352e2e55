import Foundation

/// The details fetched lately, so that walking back and forth asks the server once; for all pages of a
/// window.
@MainActor final class DetailsCache {
    private struct Entry {
        var details: ItemDetails
        var fetchedAt: Date
    }

    private static let freshness: TimeInterval = 300
    private static let capacity = 100

    private var entries: [ItemID: Entry] = [:]

    /// What was fetched less than 5 minutes ago; a clock put back makes everything old.
    func details(of id: ItemID, now: Date) -> ItemDetails? {
        guard let entry = entries[id], (0..<Self.freshness).contains(now.timeIntervalSince(entry.fetchedAt)) else {
            return nil
        }
        return entry.details
    }

    func keep(_ details: ItemDetails, for id: ItemID, now: Date) {
        entries[id] = Entry(details: details, fetchedAt: now)
        guard entries.count > Self.capacity else { return }
        if let oldest = entries.min(by: { $0.value.fetchedAt < $1.value.fetchedAt })?.key { entries[oldest] = nil }
    }

    func forget(_ id: ItemID) { entries[id] = nil }
}
