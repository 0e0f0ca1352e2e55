import CStargazer
import GtkBridge

/// Typing anywhere writes into the entry. The focus moves before the first character is handled, so that a space that
/// follows can never press a button.
@MainActor enum TypeToSearch {
    /// - Parameters:
    ///   - isTaken: whether a key does something where the focus is.
    ///   - target: the entry to write into, nil when there is none just now.
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

    /// The handler needs the controller that it belongs to.
    private final class ControllerSlot {
        var controller: Handle?
    }

    private static func startsTyping(_ press: KeyPress, in window: Handle) -> Bool {
        guard !press.hasCommandModifier, let character = press.character, !character.isWhitespace else { return false }
        guard let focused = gtk_root_get_focus(window.opaque) else { return true }
        let focus = Handle(focused)
        // Whoever writes already, and whatever is open above the window, keeps its keys.
        return !focus.isA("GtkText") && gtk_widget_get_ancestor(focus.widget, gtk_popover_get_type()) == nil
    }
}
