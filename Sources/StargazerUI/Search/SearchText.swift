import GtkBridge
import StargazerCore
import StargazerLibrary

enum SearchText {
    static func accessibleName(_ offer: SuggestedSearch) -> String {
        switch offer {
        case .recent(let text): tr("%1$s, recent search").filled(CleanText.line(text))
        case .trending(let text): tr("%1$s, trending search").filled(CleanText.line(text))
        }
    }

    /// Returns the placeholder of the entry, where items of one kind come from several services.
    static func placeholder(for service: String) -> String { tr("Search %1$s").filled(service) }
    static var entry: String { trc("entry", "Search") }
    static var sort: String { tr("Sort") }
    /// Returns the accessible name of a favorite above the results.
    static func favorite(_ title: String) -> String { tr("%1$s, favorite").filled(title) }
    static var results: String { tr("Results") }
    static var pressEnter: String { tr("Press Enter to search") }
    /// Returns the sentence above the results of an older search.
    static func failed(_ query: String) -> String { tr("The search for “%1$s” failed.").filled(CleanText.line(query)) }
    static var clearSearch: String { tr("Clear Search") }
    static var searchAnyway: String { tr("Search Anyway") }
    static var searchWithoutFilters: String { tr("Search Without Filters") }

    /// Returns the line above the results: their count, or, for older results, the query that they answer.
    static func count(
        _ content: ResultsContent, isTrending: Bool, of service: String, presentation: any CatalogPresentation
    ) -> String {
        if content.olderQuery == "" { return presentation.trendingHeading }
        if let older = content.olderQuery { return RowText.olderResults(older) }
        let slices = content.count.slices.flatMap(presentation.slices)
        var count = [RowText.count(content.count, of: service, presentation: presentation), slices].compactMap(\.self)
            .joined(separator: " · ")
        // Translators: %1$s is a text such as "100 of 2,500 results", %2$s an age such as "3 hours ago".
        if let age = content.cacheAge { count = tr("%1$s · as of %2$s").filled(count, age) }
        count = SavedSearchText.count(count, content.new)
        return isTrending ? presentation.trendingHeading + " · " + count : count
    }

    static func emptySentence(_ query: String) -> String {
        query.isEmpty
            ? tr("Nothing is trending right now.")
            : tr("No results for “%1$s”. Try fewer or different words.").filled(query)
    }

    /// - Parameter presentation: the catalog's presentation; nil for items of several catalogs.
    static func sortName(_ key: SortKey, of presentation: (any CatalogPresentation)? = nil) -> String {
        // Translators: the name of the sort order by relevance.
        key == .bestMatch
            ? tr("Best Match")
            : presentation?.name(of: key) ?? CatalogPresentations.registered.name(of: key) ?? key.rawValue
    }

    static func order(_ sort: ItemOrder, of presentation: (any CatalogPresentation)? = nil) -> String {
        presentation?.order(sort) ?? CatalogPresentations.registered.order(sort) ?? sortName(sort.key, of: presentation)
    }

    static var changeOrder: String { tr("Change Order") }
    static var descending: String { tr("Descending") }
    static var ascending: String { tr("Ascending") }
}
