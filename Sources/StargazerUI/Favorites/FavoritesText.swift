import GtkBridge
import StargazerCore

/// The words of the favorites page.
enum FavoritesText {
    static var title: String { tr("Favorites") }
    static var filterName: String { tr("Filter Results") }
    static var noneHeading: String { tr("No Favorites Yet") }
    static var noneSentence: String { tr("Press the star of a repository, or Ctrl+D, and it is kept here.") }
    static var noMatchHeading: String { tr("No Favorites Found") }
    static var clearFilter: String { tr("Clear Filter") }
    static var goToSearch: String { tr("Search Repositories") }
    static var undo: String { tr("Undo") }

    static func removed(_ titles: [String]) -> String {
        guard titles.count == 1 else {
            return trn("%1$s favorite removed", "%1$s favorites removed", titles.count).filled(String(titles.count))
        }
        return tr("%1$s removed from Favorites").filled(titles[0])
    }

    static func placeName(_ place: FavoritesPlace) -> String {
        switch place {
        case .all: tr("All")
        case .onServer: tr("On GitHub")
        case .onlyHere: tr("Only Here")
        }
    }

    static var showAll: String { tr("Show All Favorites") }

    /// A filter besides the place is told as well: it may be what lets nothing through.
    static func nothingInSentence(_ place: FavoritesPlace, filter: String) -> String {
        switch (place, filter.isEmpty) {
        case (.onlyHere, true): tr("All of your favorites are starred on GitHub too.")
        case (_, true): tr("None of your favorites is known to be starred on GitHub.")
        case (.onlyHere, false):
            tr("Of the favorites that are only here, none matches “%1$s”.").filled(filter)
        case (_, false):
            tr("Of the favorites that are on GitHub, none matches “%1$s”.").filled(filter)
        }
    }

    static func noMatchSentence(_ filter: String) -> String { tr("Nothing here matches “%1$s”.").filled(filter) }

    static func sortName(_ key: FavoritesSortKey) -> String {
        switch key {
        case .added: tr("Date Added")
        case .name: tr("Name")
        case .stars: tr("Stars")
        case .pushed: tr("Last Push")
        }
    }
}
