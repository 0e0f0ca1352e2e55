import CStargazer
import GtkBridge
import StargazerCore

/// What the catalog that is searched has for itself: for whom its results are fit, and the key that it needs.
@MainActor final class CatalogPreferencesGroup {
    let root = Handle(adw_preferences_group_new())
    private let model: PreferencesViewModel
    private let key: KeyViewModel?
    private let rating = Handle(adw_combo_row_new())
    private let keyRow = Handle(adw_action_row_new())
    private let forget = Handle(gtk_button_new_with_label(PreferencesText.forgetKey))
    private var observation: Observe?

    /// Nil where the catalog has nothing of the kind.
    init?(model: PreferencesViewModel, key: KeyViewModel?, face: any CatalogFace) {
        guard key != nil || !model.ratings.isEmpty else { return nil }
        self.model = model
        self.key = key
        adw_preferences_group_set_title(root.cast(), Markup.escape(face.name))
        if !model.ratings.isEmpty { addRating(face) }
        if key != nil { addKey() }
        observation = Observe { [weak self] in self?.paint() }
    }

    private func addRating(_ face: any CatalogFace) {
        let names = Handle(gtk_string_list_new(nil))
        for rating in model.ratings { gtk_string_list_append(names.opaque, face.name(of: rating) ?? rating.rawValue) }
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
        Signals.connect(forget, "clicked") { [weak self] in self?.key?.forget() }
    }

    private func chosen() {
        let place = Int(adw_combo_row_get_selected(rating.cast()))
        if model.ratings.indices.contains(place) { model.allow(model.ratings[place]) }
    }

    private func paint() {
        if let place = model.rating.flatMap(model.ratings.firstIndex) {
            adw_combo_row_set_selected(rating.cast(), guint(place))
        }
        let isThere = key?.phase.isReady == true
        adw_action_row_set_subtitle(keyRow.cast(), PreferencesText.key(isThere: isThere))
        // A button that cannot be pressed must not keep the focus.
        if !isThere, gtk_widget_is_focus(forget.widget) != 0 { Focus.leave(forget, forward: false) }
        forget.setSensitive(isThere)
    }
}
