import GtkBridge
import StargazerCore

/// The texts of the filter by stars on GitHub.
enum StarFilterText {
    static func name(of place: FavoritesPlace) -> String {
        switch place {
        case .all: trc("favorites", "All")
        case .onServer: trc("favorites", "Starred on GitHub")
        case .onlyHere: trc("favorites", "Not Starred on GitHub")
        }
    }

    static var showAll: String { tr("Show All Favorites") }

    /// Returns the text of an empty list. It mentions the text filter, which may be the reason.
    static func nothing(in place: FavoritesPlace, filter: String) -> String {
        switch (place, filter.isEmpty) {
        case (.onlyHere, true): tr("All your favorites are starred on GitHub.")
        case (_, true): tr("None of your favorites are starred on GitHub.")
        case (.onlyHere, false):
            tr("No favorites that are not starred on GitHub match “%1$s”.").filled(filter)
        case (_, false):
            tr("No favorites starred on GitHub match “%1$s”.").filled(filter)
        }
    }
}
