import Foundation

/// A batch and its rows, made together away from the main actor.
struct FormattedBatch: Sendable {
    var batch: ResultBatch
    /// One for each item of the batch, in its order.
    var rows: [ItemRowContent]
}

extension Catalog {
    @concurrent
    func formattedBatch(
        of query: SearchQuery, after cursor: BatchCursor?, formats: Formats, time: TimeSource
    ) async -> Result<FormattedBatch, CatalogFailure> {
        do throws(CatalogFailure) {
            let batch = try await search(query, after: cursor)
            let now = time.now()
            return .success(
                FormattedBatch(batch: batch, rows: batch.items.map { ItemRowContent($0, formats: formats, now: now) }))
        } catch {
            return .failure(error)
        }
    }
}

/// The results of one query as far as they have been loaded. The API reorders between batches, so an item that comes
/// again is not shown again; the first place stays.
struct ResultList: Sendable {
    let query: SearchQuery
    private(set) var rows: [ItemRowContent] = []
    private(set) var end = BatchEnd.complete
    private var items: [ItemID: Item] = [:]
    private var total: Int?
    private var isIncomplete = false

    init(query: SearchQuery, first: FormattedBatch) {
        self.query = query
        append(first)
    }

    func item(for id: ItemID) -> Item? { items[id] }

    /// - Returns: whether the batch held anything new.
    @discardableResult
    mutating func append(_ next: FormattedBatch) -> Bool {
        let before = rows.count
        for (item, row) in zip(next.batch.items, next.rows) where items.updateValue(item, forKey: item.id) == nil {
            rows.append(row)
        }
        end = next.batch.end
        total = next.batch.total ?? total
        isIncomplete = isIncomplete || next.batch.isIncomplete
        return rows.count > before
    }

    /// Sets the flags of favorites and of the account's stars, and nothing else.
    mutating func flag(_ isFavorite: (ItemID) -> Bool, isStarredOnServer: (ItemID) -> Bool?) {
        for index in rows.indices {
            let (flag, mark) = (isFavorite(rows[index].id), isStarredOnServer(rows[index].id))
            if rows[index].isFavorite != flag { rows[index].isFavorite = flag }
            if rows[index].isStarredOnServer != mark { rows[index].isStarredOnServer = mark }
        }
    }

    /// - Parameters:
    ///   - catalogCeiling: what the API says of itself, so that the limit is known before it is reached.
    ///   - tail: nil for what the end of the list says.
    func content(formats: Formats, catalogCeiling: Int?, tail: ListTail?) -> ResultsContent {
        // A total that fell below what is shown is a server's contradiction, not the reader's.
        let total = total.map { max($0, rows.count) }
        var ceiling = catalogCeiling.flatMap { limit in total.flatMap { $0 > limit ? limit : nil } }
        if case .ceiling(let limit) = end { ceiling = limit }
        return ResultsContent(
            rows: rows,
            count: CountContent(
                shown: rows.count, total: total, shownText: formats.full(rows.count),
                totalText: total.map(formats.full), isIncomplete: isIncomplete, ceiling: ceiling),
            tail: tail ?? tailOfEnd(total: total, formats: formats))
    }

    private func tailOfEnd(total: Int?, formats: Formats) -> ListTail {
        switch end {
        case .more: .loadMore
        case .complete: .none
        case .ceiling(let limit): .ceiling(limit: formats.full(limit), total: total.map(formats.full))
        }
    }
}
