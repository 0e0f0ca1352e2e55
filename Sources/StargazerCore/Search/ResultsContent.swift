public import StargazerLibrary

public struct ResultsContent: Equatable, Sendable {
    public let rows: [ItemContent]
    public let count: CountContent
    public let footer: ListFooter
    /// The search text of these results, when a newer search is running.
    public let olderQuery: String?
    /// The age of cached results, `3 hours ago`, while newer ones are loading; otherwise nil.
    public let cacheAge: String?
    /// Whether a filter hides some of the loaded rows. The count's total is then the number of loaded rows.
    public let isFiltered: Bool
    /// The new results of a saved search; nil when there are none.
    public let new: NewResultsContent?

    public init(
        rows: [ItemContent], count: CountContent, footer: ListFooter, olderQuery: String? = nil,
        cacheAge: String? = nil,
        isFiltered: Bool = false, new: NewResultsContent? = nil
    ) {
        self.new = new
        self.isFiltered = isFiltered
        self.rows = rows
        self.count = count
        self.footer = footer
        self.olderQuery = olderQuery
        self.cacheAge = cacheAge
    }
}

extension ResultsContent {
    func marking(_ results: NewResults) -> ResultsContent {
        guard !results.ids.isEmpty, cacheAge == nil, olderQuery == nil else { return self }
        let rows = rows.map { row in
            guard results.ids.contains(row.id) else { return row }
            var row = row
            row.isNew = true
            return row
        }
        return ResultsContent(
            rows: rows, count: count, footer: footer, olderQuery: olderQuery, cacheAge: cacheAge,
            isFiltered: isFiltered, new: results.content)
    }

    /// Returns the rows that contain these words; all rows when there are no words.
    /// - Parameter others: the only items to include; nil for all.
    func filtered(to filter: String, among others: Set<ItemID>? = nil, formats: Formats) -> ResultsContent {
        let filter = ItemFilter(filter)
        guard !filter.isBlank || others != nil else { return self }
        let rows = rows.filter { filter.matches($0) && others?.contains($0.id) ?? true }
        let count = CountContent(
            shown: rows.count, total: self.rows.count, shownText: formats.full(rows.count), totalText: count.shownText)
        return ResultsContent(
            rows: rows, count: count, footer: footer, olderQuery: olderQuery, cacheAge: cacheAge, isFiltered: true)
    }
}

/// The size of a list. Numbers are for plural forms; texts are the same numbers in the user's locale.
public struct CountContent: Equatable, Sendable {
    /// The number of distinct items in the list.
    public let shown: Int
    /// The number of all items; nil when the server did not say.
    public let total: Int?
    public let shownText: String
    public let totalText: String?
    /// The server stopped before it had searched everything.
    public let isIncomplete: Bool
    /// The number of results that could not be read; nil for none.
    public let unreadable: NumberContent?
    /// The API's result limit, when there are more results than that.
    public let resultLimit: Int?
    /// The number of slices loaded beyond the result limit; nil when the search was not split.
    public let slices: NumberContent?

    public init(
        shown: Int, total: Int?, shownText: String, totalText: String?, isIncomplete: Bool = false,
        unreadable: NumberContent? = nil, resultLimit: Int? = nil, slices: NumberContent? = nil
    ) {
        self.shown = shown
        self.total = total
        self.shownText = shownText
        self.totalText = totalText
        self.isIncomplete = isIncomplete
        self.unreadable = unreadable
        self.resultLimit = resultLimit
        self.slices = slices
    }
}

/// The last row of the list.
public enum ListFooter: Equatable, Sendable {
    /// No footer: all items are shown.
    case none
    case loadMore
    case loading
    /// The API returns only `limit` of `total` results; both are formatted. `total` is nil when unknown.
    /// `mayGoOn` when the user can load more nevertheless.
    case resultLimit(limit: String, total: String?, mayGoOn: Bool = false)
    /// The next batch failed; `retryBatch` retries it.
    case failed(FailureContent)

    /// The most searches that a press beyond the result limit sends.
    public static let maxSearchesBeyondLimit = 10

    /// What a press on the row does; nil for nothing.
    public enum Action: Equatable, Sendable {
        case loadMore
        case tryAgain
        case loadBeyondLimit(maxSearches: Int)
    }

    public var action: Action? {
        switch self {
        case .loadMore: .loadMore
        case .failed: .tryAgain
        case .resultLimit(_, _, mayGoOn: true): .loadBeyondLimit(maxSearches: Self.maxSearchesBeyondLimit)
        case .none, .loading, .resultLimit: nil
        }
    }
}

/// Where a list scrolls when a filter narrows it: to the top for the rows that match, and back when all rows show again.
public struct FilterScroll: Sendable {
    public enum Move: Equatable, Sendable {
        case stay
        /// To the top. The place before is worth keeping if all rows showed until now.
        case top(keepsPlace: Bool)
        /// Back to the place that was kept.
        case back
    }

    /// The filter that narrows the visible rows.
    private var shown: String?

    public init() {}

    /// - Parameters:
    ///   - filter: the filter that narrows the rows; nil while all of them show.
    ///   - isNew: whether the rows answer another search.
    public mutating func move(to filter: String?, isNew: Bool) -> Move {
        defer { shown = filter }
        if isNew { return .top(keepsPlace: false) }
        if shown == filter { return .stay }
        if filter == nil { return .back }
        return .top(keepsPlace: shown == nil)
    }
}
