import CStargazer
import GtkBridge

/// Restores the focus that the window had before the main menu opened. GTK leaves it on the menu button, where arrow
/// keys and Enter do not reach the list.
@MainActor final class MenuFocusRestorer {
    private let button: Handle
    private let window: Handle
    private var savedFocus: SavedFocus?
    /// Moves the focus when the previously focused widget is gone.
    private let focusFallback: @MainActor () -> Void

    /// - Parameter window: the window, which also owns this object's owner.
    init(button: Handle, window: Handle, focusFallback: @escaping @MainActor () -> Void) {
        self.button = button
        self.window = window
        self.focusFallback = focusFallback
        Signals.connect(window, "notify::focus-widget") { [weak self] in self?.saveFocus() }
        guard let menu = gtk_menu_button_get_popover(button.opaque) else { return }
        Signals.connect(Handle(menu), "closed") { [weak self] in
            // GTK moves the focus after the menu has closed.
            Task { self?.returnFocus() }
        }
    }

    private var focus: Handle? { gtk_root_get_focus(window.opaque).map { Handle($0) } }

    private func saveFocus() {
        guard let focus, !button.contains(focus) else { return }
        savedFocus = SavedFocus(focus)
    }

    private func returnFocus() {
        if let focus, !button.contains(focus) { return }
        if savedFocus?.restoreFocus() != true { focusFallback() }
    }
}

/// The focused widget, to restore the focus after a short detour.
@MainActor struct SavedFocus {
    private let widget: Handle
    private let weakObject: WeakGObject

    init(_ widget: Handle) {
        self.widget = widget
        weakObject = WeakGObject(widget)
    }

    /// Focuses the widget again, and returns false when it is gone.
    func restoreFocus() -> Bool {
        guard weakObject.isAlive, gtk_widget_get_mapped(widget.widget) != 0 else { return false }
        // Do not select the text of an entry, so that typing continues at the cursor.
        guard widget.isA("GtkText") else { return widget.grabFocus() }
        return gtk_text_grab_focus_without_selecting(widget.cast()) != 0
    }
}
