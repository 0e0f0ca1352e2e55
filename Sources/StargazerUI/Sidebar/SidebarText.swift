import GtkBridge
import StargazerCore

/// The texts of the sidebar.
enum SidebarText {
    static var sources: String { tr("Sources") }
    static var source: String { trc("sidebar", "Source") }
    static var sidebar: String { tr("Sidebar") }
    static var search: String { trc("heading in the sidebar", "Search") }
    static var favorites: String { trc("heading in the sidebar", "Favorites") }
    static var goTo: String { tr("Go To") }
    static var goToPlaceholder: String { tr("Go to a source, tag or favorite") }
    static var noMatches: String { tr("No Matches") }
    static var needsKey: String { tr("Needs an API key") }

    /// Returns the name of a source below its heading.
    static func name(of source: ListSource) -> String {
        switch source {
        case .search(let kind), .favorites(.catalog(let kind)): CatalogPresentations.registered[kind].name
        case .favorites(.all): trc("favorites", "All")
        case .favorites(.notStarred): StarText.notStarred
        case .favorites(.tag(let name)): name
        case .favorites(.untagged): TagsText.untagged
        case .favorites(.updates): UpdatesText.title
        case .savedSearch: SavedSearchText.title
        }
    }

    /// Returns the name of a source by itself.
    static func title(of source: ListSource) -> String {
        switch source {
        case .search(let kind): CatalogPresentations.registered[kind].name
        case .favorites(.all): tr("All Favorites")
        // Translators: %1$s is the name of a catalog, for example "People".
        case .favorites(.catalog(let kind)): tr("Favorites: %1$s").filled(CatalogPresentations.registered[kind].name)
        case .favorites(.notStarred), .favorites(.tag), .favorites(.untagged), .favorites(.updates), .savedSearch:
            name(of: source)
        }
    }

    /// Returns the name of what the list of a window shows.
    @MainActor static func title(of window: WindowModel) -> String {
        window.shownSavedSearch.map(SavedSearchContent.name) ?? title(of: window.listSource)
    }

    /// Returns the name of a source among others of all kinds, as screen readers read it.
    static func resultName(of source: ListSource) -> String {
        if case .favorites(.tag(let name)) = source { TagsText.name(name) } else { title(of: source) }
    }

    /// Returns the name of an icon; nil for tags, which have dots.
    static func icon(of source: ListSource) -> String? {
        switch source {
        case .search(let kind), .favorites(.catalog(let kind)): CatalogPresentations.registered[kind].icon
        case .favorites(.all): "starred-symbolic"
        case .favorites(.notStarred): "non-starred-symbolic"
        case .favorites(.updates): "software-update-available-symbolic"
        case .favorites(.tag), .favorites(.untagged): nil
        case .savedSearch: "folder-saved-search-symbolic"
        }
    }

    static func accessibleName(of row: SourceList.Row) -> String {
        if let search = row.savedSearch { return SavedSearchText.accessibleName(search, new: row.count) }
        if let tag = row.tag {
            return JoinText.list([TagsText.name(tag.name), row.count.map(TagsText.favorites)].compactMap(\.self))
        }
        return JoinText.list(
            [title(of: row.source), row.count?.text, row.needsKey ? needsKey : nil].compactMap(\.self))
    }
}
