import Foundation
import StargazerLibrary

/// The queries of a catalog: which query a search text stands for, and in which orders its results can be.
@MainActor struct SearchQueryBuilder {
    let catalog: any Catalog
    let preferences: CurrentPreferences

    /// Returns the query for a text; nil when the text is empty and nothing is shown for that.
    func query(for text: String, sort: ItemOrder) -> SearchQuery? {
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !words.isEmpty || showsTrending else { return nil }
        return SearchQuery(words, sort: sort, in: catalog.profile, preferences.value)
    }

    /// Returns the keys to order results by; empty where trending items, which have their own order, show or will show.
    func sortKeys(for text: String) -> [SortKey] {
        catalog.profile.hasTrending && text.allSatisfy(\.isWhitespace) ? [] : catalog.profile.sorts
    }

    /// Returns the order that a text asks for; nil for none, or one that the catalog does not have.
    func sort(typedIn text: ParsedQuery) -> ItemOrder? {
        guard let typed = text.sort else { return nil }
        let key = catalog.profile.sorts.first { $0.rawValue.lowercased() == typed.key.rawValue.lowercased() }
        return key.map { ItemOrder($0, typed.direction) }
    }

    var defaultSort: ItemOrder { ItemOrder(catalog.profile.sorts.first ?? .bestMatch) }

    func supported(_ sort: ItemOrder?) -> ItemOrder? {
        sort.flatMap { catalog.profile.sorts.contains($0.key) ? $0 : nil }
    }

    /// Whether an empty text shows trending items.
    private var showsTrending: Bool { catalog.profile.hasTrending && catalog.key.map { $0.value != nil } ?? true }
}
