import GtkBridge
import StargazerLibrary

/// The words of a catalog that has none of its own.
enum CatalogText {
    static var search: String { trc("view", "Search") }
    static var nothingFound: String { tr("No Results Found") }
    static var trending: String { tr("Trending") }
    static var addToFavorites: String { tr("Add to Favorites") }
    // Translators: the button of an item that is a favorite.
    static var favorite: String { trc("button", "Favorite") }
    static var goneHeading: String { tr("This Is No Longer Available") }
    static var goneStatement: String { tr("This is no longer available.") }
    static var goneSentence: String { trc("something", "It may have been deleted or made private.") }
    static var blockedHeading: String { tr("This Is Blocked") }

    /// Returns the tooltip of a topic or a language, which searches for it.
    static func searchFor(_ words: String) -> String { tr("Search for %1$s").filled(words) }

    /// The number of results of a catalog that has no word for its items.
    static func results(_ shown: NumberContent, of total: NumberContent?) -> String {
        guard let total else { return trn("%1$s result", "%1$s results", shown.number).filled(shown.text) }
        return trn("%1$s of %2$s result", "%1$s of %2$s results", total.number).filled(shown.text, total.text)
    }
}
