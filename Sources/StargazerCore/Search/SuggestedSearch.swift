/// A search offered as a button.
public enum SuggestedSearch: Sendable, Hashable {
    case recent(String)
    case trending(String)

    static let maxRecent = 3
    static let maxTrending = 8

    public var text: String {
        switch self {
        case .recent(let text), .trending(let text): text
        }
    }
}

extension SearchViewModel {
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
}
