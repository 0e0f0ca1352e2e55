import GtkBridge
import StargazerCore
import StargazerLibrary

enum SidebarText {
    static var sources: String { tr("Sources") }
    static var source: String { trc("sidebar", "Source") }
    static var sidebar: String { tr("Sidebar") }
    static var search: String { trc("heading in the sidebar", "Search") }
    static var favorites: String { trc("heading in the sidebar", "Favorites") }
    static var goTo: String { tr("Go To") }
    static var goToPlaceholder: String { tr("Go to a source, tag or favorite") }

    static func name(of command: GoToViewModel.Command) -> String {
        switch command {
        case .bringStars: BringStarsText.command
        case .importFile: FavoritesText.importFile
        }
    }

    static var noMatches: String { tr("No Matches") }
    static var needsKey: String { tr("Needs an API key") }

    /// All favorites, below the heading Favorites.
    static var all: String { trc("favorites", "All") }
    static var allFavorites: String { tr("All Favorites") }

    static func favorites(of catalog: String) -> String {
        // Translators: %1$s is the name of a catalog, for example "People".
        tr("Favorites: %1$s").filled(catalog)
    }

    /// Returns the name of what the list of a window shows.
    @MainActor static func title(of window: WindowModel) -> String {
        if window.list.selection.isActive { return SelectionText.count(window.list.selection.count) }
        return window.shownSavedSearch.map(SavedSearchContent.name) ?? ListDefinition.of(window.listSource).title
    }

    static func accessibleName(of row: SourceList.Row) -> String {
        if let search = row.savedSearch { return SavedSearchText.accessibleName(search, new: row.count) }
        if let tag = row.tag {
            return JoinText.list([TagsText.name(tag.name), row.count.map(TagsText.favorites)].compactMap(\.self))
        }
        return JoinText.list(
            [ListDefinition.of(row.source).title, row.count?.text, row.needsKey ? needsKey : nil].compactMap(\.self))
    }
}
