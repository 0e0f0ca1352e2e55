public import Foundation

public struct FavoritesResult: Sendable, Hashable {
    public var rows: [FavoriteRowID]
    /// The words of the text that rows lack, of those that any favorite has; none for a row with all words.
    public var missingWords: [FavoriteRowID: [String]] = [:]
    /// The number of rows that have only part of the words of the text.
    public var partialCount: Int { missingWords.count }
    /// The words of the text that no favorite has, as typed.
    public var unknownWords: [String] = []
    /// The text that was searched for instead of the typed one; nil for the typed one.
    public var spelling: CorrectedSpelling?
    /// Whether quotations were looked for in other forms, because no favorite has them as they are.
    public var hasOtherForms = false
    /// The years of the rows, in order; empty when the rows are not in order of a date.
    public var years: [FavoritesYear] = []
    /// The kinds of updates that the rows are grouped by, in order; empty outside the updates.
    public var updates: [StarUpdateGroup] = []
    /// The newest update of each row; empty outside the updates.
    public var rowUpdates: [FavoriteRowID: RowUpdate] = [:]
    /// The first of the rows, loaded.
    public var first: [StoredFavorite]
    /// The number of favorites in each catalog that has any, regardless of the query.
    public var counts: [CatalogKind: Int]
    /// How many of the rows have what is marked as an exception.
    public var exceptions: [RowMark: Int] = [:]
    /// The marks of the rows: only what fewer than half of them have is an exception.
    public var marks: Set<RowMark> { RowMark.all.filter { 2 * exceptions[$0, default: 0] < rows.count } }

    public var total: Int { counts.values.reduce(0, +) }

    public init(
        rows: [FavoriteRowID] = [], first: [StoredFavorite] = [], counts: [CatalogKind: Int] = [:]
    ) {
        self.rows = rows
        self.first = first
        self.counts = counts
    }
}

/// Consecutive rows of favorites whose dates are in the same year.
public struct FavoritesYear: Sendable, Hashable {
    /// Some date in the year; nil for rows without a date.
    public var date: Date?
    public var count: Int

    public init(date: Date?, count: Int) {
        self.date = date
        self.count = count
    }
}

/// A text in which words that no favorite has are replaced by similar ones.
public struct CorrectedSpelling: Sendable, Hashable {
    public var text: String
    /// The words that replace others.
    public var words: [String]

    /// The parts of the text, and which of them are the words that replace others.
    public var parts: [(text: String, isCorrected: Bool)] {
        ParsedQuery(text, rules: .favorites).parts.map { part in
            let word = part.text.trimmingCharacters(in: .alphanumerics.inverted)
            return (part.text, part.role == .word && words.contains(word))
        }
    }

    public init(text: String, words: [String]) {
        self.text = text
        self.words = words
    }
}
