import CStargazer
import GtkBridge

/// Restores the focus when the focused widget disappears. GTK would focus the next widget, where Enter could trigger an
/// unintended action. After a submenu it may leave the focus in the closed menu, where no key arrives.
@MainActor final class FocusRestorer {
    private let window: Handle
    private let isValidFocus: @MainActor (Handle) -> Bool
    private let isAboutToAppear: @MainActor (Handle) -> Bool
    private let isInDetailsPane: @MainActor (Handle) -> Bool
    private let restoreFocus: @MainActor (_ wasInNavigationPane: Bool) -> Void
    private var current: TrackedWidget?
    /// What had the focus before the menu that has it.
    private var focusBeforeMenu: SavedFocus?
    /// The widget that had the focus at the start of this main loop iteration, until it is known whether it stays.
    private var focusBeforeTurn: TrackedWidget?
    private var pendingCheck: IdleCall?

    private struct TrackedWidget {
        /// The focused widget; of a menu, its popover.
        let widget: Handle
        let weakObject: WeakGObject
        let connection: UInt
        let isInDetailsPane: Bool
        let isMenu: Bool

        @MainActor var isGone: Bool {
            !weakObject.isAlive || gtk_widget_get_mapped(widget.widget) == 0
                || gtk_widget_is_sensitive(widget.widget) == 0
        }
    }

    /// - Parameters:
    ///   - window: the window, which also owns this object's owner.
    ///   - isValidFocus: whether GTK's choice of a focus widget may stay.
    ///   - isAboutToAppear: whether the widget is a row that the next layout puts on the screen.
    ///   - restoreFocus: moves the focus; receives whether it was in the details pane.
    init(
        window: Handle, isValidFocus: @escaping @MainActor (Handle) -> Bool,
        isAboutToAppear: @escaping @MainActor (Handle) -> Bool,
        isInDetailsPane: @escaping @MainActor (Handle) -> Bool,
        restoreFocus: @escaping @MainActor (_ wasInNavigationPane: Bool) -> Void
    ) {
        self.isAboutToAppear = isAboutToAppear
        self.window = window
        self.isValidFocus = isValidFocus
        self.isInDetailsPane = isInDetailsPane
        self.restoreFocus = restoreFocus
        Signals.connect(window, "notify::focus-widget") { [weak self] in self?.focusChanged() }
    }

    private var focus: Handle? { gtk_root_get_focus(window.opaque).map { Handle($0) } }

    private func focusChanged() {
        let before = current
        if let before, before.weakObject.isAlive { Signals.disconnect(before.widget, before.connection) }
        current = focus.map(track)
        if let focus, current?.isMenu == false { focusBeforeMenu = SavedFocus(focus) }
        guard let before else { return }
        // A stack first moves the focus, and removes the page afterwards.
        focusBeforeTurn = focusBeforeTurn ?? before
        scheduleCheck()
    }

    private func track(_ focus: Handle) -> TrackedWidget {
        let menu = Self.outermostPopover(around: focus)
        let widget = menu ?? focus
        // GTK would choose another widget only with the next layout.
        let connection = Signals.connect(widget, "unmap") { [weak self] in self?.scheduleCheck() }
        return TrackedWidget(
            widget: widget, weakObject: WeakGObject(widget), connection: connection,
            isInDetailsPane: isInDetailsPane(widget), isMenu: menu != nil)
    }

    private static func outermostPopover(around widget: Handle) -> Handle? {
        var popover: Handle?
        var next = gtk_widget_get_ancestor(widget.widget, gtk_popover_get_type())
        while let found = next {
            popover = Handle(found)
            next = gtk_widget_get_parent(found).flatMap { gtk_widget_get_ancestor($0, gtk_popover_get_type()) }
        }
        return popover
    }

    /// Checks the focus when the current work is done and before the next key press.
    private func scheduleCheck() {
        pendingCheck = IdleCall(isUrgent: true) { [weak self] in
            guard let self else { return }
            let (before, current) = (self.focusBeforeTurn, self.current)
            self.focusBeforeTurn = nil
            if let current, current.isMenu {
                // An open menu keeps the focus, whatever happens to the widgets behind it.
                if current.isGone { self.leaveClosedMenu() }
            } else if before?.isMenu != true, before?.isGone == true || current?.isGone == true {
                self.restoreFocusIfNeeded(wasInNavigationPane: (before ?? current)?.isInDetailsPane ?? false)
            } else if before?.isMenu == true, self.focus == nil || current?.isGone == true {
                self.leaveClosedMenu()
            }
        }
    }

    private func leaveClosedMenu() {
        guard gtk_widget_get_mapped(window.widget) != 0 else { return }
        if focusBeforeMenu?.restoreFocus() != true { restoreFocus(current?.isInDetailsPane ?? false) }
    }

    private func restoreFocusIfNeeded(wasInNavigationPane: Bool) {
        guard gtk_widget_get_mapped(window.widget) != 0 else { return }
        if let focus, current?.isGone != true || isAboutToAppear(focus), isValidFocus(focus) { return }
        restoreFocus(wasInNavigationPane)
    }
}

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
