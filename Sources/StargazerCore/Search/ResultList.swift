import Foundation
import StargazerLibrary

/// A batch and its rows, formatted off the main actor.
struct FormattedBatch: Sendable {
    var batch: ResultBatch
    /// One row per item, in the same order.
    var rows: [ItemContent]
}

extension FormattedBatch {
    /// Loads and formats a batch off the main actor.
    @concurrent
    static func load(
        formats: Formats, time: TimeSource, _ ask: @Sendable () async throws(CatalogFailure) -> ResultBatch
    ) async -> Result<FormattedBatch, CatalogFailure> {
        do throws(CatalogFailure) {
            let batch = try await ask()
            let now = time.now()
            let rows = batch.items.map { item in
                var row = ItemContent(item, formats: formats, now: now)
                row.isExactMatch = item.id == batch.exact
                return row
            }
            return .success(FormattedBatch(batch: batch, rows: rows))
        } catch {
            return .failure(error)
        }
    }
}

/// The results loaded so far for one query.
/// The API reorders between batches, so an item that comes again is skipped and keeps its first position.
struct ResultList: Sendable {
    private(set) var rows: [ItemContent] = []
    private(set) var end = BatchEnd.complete
    private var items: [ItemID: Item] = [:]
    private var total: Int?
    private var isIncomplete = false
    private var unreadable = 0
    private var slices: Int?

    init(first: FormattedBatch) { append(first) }

    func item(for id: ItemID) -> Item? { items[id] }

    /// - Returns: whether the batch contained new items.
    @discardableResult
    mutating func append(_ next: FormattedBatch) -> Bool {
        let before = rows.count
        for (item, row) in zip(next.batch.items, next.rows) where items.updateValue(item, forKey: item.id) == nil {
            rows.append(row)
        }
        end = next.batch.end
        total = next.batch.total ?? total
        isIncomplete = isIncomplete || next.batch.isIncomplete
        unreadable += next.batch.unreadable
        slices = next.batch.slices ?? slices
        return rows.count > before
    }

    /// Replaces an item in the list with a more complete one.
    mutating func update(_ item: Item, formats: Formats, now: Date) {
        guard items[item.id] != nil, let index = rows.firstIndex(where: { $0.id == item.id }) else { return }
        items[item.id] = item
        var row = ItemContent(item, flags: rows[index].flags, formats: formats, now: now)
        row.isExactMatch = rows[index].isExactMatch
        rows[index] = row
    }

    mutating func flag(_ flags: (ItemID) -> ItemFlags) {
        for index in rows.indices {
            let flags = flags(rows[index].id)
            if rows[index].flags != flags { rows[index].flags = flags }
        }
    }

    /// - Parameters:
    ///   - catalogResultLimit: the API's documented limit, known before it is reached.
    ///   - footer: nil when the end of the list determines it.
    func content(
        formats: Formats, catalogResultLimit: Int?, footer: ListFooter?, olderQuery: String? = nil,
        cacheAge: String? = nil
    ) -> ResultsContent {
        // The server's total may fall below the number of items shown; the user should not see this contradiction.
        let total = total.map { max($0, rows.count) }
        var resultLimit = catalogResultLimit.flatMap { limit in total.flatMap { $0 > limit ? limit : nil } }
        if case .resultLimit(let limit, _) = end { resultLimit = limit }
        return ResultsContent(
            rows: rows,
            count: CountContent(
                shown: rows.count, total: total, shownText: formats.full(rows.count),
                totalText: total.map(formats.full), isIncomplete: isIncomplete,
                unreadable: unreadable > 0 ? NumberContent(unreadable, formats: formats) : nil,
                resultLimit: resultLimit,
                slices: slices.flatMap { $0 > 0 ? $0 : nil }.map { NumberContent($0, formats: formats) }),
            footer: footer ?? footerForEnd(total: total, formats: formats),
            olderQuery: olderQuery, cacheAge: cacheAge)
    }

    private func footerForEnd(total: Int?, formats: Formats) -> ListFooter {
        switch end {
        case .more: .loadMore
        case .complete: .none
        case .resultLimit(let limit, let beyond):
            .resultLimit(limit: formats.full(limit), total: total.map(formats.full), mayGoOn: beyond != nil)
        }
    }
}
