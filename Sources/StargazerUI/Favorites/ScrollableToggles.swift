import CStargazer
import GtkBridge

/// Linked buttons in a row, which scrolls horizontally with the keyboard or a swipe when it is too narrow.
@MainActor enum ScrollableToggles {
    static func make(_ buttons: Handle) -> Handle {
        gtk_widget_set_halign(buttons.widget, GTK_ALIGN_START)
        let scroller = Handle(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_widget_set_focusable(scroller.widget, 0)
        gtk_scrolled_window_set_child(scroller.opaque, buttons.widget)
        return scroller
    }
}
