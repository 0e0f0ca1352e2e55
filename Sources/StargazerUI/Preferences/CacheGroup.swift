import CStargazer
import GtkBridge
import StargazerCore

/// The size of the caches on disk, with a button that clears them.
@MainActor final class CacheGroup {
    let root: Handle
    private let model: CacheViewModel
    private let row: Handle
    private let clear: Handle
    private var observation: Observe?

    init(model: CacheViewModel) {
        self.model = model
        let ui = UIBuilder(PackageResources.CacheGroup_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        row = ui["row"]
        clear = ui["clear"]
        clear.setAccessibleName(PreferencesText.clearCache)
        Signals.connect(clear, "clicked") { [model] in
            Task { await model.clear() }
        }
        observation = Observe { [weak self] in self?.paint() }
        Task { await model.measure() }
    }

    private func paint() {
        adw_action_row_set_subtitle(row.cast(), Markup.escape(PreferencesText.cache(model.sizeText)))
        // An insensitive button must not keep the focus.
        if !model.canClear, gtk_widget_is_focus(clear.widget) != 0 { Focus.leave(clear, forward: false) }
        clear.setSensitive(model.canClear)
    }
}
