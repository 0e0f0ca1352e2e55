import Foundation
import StargazerCore

/// The cursor beyond a search's result limit: the slices by creation date, and the page within the current slice.
///
/// Each page is a normal search in the requested sort order.
struct SlicedSearchCursor: Codable {
    private(set) var slices: CreationDateSlices
    /// The next page of the slice; nil for the first.
    private(set) var page: String?

    private static let prefix = "slices "

    init(_ slices: CreationDateSlices) { self.slices = slices }

    /// Returns nil for a cursor of another kind.
    init?(_ cursor: BatchCursor) throws(CatalogFailure) {
        guard cursor.opaque.hasPrefix(Self.prefix) else { return nil }
        let body = Data(cursor.opaque.dropFirst(Self.prefix.count).utf8)
        do { self = try JSONDecoder().decode(Self.self, from: body) } catch { throw .unreadable(code: "slice-cursor") }
    }

    var cursor: BatchCursor? {
        (try? JSONEncoder().encode(self)).map { BatchCursor(Self.prefix + String(decoding: $0, as: UTF8.self)) }
    }

    /// Records a response and returns what follows it. If a slice has too many results, its first page is shown too,
    /// and its parts return it again.
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
