import CStargazer
import GtkBridge

/// Gives the focus back to where it was before the main menu was gone to. GTK leaves it on the menu's button, from
/// where arrows and Enter do nothing to the list.
@MainActor final class MenuFocusRestorer {
    private let button: Handle
    private let window: Handle
    private var savedFocus: SavedFocus?
    /// Where the focus goes when what had it is gone.
    private let focusFallback: @MainActor () -> Void

    /// - Parameter window: owns whoever owns this.
    init(button: Handle, window: Handle, focusFallback: @escaping @MainActor () -> Void) {
        self.button = button
        self.window = window
        self.focusFallback = focusFallback
        Signals.connect(window, "notify::focus-widget") { [weak self] in self?.saveFocus() }
        guard let menu = gtk_menu_button_get_popover(button.opaque) else { return }
        Signals.connect(Handle(menu), "closed") { [weak self] in
            // GTK moves the focus when the menu is gone.
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

/// What had the focus, while it is somewhere else for a moment.
@MainActor struct SavedFocus {
    private let widget: Handle
    private let weakObject: WeakGObject

    init(_ widget: Handle) {
        self.widget = widget
        weakObject = WeakGObject(widget)
    }

    /// False when it is gone.
    func restoreFocus() -> Bool {
        guard weakObject.isAlive, gtk_widget_get_mapped(widget.widget) != 0 else { return false }
        // What is typed goes on where it was.
        guard widget.isA("GtkText") else { return widget.grabFocus() }
        return gtk_text_grab_focus_without_selecting(widget.cast()) != 0
    }
}
