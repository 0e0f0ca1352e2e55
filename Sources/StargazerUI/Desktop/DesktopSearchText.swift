import GtkBridge
import StargazerCore

enum DesktopSearchText {
    static func description(_ content: DesktopSearchResultContent) -> String {
        switch content.result {
        case .favorite: return content.summary
        case .search:
            // Translators: below a recent search; %1$s is the catalog that was searched, such as Repositories.
            return tr("Recent search: %1$s").filled(CatalogPresentations.registered[content.kind].name)
        }
    }

    /// The title of a result that was removed after it was found.
    static var missing: String { tr("No Longer in Favorites") }

    /// Returns the name of the icon for a result without a picture.
    static func icon(_ content: DesktopSearchResultContent) -> String {
        switch content.result {
        case .favorite: "starred-symbolic"
        case .search: "document-open-recent-symbolic"
        }
    }
}
