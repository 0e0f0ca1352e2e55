import CStargazer
import GtkBridge
import StargazerCore

/// The preferences of the service that one catalog searches: the content rating and the API key.
@MainActor final class ServicePreferenceRows {
    private(set) var rows: [Handle] = []
    private let model: CatalogPreferencesViewModel
    private let key: APIKeyViewModel?
    private let service: String
    private lazy var rating = Handle(adw_combo_row_new())
    private lazy var keyRow = Handle(adw_action_row_new())
    private lazy var enter = Handle(gtk_button_new_with_label(PreferencesText.enterKey))
    private lazy var forget = Handle(gtk_button_new_with_label(PreferencesText.forgetKey))
    private var observation: Observe?

    /// Nil for a service without preferences.
    /// - Parameter key: nil for a catalog that requires none.
    init?(
        model: CatalogPreferencesViewModel, key: APIKeyViewModel?, of profile: CatalogProfile,
        enterKey: @escaping @MainActor () -> Void
    ) {
        if model.ratings.isEmpty, key == nil { return nil }
        self.model = model
        self.key = key
        service = profile.service
        if !model.ratings.isEmpty { addRating(CatalogPresentations.registered[profile]) }
        if key != nil { addKey(enterKey) }
        observation = Observe { [weak self] in self?.paint() }
    }

    private func addRating(_ presentation: any CatalogPresentation) {
        let names = Handle(gtk_string_list_new(nil))
        for rating in model.ratings {
            gtk_string_list_append(names.opaque, presentation.name(of: rating) ?? rating.rawValue)
        }
        let list = GObjectRef(adopting: names)
        adw_combo_row_set_model(rating.cast(), list.opaque)
        adw_preferences_row_set_title(rating.cast(), Markup.escape(PreferencesText.rating(of: service)))
        rows.append(rating)
        Signals.connect(rating, "notify::selected") { [weak self] in self?.chosen() }
    }

    private func addKey(_ enterKey: @escaping @MainActor () -> Void) {
        adw_preferences_row_set_title(keyRow.cast(), Markup.escape(PreferencesText.key(of: service)))
        for (button, name) in [
            (enter, PreferencesText.enterKey(of: service)), (forget, PreferencesText.forgetKey(of: service)),
        ] {
            gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
            button.setAccessibleName(name)
            adw_action_row_add_suffix(keyRow.cast(), button.widget)
        }
        rows.append(keyRow)
        Signals.connect(enter, "clicked", enterKey)
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
        guard let key else { return }
        let isSet = key.phase.isReady
        rating.setVisible(isSet)
        adw_action_row_set_subtitle(keyRow.cast(), PreferencesText.key(isSet: isSet))
        // A hidden button must not keep the focus.
        for (button, isShown) in [(enter, !isSet), (forget, isSet)] {
            if !isShown, gtk_widget_is_focus(button.widget) != 0 { Focus.leave(button, forward: false) }
            button.setVisible(isShown)
        }
    }
}
