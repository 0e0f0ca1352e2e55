import CStargazer
import GtkBridge
import StargazerCore

/// Linked buttons that choose the catalog to search. They show and set the state of the window's action `catalog`.
@MainActor enum CatalogToggles {
    static func make(_ kinds: [CatalogKind]) -> Handle {
        let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        root.setClass("linked", true)
        root.setClass("places", true)
        for kind in kinds {
            let name = CatalogPresentations.registered[kind].name
            let button = Handle(gtk_toggle_button_new_with_label(name))
            button.setAccessibleName(name)
            gtk_actionable_set_action_target_value(button.opaque, g_variant_new_string(kind.rawValue))
            gtk_actionable_set_action_name(button.opaque, "win.catalog")
            root.append(button)
        }
        return ScrollableToggles.make(root)
    }
}
