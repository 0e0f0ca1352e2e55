import Foundation
import StargazerCore

/// The cursor of a people search, whose first batch starts with the exact match.
///
/// Moving the exact match to the front pushes another result to the next batch. The cursor therefore contains the next
/// page's URL and what the batches so far already returned of it.
struct PeopleCursor {
    let address: String
    /// The ID of the exact match.
    private let exactMatchID: String
    /// Number of the page's results already returned.
    private let skipped: Int

    private var cursor: BatchCursor { BatchCursor("\(exactMatchID) \(skipped) \(address)") }

    /// - Throws: `.unreadable` for a cursor of another catalog.
    init(_ cursor: BatchCursor) throws(CatalogFailure) {
        let parts = cursor.opaque.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 1 {
            self.init(address: parts[0], exactMatchID: "", skipped: 0)
        } else if parts.count == 3, let skipped = Int(parts[1]), skipped >= 0 {
            self.init(address: parts[2], exactMatchID: parts[0], skipped: skipped)
        } else {
            throw .unreadable(code: "people-cursor")
        }
    }

    private init(address: String, exactMatchID: String, skipped: Int) {
        (self.address, self.exactMatchID, self.skipped) = (address, exactMatchID, skipped)
    }

    /// Puts the exact match first in a first batch, without exceeding the requested size.
    static func prependExactMatch(_ batch: inout ResultBatch, with exact: Item, of url: URL, atMost size: Int) {
        let others = batch.items.filter { $0.id != exact.id }
        let room = max(1, min(size, GitHubEndpoint.batchSizes.upperBound)) - 1
        batch.exact = exact.id
        batch.items = [exact] + others.prefix(room)
        if others.count > room {
            batch.end = .more(
                PeopleCursor(address: url.absoluteString, exactMatchID: exact.id.id, skipped: room).cursor)
        } else if case .more(let next) = batch.end {
            batch.end = .more(PeopleCursor(address: next.opaque, exactMatchID: exact.id.id, skipped: 0).cursor)
        }
        if let total = batch.total { batch.total = max(total, batch.items.count) }
    }

    /// Removes the results that earlier batches already returned.
    func removeDuplicates(_ batch: inout ResultBatch) {
        batch.items = Array(batch.items.filter { $0.id.id != exactMatchID }.dropFirst(skipped))
        guard !exactMatchID.isEmpty, case .more(let next) = batch.end else { return }
        batch.end = .more(PeopleCursor(address: next.opaque, exactMatchID: exactMatchID, skipped: 0).cursor)
    }
}
