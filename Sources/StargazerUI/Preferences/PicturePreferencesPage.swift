import CStargazer
import GtkBridge
import StargazerCore

/// The page about pictures: playing GIFs, the services of pictures, and pictures in documents.
@MainActor final class PicturePreferencesPage: PreferencesPage {
    let root: Handle
    private let switches: [PreferenceSwitch]
    private let services: [ServicePreferenceRows]

    /// - Parameter services: those with preferences, in order.
    init(model: PreferencesViewModel, services: [ServicePreferenceRows]) {
        self.services = services
        let ui = UIBuilder(PackageResources.PicturePreferencesPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        switches = [
            PreferenceSwitch(ui["animations"], of: model, \.playsAnimations) { model.playAnimations($0) },
            PreferenceSwitch(ui["document-pictures"], of: model, \.loadsDocumentPictures) {
                model.loadDocumentPictures($0)
            },
        ]
        let group = ui["services-group"]
        for row in services.flatMap(\.rows) { adw_preferences_group_add(group.cast(), row.widget) }
        group.setVisible(!services.isEmpty)
    }
}
