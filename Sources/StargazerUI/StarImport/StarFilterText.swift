import GtkBridge
import StargazerCore

/// The texts of the filter by stars on GitHub.
enum StarFilterText {
    static func name(of place: FavoritesPlace) -> String {
        switch place {
        case .all: trc("favorites", "All")
        case .onServer: trc("favorites", "On GitHub")
        case .onlyHere: trc("favorites", "Only Here")
        }
    }

    static var showAll: String { tr("Show All Favorites") }

    /// Returns the text of an empty list. It mentions the text filter, which may be the reason.
    static func nothing(in place: FavoritesPlace, filter: String) -> String {
        switch (place, filter.isEmpty) {
        case (.onlyHere, true): tr("All of your favorites are starred on GitHub too.")
        case (_, true): tr("None of your favorites is known to be starred on GitHub.")
        case (.onlyHere, false):
            tr("Of the favorites that are only here, none matches “%1$s”.").filled(filter)
        case (_, false):
            tr("Of the favorites that are on GitHub, none matches “%1$s”.").filled(filter)
        }
    }
}
