import GtkBridge
import StargazerCore

/// The words under a result in the desktop's own search.
enum DesktopSearchText {
    static func description(_ content: DesktopResultContent) -> String {
        switch content.result {
        case .favorite: return content.summary
        case .search:
            // Translators: said of words that were searched for before; %1$s is what was searched, such as Repositories.
            return tr("Recent search: %1$s").filled(CatalogPresentations.registered[content.kind].name)
        }
    }

    /// The name of an icon, for where there is no picture.
    static func icon(_ content: DesktopResultContent) -> String {
        switch content.result {
        case .favorite: "starred-symbolic"
        case .search: "document-open-recent-symbolic"
        }
    }
}
