import CStargazer
import GtkBridge
import StargazerCore

/// Linked buttons that choose the catalog to search. They are the window's action `catalog`, pressed for its state. Where
/// there is no room for all of them they scroll sideways, as the keyboard or a swipe goes along.
@MainActor enum CatalogToggles {
    static func make(_ kinds: [CatalogKind]) -> Handle {
        let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        root.setClass("linked", true)
        root.setClass("places", true)
        gtk_widget_set_halign(root.widget, GTK_ALIGN_START)
        for kind in kinds {
            let name = CatalogFaces.every[kind].name
            let button = Handle(gtk_toggle_button_new_with_label(name))
            button.setAccessibleName(name)
            gtk_actionable_set_action_target_value(button.opaque, g_variant_new_string(kind.rawValue))
            gtk_actionable_set_action_name(button.opaque, "win.catalog")
            root.append(button)
        }
        let scroller = Handle(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_widget_set_focusable(scroller.widget, 0)
        gtk_scrolled_window_set_child(scroller.opaque, root.widget)
        return scroller
    }
}
