import CStargazer
import GtkBridge
import StargazerCore

/// The preferences of one catalog: the content rating and the API key.
@MainActor final class CatalogPreferencesGroup {
    let root = Handle(adw_preferences_group_new())
    private let model: CatalogPreferencesViewModel
    private let key: APIKeyViewModel?
    private let rating = Handle(adw_combo_row_new())
    private let keyRow = Handle(adw_action_row_new())
    private let forget = Handle(gtk_button_new_with_label(PreferencesText.forgetKey))
    private var observation: Observe?

    /// Nil for a catalog without preferences.
    /// - Parameter key: nil for a catalog that requires none.
    init?(model: CatalogPreferencesViewModel, key: APIKeyViewModel?, presentation: any CatalogPresentation) {
        if model.ratings.isEmpty, key == nil { return nil }
        self.model = model
        self.key = key
        adw_preferences_group_set_title(root.cast(), Markup.escape(presentation.name))
        if !model.ratings.isEmpty { addRating(presentation) }
        if key != nil { addKey() }
        observation = Observe { [weak self] in self?.paint() }
    }

    private func addRating(_ presentation: any CatalogPresentation) {
        let names = Handle(gtk_string_list_new(nil))
        for rating in model.ratings {
            gtk_string_list_append(names.opaque, presentation.name(of: rating) ?? rating.rawValue)
        }
        let list = GObjectRef(adopting: names)
        adw_combo_row_set_model(rating.cast(), list.opaque)
        adw_preferences_row_set_title(rating.cast(), PreferencesText.rating)
        adw_preferences_group_add(root.cast(), rating.widget)
        Signals.connect(rating, "notify::selected") { [weak self] in self?.chosen() }
    }

    private func addKey() {
        adw_preferences_row_set_title(keyRow.cast(), PreferencesText.key)
        gtk_widget_set_valign(forget.widget, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(keyRow.cast(), forget.widget)
        adw_preferences_group_add(root.cast(), keyRow.widget)
        Signals.connect(forget, "clicked") { [weak self] in self?.key?.delete() }
    }

    private func chosen() {
        let place = Int(adw_combo_row_get_selected(rating.cast()))
        if model.ratings.indices.contains(place) { model.allow(model.ratings[place]) }
    }

    private func paint() {
        if let place = model.rating.flatMap(model.ratings.firstIndex) {
            adw_combo_row_set_selected(rating.cast(), guint(place))
        }
        let isSet = key?.phase.isReady == true
        adw_action_row_set_subtitle(keyRow.cast(), PreferencesText.key(isSet: isSet))
        // An insensitive button must not keep the focus.
        if !isSet, gtk_widget_is_focus(forget.widget) != 0 { Focus.leave(forget, forward: false) }
        forget.setSensitive(isSet)
    }
}
