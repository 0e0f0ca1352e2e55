import CStargazer
import GtkBridge

/// Sets whether Tab stops at a selectable label.
@MainActor enum SelectableLabelFocus {
    /// Makes the label focusable or not. GTK 4.8 considers a selectable label focused as soon as it tries to take the
    /// focus, even if the focus stayed where it was. Tab would then stop working, so the label must not even try.
    static func set(_ label: Handle, _ haveFocus: Bool) {
        gtk_widget_set_focusable(label.widget, haveFocus ? 1 : 0)
        gtk_widget_set_can_focus(label.widget, haveFocus ? 1 : 0)
    }
}
