import Foundation
import StargazerLibrary

/// A cache of values loaded less than 5 minutes ago, for going back and forth. Setting the clock back makes all stale.
@MainActor final class ExpiringCache<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        var fetchedAt: Date
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]

    init(capacity: Int) { self.capacity = capacity }

    func value(of key: Key, now: Date) -> Value? {
        guard let entry = entries[key], (0..<freshness).contains(now.timeIntervalSince(entry.fetchedAt)) else {
            return nil
        }
        return entry.value
    }

    /// The value whatever its age, and when it was fetched: for showing while a newer one is not there.
    func latest(of key: Key) -> (value: Value, fetchedAt: Date)? { entries[key].map { ($0.value, $0.fetchedAt) } }

    /// Keeps a value that the server sent earlier, unless a newer one is known.
    func insert(_ value: Value, for key: Key, fetchedAt: Date) {
        if let known = entries[key], known.fetchedAt >= fetchedAt { return }
        insert(value, for: key, now: fetchedAt)
    }

    func insert(_ value: Value, for key: Key, now: Date) {
        entries[key] = Entry(value: value, fetchedAt: now)
        guard entries.count > capacity else { return }
        if let oldest = entries.min(by: { $0.value.fetchedAt < $1.value.fetchedAt })?.key { entries[oldest] = nil }
    }

    func remove(_ key: Key) { entries[key] = nil }

    func removeAll() { entries = [:] }

    private var freshness: TimeInterval { 300 }
}

/// The caches that all pages of a window share.
@MainActor struct PageCaches {
    struct DocumentID: Hashable {
        var kind: DocumentKind
        var item: ItemID
    }

    struct SupplementID: Hashable {
        var kind: SupplementKind
        var item: ItemID
    }

    let details = ExpiringCache<ItemID, ItemDetails>(capacity: 100)
    /// The failures of items that the server does not have.
    let gone = ExpiringCache<ItemID, FailureContent>(capacity: 100)
    /// Nil for items known to have no document.
    let documents = ExpiringCache<DocumentID, Document?>(capacity: 20)
    /// Nil for items known to have no supplement.
    let supplements = ExpiringCache<SupplementID, (any SupplementFacts)?>(capacity: 200)
}
