import Foundation
public import StargazerLibrary

/// What several selected items are, taken together.
public struct SelectionSummary: Equatable, Sendable {
    public struct Language: Equatable, Sendable {
        public let name: String
        public let count: NumberContent
    }

    /// The first and the last of several dates, as months.
    public struct Span: Equatable, Sendable {
        public let first: String
        public let last: String

        init?(_ dates: (first: Date, last: Date)?, formats: Formats) {
            guard let dates else { return nil }
            (first, last) = (formats.month(dates.first), formats.month(dates.last))
        }
    }

    /// The most frequent languages, the most frequent first.
    public let languages: [Language]
    /// The number of other languages; nil when there are none.
    public let moreLanguages: NumberContent?
    /// When they became favorites; nil outside the favorites.
    public let added: Span?
    /// Their last pushes; nil when none is known.
    public let pushed: Span?
    public let hasPictures: Bool

    static let maxLanguages = 6
    static let maxNameLength = 100
}

/// Adds up the facts of selected items, which arrive in parts.
struct SelectionTally {
    private var languages: [String: Int] = [:]
    private var added: (first: Date, last: Date)?
    private var pushed: (first: Date, last: Date)?
    private var hasPictures = false

    /// - Parameter addedAt: nil outside the favorites.
    mutating func add(_ item: Item, addedAt: Date?) {
        let attributes = item.facts.attributes
        if let language = attributes.language { languages[language, default: 0] += 1 }
        Self.extend(&added, to: addedAt)
        Self.extend(&pushed, to: attributes.pushedAt)
        hasPictures = hasPictures || item.facts.fullSizePicture != nil
    }

    private static func extend(_ span: inout (first: Date, last: Date)?, to date: Date?) {
        guard let date else { return }
        span = span.map { (min($0.first, date), max($0.last, date)) } ?? (date, date)
    }

    func summary(formats: Formats) -> SelectionSummary {
        let sorted = languages.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let rest = sorted.count - SelectionSummary.maxLanguages
        return SelectionSummary(
            languages: sorted.prefix(SelectionSummary.maxLanguages).map {
                SelectionSummary.Language(
                    name: CleanText.line($0.key, limit: SelectionSummary.maxNameLength),
                    count: NumberContent($0.value, formats: formats))
            },
            moreLanguages: rest > 0 ? NumberContent(rest, formats: formats) : nil,
            added: SelectionSummary.Span(added, formats: formats),
            pushed: SelectionSummary.Span(pushed, formats: formats), hasPictures: hasPictures)
    }
}
