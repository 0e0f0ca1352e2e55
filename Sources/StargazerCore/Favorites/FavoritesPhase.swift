public import StargazerLibrary

/// The favorites list as shown: `count.shown` of `count.total`.
public struct FavoritesContent: Equatable, Sendable {
    /// Identifies the query. The same while the result of one query is updated.
    public let queryNumber: Int
    /// In order. `FavoriteRowLoader` has their content.
    public let rows: [FavoriteRowID]
    public let count: CountContent
    /// The years of the rows in order of a date; empty when there is only one, or in another order.
    public let years: [FavoritesYearContent]
    /// The kinds of updates that the rows are grouped by, in order; empty outside the updates.
    public let updates: [StarUpdateGroup]
    /// Those that are new in a saved search; nil when there are none.
    public let new: NewResultsContent?
    /// The number of rows that have only part of the words; nil when there are none.
    public let partialCount: NumberContent?
    public let spelling: CorrectedSpelling?
    public let unknownWords: [String]
    public let hasOtherForms: Bool

    public init(
        queryNumber: Int, rows: [FavoriteRowID], count: CountContent, years: [FavoritesYearContent] = [],
        updates: [StarUpdateGroup] = [], new: NewResultsContent? = nil, partialCount: NumberContent? = nil,
        spelling: CorrectedSpelling? = nil, unknownWords: [String] = [], hasOtherForms: Bool = false
    ) {
        self.updates = updates
        self.hasOtherForms = hasOtherForms
        self.new = new
        self.partialCount = partialCount
        self.spelling = spelling
        self.unknownWords = unknownWords
        self.queryNumber = queryNumber
        self.rows = rows
        self.count = count
        self.years = years
    }
}

/// The count above a list of favorites.
public struct FavoritesCountContent: Equatable, Sendable {
    /// The favorites that have all words; nil when those in the list have only part of them.
    public let shown: NumberContent?
    /// All favorites in the scope; nil where all of them match, where their number is unknown, and next to those that
    /// have only part of the words.
    public let total: NumberContent?
    /// The favorites that have only part of the words; nil when there are none.
    public let partial: NumberContent?

    /// - Parameter scope: the number of favorites in the scope; nil while no text narrows them.
    public init(_ content: FavoritesContent, of scope: NumberContent?) {
        let shown = content.count.shown
        self.shown = shown == 0 ? nil : NumberContent(number: shown, text: content.count.shownText)
        // The scope is counted after the list.
        total = content.partialCount == nil ? scope.flatMap { $0.number > shown ? $0 : nil } : nil
        partial = content.partialCount
    }
}

public struct FavoritesYearContent: Equatable, Sendable {
    /// Nil for rows without a date.
    public let title: String?
    public let count: Int
}

public struct CatalogCount: Equatable, Sendable {
    public let kind: CatalogKind
    public let count: NumberContent
}

public enum FavoritesPhase: Equatable, Sendable {
    case loading
    /// There are no favorites at all.
    case none
    case rows(FavoritesContent)
    /// There are favorites, but none in the scope match the text, which may be empty.
    case noMatch(FavoritesScope, text: String)
    /// The library could not be read for this text, which may be empty.
    case failed(LibraryFailure, text: String)

    /// Whether there are items, or may be once the library answers.
    var mayHaveItems: Bool {
        switch self {
        case .none, .noMatch, .failed: false
        case .loading, .rows: true
        }
    }
}

extension FavoritesPhase {
    /// The state when the library has answered.
    /// - Parameter readable: the rows of the result that can be read, in order.
    init(
        _ result: FavoritesResult, to queryNumber: Int, readable rows: [FavoriteRowID], scope: FavoritesScope,
        text: String, new: NewResultsContent?, formats: Formats
    ) {
        guard result.total > 0 else {
            self = .none
            return
        }
        guard !rows.isEmpty else {
            self = .noMatch(scope, text: text)
            return
        }
        let unreadable = result.rows.count - rows.count
        let partial = result.missingWords.isEmpty ? 0 : rows.count { result.missingWords[$0] != nil }
        let (shown, total) = (rows.count - partial, result.total - unreadable)
        self = .rows(
            FavoritesContent(
                queryNumber: queryNumber, rows: rows,
                count: CountContent(
                    shown: shown, total: total, shownText: formats.full(shown), totalText: formats.full(total)),
                years: result.years(of: rows, formats: formats), updates: result.updates(of: rows), new: new,
                partialCount: partial > 0 ? NumberContent(partial, formats: formats) : nil, spelling: result.spelling,
                unknownWords: result.unknownWords, hasOtherForms: result.hasOtherForms))
    }
}

extension FavoritesResult {
    /// Returns the number of favorites in each catalog that has any, in the order of the catalogs.
    func catalogCounts(in catalogs: [CatalogProfile], formats: Formats) -> [CatalogCount] {
        var kinds: Set<CatalogKind> = []
        return catalogs.filter { kinds.insert($0.kind).inserted }.compactMap { profile in
            counts[profile.kind].map { CatalogCount(kind: profile.kind, count: NumberContent($0, formats: formats)) }
        }
    }

    fileprivate func updates(of readable: [FavoriteRowID]) -> [StarUpdateGroup] {
        let shown = Set(readable)
        var start = 0
        return updates.compactMap { group in
            let rows = rows[start..<min(start + group.count, rows.count)]
            start += rows.count
            let count = rows.count { shown.contains($0) }
            return count > 0 ? StarUpdateGroup(kind: group.kind, count: count) : nil
        }
    }

    fileprivate func years(of readable: [FavoriteRowID], formats: Formats) -> [FavoritesYearContent] {
        guard years.count > 1 else { return [] }
        var (all, shown) = (rows[...], readable[...])
        return years.compactMap { year in
            var count = year.count
            if rows.count != readable.count {
                count = all.prefix(year.count).count { row in
                    guard row == shown.first else { return false }
                    shown.removeFirst()
                    return true
                }
                all = all.dropFirst(year.count)
            }
            return count > 0 ? FavoritesYearContent(title: year.date.map(formats.year), count: count) : nil
        }
    }
}

/// A change that could not be saved, to be shown once.
public struct FavoritesError: Equatable, Sendable {
    public let serial: Int
    public let failure: LibraryFailure
}
