import CStargazer
import GtkBridge
import StargazerLibrary

/// Clicks and touches on a row, which run the list's actions on its item.
@MainActor enum RowGestures {
    /// - Parameters:
    ///   - row: a widget inside the list that has the actions.
    ///   - opens: whether a click opens the item. A GtkListBox reports that itself.
    ///   - item: returns the item of the row; nil while it has none.
    static func watch(_ row: Handle, opens: Bool, item: @escaping @MainActor () -> ItemID?) {
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, 0)
        let press = Press()
        Signals.connect(click, "pressed") { [click] (_: Int32) in press.selects = Self.selects(click) }
        Signals.connect(click, "released") { [click] (_: Int32) in
            guard let id = item() else { return }
            switch Int32(gtk_gesture_single_get_current_button(click.opaque)) {
            // Ctrl or Shift may be released before the button.
            case GDK_BUTTON_PRIMARY where opens && !press.selects: ItemActions.run(.open, id, from: row)
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
            // Claim the touch, so that lifting the finger does not open the row.
            gtk_gesture_set_state(hold.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            ItemActions.run(.showMenu, id, from: row)
        }
        gtk_widget_add_controller(row.widget, hold.opaque)
    }

    /// A press of a button, until the next.
    @MainActor private final class Press {
        var selects = false
    }

    /// Whether a click changes the selection instead of opening the item.
    private static func selects(_ click: Handle) -> Bool {
        let modifiers = gtk_event_controller_get_current_event_state(click.opaque).rawValue
        return modifiers & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) != 0
    }
}
