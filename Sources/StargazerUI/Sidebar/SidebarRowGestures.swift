import CStargazer
import GtkBridge

/// Clicks, touches and drops on the row of a tag.
@MainActor enum SidebarRowGestures {
    /// - Parameters:
    ///   - showMenu: called for a right click or a long touch.
    ///   - dropped: called for a drop of rows. Returns whether it was accepted.
    static func watch(
        _ row: Handle, showMenu: @escaping @MainActor () -> Void, dropped: @escaping @MainActor () -> Bool
    ) {
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, guint(GDK_BUTTON_SECONDARY))
        Signals.connect(click, "released") { (_: Int32) in showMenu() }
        gtk_widget_add_controller(row.widget, click.opaque)
        let hold = Handle(gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(hold.opaque, 1)
        Signals.connect(hold, "pressed") { [hold] (_: Double, _: Double) in
            // Claim the touch, so that lifting the finger does not show the source.
            gtk_gesture_set_state(hold.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            showMenu()
        }
        gtk_widget_add_controller(row.widget, hold.opaque)
        let target = Handle(gtk_drop_target_new(GType(16 << 2), GDK_ACTION_COPY))
        Signals.connect(target, "drop") { (_: Handle?, _: Double, _: Double) -> Bool in dropped() }
        gtk_widget_add_controller(row.widget, target.opaque)
    }
}
