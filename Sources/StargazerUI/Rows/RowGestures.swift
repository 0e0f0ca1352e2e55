import CStargazer
import GtkBridge
import StargazerCore

/// What mouse and finger ask of the item of a row: the list's actions on it.
@MainActor enum RowGestures {
    /// - Parameters:
    ///   - row: inside the list that has the actions.
    ///   - opens: whether a press opens the item; a GtkListBox tells that itself.
    ///   - item: of the row; nil while it has none.
    static func watch(_ row: Handle, opens: Bool, item: @escaping @MainActor () -> ItemID?) {
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, 0)
        Signals.connect(click, "released") { [click] (_: Int32) in
            guard let id = item() else { return }
            switch Int32(gtk_gesture_single_get_current_button(click.opaque)) {
            case GDK_BUTTON_PRIMARY where opens: ItemActions.run(.open, id, from: row)
            case GDK_BUTTON_MIDDLE: ItemActions.run(.openInBrowser, id, from: row)
            case GDK_BUTTON_SECONDARY: ItemActions.run(.showMenu, id, from: row)
            default: break
            }
        }
        gtk_widget_add_controller(row.widget, click.opaque)
        let hold = Handle(gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(hold.opaque, 1)
        Signals.connect(hold, "pressed") { [hold] (_: Double, _: Double) in
            guard let id = item() else { return }
            // Or the finger would press the row when it is lifted.
            gtk_gesture_set_state(hold.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            ItemActions.run(.showMenu, id, from: row)
        }
        gtk_widget_add_controller(row.widget, hold.opaque)
    }
}
