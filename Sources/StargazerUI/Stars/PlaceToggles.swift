import CStargazer
import GtkBridge
import StargazerCore

/// Linked buttons that choose which favorites to show: all, those on GitHub, those only here.
@MainActor final class PlaceToggles {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private var buttons: [(place: FavoritesPlace, button: Handle)] = []
    private var isPainting = false

    init(chosen: @escaping @MainActor (FavoritesPlace) -> Void) {
        root.setClass("linked", true)
        root.setClass("places", true)
        gtk_widget_set_valign(root.widget, GTK_ALIGN_CENTER)
        for place in FavoritesPlace.allCases {
            let button = Handle(gtk_toggle_button_new_with_label(PlacesText.name(of: place)))
            button.setAccessibleName(PlacesText.name(of: place))
            if let first = buttons.first?.button {
                gtk_toggle_button_set_group(button.cast(), first.cast())
            }
            Signals.connect(button, "toggled") { [weak self] in
                guard let self, !self.isPainting else { return }
                if gtk_toggle_button_get_active(button.cast()) != 0 { chosen(place) }
            }
            root.append(button)
            buttons.append((place, button))
        }
    }

    func show(_ place: FavoritesPlace) {
        isPainting = true
        for (known, button) in buttons where known == place { gtk_toggle_button_set_active(button.cast(), 1) }
        isPainting = false
    }
}
