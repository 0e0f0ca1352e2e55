import Foundation

/// What becomes the text without being typed, and where it is kept.
extension SearchViewModel {
    public func searchAgain(recent text: String) { edit(text, searches: true) }

    /// Searches for these words in this order.
    public func search(for query: SearchQuery) {
        sortChanged(query.sort)
        edit(query.text, searches: true)
    }

    /// Searches for what is in the entry and these words as well, which may be a qualifier. What is there already is not
    /// repeated.
    public func searchAgain(adding words: String) {
        let known = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let hasThem = " \(known) ".range(of: " \(words) ", options: .caseInsensitive) != nil
        edit(hasThem || known.isEmpty ? (known.isEmpty ? words : known) : "\(known) \(words)", searches: true)
    }

    /// What was searched for before, newest first.
    public var recentQueries: [String] { history.queries }

    /// What is offered above what is trending: searches made before, and what many search for. Nothing while there is
    /// something in the entry, and where another page offers what was searched for before.
    public var suggestedSearches: [SuggestedSearch] {
        guard text.isEmpty, searchedQuery?.text.isEmpty == true, phase.shownResults != nil else { return [] }
        let recent = recentQueries.prefix(SuggestedSearch.maxRecent)
        let known = Set(recent.map { $0.lowercased() })
        let terms = (terms?.trending ?? []).filter { !known.contains($0.lowercased()) }
        return recent.map(SuggestedSearch.recent)
            + terms.prefix(SuggestedSearch.maxTrending).map(SuggestedSearch.trending)
    }

    /// - Parameter done: called with what was cleared, for `restoreHistory`.
    public func clearHistory(done: @escaping (Result<SearchHistory.Entries, LibraryFailure>) -> Void = { _ in }) {
        history.clear(done: done)
    }

    public func restoreHistory(_ cleared: SearchHistory.Entries) { history.restore(cleared) }
}

/// A search that is made by one press.
public enum SuggestedSearch: Sendable, Hashable {
    case recent(String)
    /// Many search for it just now.
    case trending(String)

    static let maxRecent = 3
    static let maxTrending = 8

    public var text: String {
        switch self {
        case .recent(let text), .trending(let text): text
        }
    }
}
