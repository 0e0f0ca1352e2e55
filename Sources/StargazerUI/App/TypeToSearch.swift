import CStargazer
import GtkBridge

/// Moves typing anywhere in the window into the entry. The focus moves before the first character is handled, so that a
/// following space cannot press a button.
@MainActor enum TypeToSearch {
    /// - Parameters:
    ///   - isHandledByFocus: whether the focused part of the window handles the key itself.
    ///   - target: the entry that receives the text; nil when there is none at the moment.
    static func watch(
        _ window: Handle, isHandledByFocus: @escaping @MainActor (KeyPress) -> Bool,
        target: @escaping @MainActor () -> Handle?
    ) {
        let slot = ControllerSlot()
        slot.controller = Keys.watch(window, beforeChildren: true) { [slot] press in
            guard let controller = slot.controller, startsTyping(press, in: window), !isHandledByFocus(press),
                let entry = target()
            else {
                return false
            }
            entry.grabFocus()
            gtk_editable_select_region(entry.opaque, 0, -1)
            guard let text = gtk_editable_get_delegate(entry.opaque) else { return false }
            return gtk_event_controller_key_forward(controller.opaque, Handle(text).widget) != 0
        }
    }

    /// Gives the key handler its own controller.
    private final class ControllerSlot {
        var controller: Handle?
    }

    private static func startsTyping(_ press: KeyPress, in window: Handle) -> Bool {
        guard !press.hasCommandModifier, press.beginsText else { return false }
        guard let focused = gtk_root_get_focus(window.opaque) else { return true }
        let focus = Handle(focused)
        // A focused text field and an open popover keep their keys.
        return !focus.isA("GtkText") && !focus.isA("GtkTextView")
            && gtk_widget_get_ancestor(focus.widget, gtk_popover_get_type()) == nil
    }
}
