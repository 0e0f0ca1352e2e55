import Foundation

/// The documents fetched lately, and what is known to have none; for all pages of a window.
@MainActor final class DocumentCache {
    private struct Entry {
        var document: Document?
        var fetchedAt: Date
    }

    private static let freshness: TimeInterval = 300
    private static let capacity = 20

    private var entries: [ItemID: Entry] = [:]

    /// What was fetched less than 5 minutes ago, where the inner nil says that there is none; a clock put back makes
    /// everything old.
    func document(of id: ItemID, now: Date) -> Document?? {
        guard let entry = entries[id], (0..<Self.freshness).contains(now.timeIntervalSince(entry.fetchedAt)) else {
            return nil
        }
        return .some(entry.document)
    }

    func keep(_ document: Document?, for id: ItemID, now: Date) {
        entries[id] = Entry(document: document, fetchedAt: now)
        guard entries.count > Self.capacity else { return }
        if let oldest = entries.min(by: { $0.value.fetchedAt < $1.value.fetchedAt })?.key { entries[oldest] = nil }
    }
}
