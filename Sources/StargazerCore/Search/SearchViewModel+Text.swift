import Foundation

/// Changes of the search text other than typing, and the search history.
extension SearchViewModel {
    public func searchAgain(recent text: String) { edit(text, searches: true) }

    /// Searches with this text and sort order.
    public func search(for query: SearchQuery) {
        sortChanged(query.sort)
        edit(query.text, searches: true)
    }

    /// Adds words, which may be a qualifier, to the search text and searches.
    /// Does not repeat words that the text already contains.
    public func searchAgain(adding words: String) {
        let known = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let hasThem = " \(known) ".range(of: " \(words) ", options: .caseInsensitive) != nil
        edit(hasThem || known.isEmpty ? (known.isEmpty ? words : known) : "\(known) \(words)", searches: true)
    }

    /// Recent searches, newest first.
    public var recentQueries: [String] { history.queries }

    /// Recent and trending searches, offered above the trending items.
    /// Empty while the entry contains text, and in catalogs without trending items.
    public var suggestedSearches: [SuggestedSearch] {
        guard text.isEmpty, searchedQuery?.text.isEmpty == true, phase.shownResults != nil else { return [] }
        let recent = recentQueries.prefix(SuggestedSearch.maxRecent)
        let known = Set(recent.map { $0.lowercased() })
        let terms = (terms?.trending ?? []).filter { !known.contains($0.lowercased()) }
        return recent.map(SuggestedSearch.recent)
            + terms.prefix(SuggestedSearch.maxTrending).map(SuggestedSearch.trending)
    }

    /// - Parameter done: called with the removed entries, for `restoreHistory`.
    public func clearHistory(done: @escaping (Result<SearchHistory.Entries, LibraryFailure>) -> Void = { _ in }) {
        history.clear(done: done)
    }

    public func restoreHistory(_ cleared: SearchHistory.Entries) { history.restore(cleared) }
}

/// A search offered as a button.
public enum SuggestedSearch: Sendable, Hashable {
    case recent(String)
    /// A currently popular search.
    case trending(String)

    static let maxRecent = 3
    static let maxTrending = 8

    public var text: String {
        switch self {
        case .recent(let text), .trending(let text): text
        }
    }
}
