import CStargazer
import GtkBridge

/// Gives the focus back to where it was before the main menu was gone to. GTK leaves it on the menu's button, from
/// where arrows and Enter do nothing to the list.
@MainActor final class MenuFocus {
    private let button: Handle
    private let window: Handle
    private var before: (widget: Handle, life: WeakGObject)?
    /// Where the focus goes when what had it is gone.
    private let otherwise: @MainActor () -> Void

    /// - Parameter window: owns whoever owns this.
    init(button: Handle, window: Handle, otherwise: @escaping @MainActor () -> Void) {
        self.button = button
        self.window = window
        self.otherwise = otherwise
        Signals.connect(window, "notify::focus-widget") { [weak self] in self?.remember() }
        guard let menu = gtk_menu_button_get_popover(button.opaque) else { return }
        Signals.connect(Handle(menu), "closed") { [weak self] in
            // GTK moves the focus when the menu is gone.
            Task { self?.giveBack() }
        }
    }

    private var focus: Handle? { gtk_root_get_focus(window.opaque).map { Handle($0) } }

    private func remember() {
        guard let focus, !button.contains(focus) else { return }
        before = (focus, WeakGObject(focus))
    }

    private func giveBack() {
        if let focus, !button.contains(focus) { return }
        guard let before, before.life.isAlive, gtk_widget_get_mapped(before.widget.widget) != 0 else {
            return otherwise()
        }
        // What is typed goes on where it was.
        if before.widget.isA("GtkText") {
            _ = gtk_text_grab_focus_without_selecting(before.widget.cast())
        } else {
            before.widget.grabFocus()
        }
    }
}
