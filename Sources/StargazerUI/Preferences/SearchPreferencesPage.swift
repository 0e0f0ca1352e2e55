import CStargazer
import GtkBridge
import StargazerCore

/// How searching behaves, and what is remembered of it.
@MainActor final class SearchPreferencesPage: PreferencesPage {
    let root: Handle

    init(model: WindowModel) {
        let ui = UIBuilder(PackageResources.SearchPreferencesPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
    }
}
