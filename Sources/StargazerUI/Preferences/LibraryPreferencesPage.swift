import CStargazer
import GtkBridge
import StargazerCore

/// The page about what is stored on this computer: READMEs of favorites, copies of the library, and the cache.
@MainActor final class LibraryPreferencesPage: PreferencesPage {
    let root: Handle
    private let downloads: DocumentPreferencesGroup?
    private let copies: LibraryCopiesGroup?
    private let cache: CacheGroup?

    /// Nil when there is nothing to show.
    /// - Parameters:
    ///   - documents: the downloaded documents; nil where there are none.
    ///   - copies: the group of the library's copies; nil when there are none.
    ///   - cache: the group of the cache; nil when nothing is cached on disk.
    init?(documents: StoredDocumentsViewModel?, copies: LibraryCopiesGroup?, cache: CacheGroup?) {
        if documents == nil, copies == nil, cache == nil { return nil }
        (self.copies, self.cache) = (copies, cache)
        let ui = UIBuilder(PackageResources.LibraryPreferencesPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        downloads = documents.map { DocumentPreferencesGroup(ui, model: $0) }
        ui["downloads-group"].setVisible(downloads != nil)
        for group in [copies?.root, cache?.root].compactMap(\.self) {
            adw_preferences_page_add(root.cast(), group.cast())
        }
    }
}
