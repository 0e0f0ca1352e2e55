import Foundation
import StargazerCore

/// Where a search for people goes on: the address of the next page, and what of it has been given before its turn. The
/// one whose name was searched for comes first, wherever the server has it, and pushes another to the next batch.
struct PeopleCursor {
    let address: String
    /// The server's number of the one that came first.
    private let exactMatchID: String
    /// How many of the page have been given already.
    private let skipped: Int

    private var cursor: BatchCursor { BatchCursor("\(exactMatchID) \(skipped) \(address)") }

    /// - Throws: what is no cursor of this catalog.
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

    /// Puts one at the head of a first batch, which gets no longer than was asked for.
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

    /// Takes out of a later batch what was given before.
    func removeDuplicates(_ batch: inout ResultBatch) {
        batch.items = Array(batch.items.filter { $0.id.id != exactMatchID }.dropFirst(skipped))
        guard !exactMatchID.isEmpty, case .more(let next) = batch.end else { return }
        batch.end = .more(PeopleCursor(address: next.opaque, exactMatchID: exactMatchID, skipped: 0).cursor)
    }
}
