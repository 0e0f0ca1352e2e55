import GtkBridge
import StargazerCore

/// The texts of the filter by stars on GitHub.
enum StarFilterText {
    /// Returns the label of a button. Three of them must fit into the narrowest window.
    static func label(of place: FavoritesPlace) -> String {
        switch place {
        case .all: trc("favorites", "All")
        // Translators: short for "Starred on GitHub". The next one is short for "Not Starred on GitHub".
        case .onServer: trc("favorites", "Starred")
        case .onlyHere: trc("favorites", "Not Starred")
        }
    }

    /// Returns the tooltip and accessible name of a button; nil where its label says everything.
    static func fullName(of place: FavoritesPlace) -> String? {
        switch place {
        case .all: nil
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
