/// The list of results as it is shown.
public struct ResultsContent: Equatable, Sendable {
    public let rows: [ItemContent]
    public let count: CountContent
    public let footer: ListFooter
    /// What was searched for when these were found, where something else is searched for by now.
    public let olderQuery: String?
    /// How old they are, `3 hours ago`, while newer ones are on their way; nil when they are not kept ones.
    public let cacheAge: String?
    /// Only those of the loaded rows show that some filter lets through; the count's total is how many were loaded.
    public let isFiltered: Bool

    public init(
        rows: [ItemContent], count: CountContent, footer: ListFooter, olderQuery: String? = nil,
        cacheAge: String? = nil,
        isFiltered: Bool = false
    ) {
        self.isFiltered = isFiltered
        self.rows = rows
        self.count = count
        self.footer = footer
        self.olderQuery = olderQuery
        self.cacheAge = cacheAge
    }
}

extension ResultsContent {
    /// Those that have these words in their names; all of them where there are no words.
    /// - Parameter others: of these alone; nil for no matter which.
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

/// How far a list reaches. The numbers are for plural forms, the texts are the same numbers as the locale writes them.
public struct CountContent: Equatable, Sendable {
    /// Distinct items in the list.
    public let shown: Int
    /// How many there are; nil when the server did not say.
    public let total: Int?
    public let shownText: String
    public let totalText: String?
    /// The server gave up before it had looked everywhere.
    public let isIncomplete: Bool
    /// The most the API gives of one search, when there is more than that.
    public let resultLimit: Int?
    /// Slices that the list was read in, beyond that; nil where it was not divided.
    public let slices: NumberContent?

    public init(
        shown: Int, total: Int?, shownText: String, totalText: String?, isIncomplete: Bool = false,
        resultLimit: Int? = nil,
        slices: NumberContent? = nil
    ) {
        self.shown = shown
        self.total = total
        self.shownText = shownText
        self.totalText = totalText
        self.isIncomplete = isIncomplete
        self.resultLimit = resultLimit
        self.slices = slices
    }
}

/// What the last row of the list is.
public enum ListFooter: Equatable, Sendable {
    /// No last row: everything is shown.
    case none
    case loadMore
    case loading
    /// The API gives no more than `limit` of `total`; both formatted. `total` is nil when the server never said it.
    /// The list may go on nevertheless, when the person asks for it.
    case resultLimit(limit: String, total: String?, mayGoOn: Bool = false)
    /// The next batch failed; `retryBatch` asks once more.
    case failed(FailureContent)
}
