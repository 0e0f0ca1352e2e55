import CStargazer
import GtkBridge

/// Gives the focus back to where it was before the main menu was gone to. GTK leaves it on the menu's button, from
/// where arrows and Enter do nothing to the list.
@MainActor final class MenuFocus {
    private let button: Handle
    private let window: Handle
    private var before: FocusedWidget?
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
        before = FocusedWidget(focus)
    }

    private func giveBack() {
        if let focus, !button.contains(focus) { return }
        if before?.focusAgain() != true { otherwise() }
    }
}

/// What had the focus, while it is somewhere else for a moment.
@MainActor struct FocusedWidget {
    private let widget: Handle
    private let life: WeakGObject

    init(_ widget: Handle) {
        self.widget = widget
        life = WeakGObject(widget)
    }

    /// False when it is gone.
    func focusAgain() -> Bool {
        guard life.isAlive, gtk_widget_get_mapped(widget.widget) != 0 else { return false }
        // What is typed goes on where it was.
        guard widget.isA("GtkText") else { return widget.grabFocus() }
        return gtk_text_grab_focus_without_selecting(widget.cast()) != 0
    }
}
