import CStargazer
import GtkBridge
import StargazerCore

/// What the pictures on disk take, and the button that removes them.
@MainActor final class PictureCacheGroup {
    let root: Handle
    private let model: PictureCacheViewModel
    private let row: Handle
    private let clear: Handle
    private var observation: Observe?

    init(model: PictureCacheViewModel) {
        self.model = model
        let ui = UIBuilder(PackageResources.PictureCacheGroup_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        row = ui["row"]
        clear = ui["clear"]
        clear.setAccessibleName(PreferencesText.clearPictures)
        Signals.connect(clear, "clicked") { [model] in
            Task { await model.clear() }
        }
        observation = Observe { [weak self] in self?.paint() }
        Task { await model.measure() }
    }

    private func paint() {
        adw_action_row_set_subtitle(row.cast(), Markup.escape(PreferencesText.pictureCache(model.sizeText)))
        // A button that cannot be pressed must not keep the focus.
        if !model.canClear, gtk_widget_is_focus(clear.widget) != 0 { Focus.leave(clear, forward: false) }
        clear.setSensitive(model.canClear)
    }
}
