/// The list of results as it is shown.
public struct ResultsContent: Equatable, Sendable {
    public let rows: [ItemContent]
    public let count: CountContent
    public let tail: ListTail
    /// What was searched for when these were found, where something else is searched for by now.
    public let olderQuery: String?

    public init(rows: [ItemContent], count: CountContent, tail: ListTail, olderQuery: String? = nil) {
        self.rows = rows
        self.count = count
        self.tail = tail
        self.olderQuery = olderQuery
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
    public let ceiling: Int?

    public init(
        shown: Int, total: Int?, shownText: String, totalText: String?, isIncomplete: Bool = false, ceiling: Int? = nil
    ) {
        self.shown = shown
        self.total = total
        self.shownText = shownText
        self.totalText = totalText
        self.isIncomplete = isIncomplete
        self.ceiling = ceiling
    }
}

/// What the last row of the list is.
public enum ListTail: Equatable, Sendable {
    /// No last row: everything is shown.
    case none
    case loadMore
    case loading
    /// The API gives no more than `limit` of `total`; both formatted. `total` is nil when the server never said it.
    case ceiling(limit: String, total: String?)
    /// The next batch failed; `tryBatchAgain` asks once more.
    case failed(FailureContent)
}
