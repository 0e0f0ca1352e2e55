import Foundation
import StargazerCore

/// Where a search goes on beyond what GitHub gives of one: the slices, and the page of the one that is read. Each page is a
/// search like any other, and its results are in the order that was asked for.
struct SlicedSearchCursor: Codable {
    private(set) var slices: CreationDateSlices
    /// The next page of the slice; nil for its first.
    private(set) var page: String?

    private static let prefix = "slices "

    init(_ slices: CreationDateSlices) { self.slices = slices }

    /// Nil for a cursor that is none of these.
    init?(_ cursor: BatchCursor) throws(CatalogFailure) {
        guard cursor.opaque.hasPrefix(Self.prefix) else { return nil }
        let body = Data(cursor.opaque.dropFirst(Self.prefix.count).utf8)
        do { self = try JSONDecoder().decode(Self.self, from: body) } catch { throw .unreadable(code: "slice-cursor") }
    }

    var cursor: BatchCursor? {
        (try? JSONEncoder().encode(self)).map { BatchCursor(Self.prefix + String(decoding: $0, as: UTF8.self)) }
    }

    /// Takes in an answer, and says what comes after it. What a slice answers that has too many is shown as well: its parts
    /// give it again.
    mutating func end(after end: BatchEnd, total: Int) throws(CatalogFailure) -> BatchEnd {
        let isRead = page != nil || slices.record(total: total)
        page = nil
        if isRead {
            if case .more(let next) = end { page = next.opaque } else { slices.next() }
        }
        if slices.isOver { return slices.hasGap ? .resultLimit(limit: GitHubEndpoint.resultLimit) : .complete }
        guard let cursor else { throw .unexpected(code: "slice-cursor") }
        return .more(cursor)
    }
}
