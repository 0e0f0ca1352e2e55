import CStargazer
import GtkBridge

/// Whether Tab stops at a text that can be selected.
@MainActor enum SelectableLabelFocus {
    /// GTK 4.8 takes a selectable label for focused as soon as it tried, though nothing had the focus then but what had it
    /// before, and Tab would go no further: so it must not try.
    static func set(_ label: Handle, _ haveFocus: Bool) {
        gtk_widget_set_focusable(label.widget, haveFocus ? 1 : 0)
        gtk_widget_set_can_focus(label.widget, haveFocus ? 1 : 0)
    }
}
