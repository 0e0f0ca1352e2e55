import CStargazer
import GtkBridge

/// Brings the focus home when what had it goes away. GTK gives it to whatever comes next, where the next Enter would do
/// what nobody meant.
@MainActor final class FocusRestorer {
    private let window: Handle
    private let isValidFocus: @MainActor (Handle) -> Bool
    private let isAboutToAppear: @MainActor (Handle) -> Bool
    private let isInNavigationPane: @MainActor (Handle) -> Bool
    private let restoreFocus: @MainActor (_ wasInNavigationPane: Bool) -> Void
    private var current: TrackedWidget?
    /// What had the focus when this turn of the main loop began, while it is not known whether it stays.
    private var focusBeforeTurn: TrackedWidget?
    private var pendingCheck: IdleCall?

    private struct TrackedWidget {
        let widget: Handle
        let weakObject: WeakGObject
        let connection: UInt
        let isInNavigationPane: Bool

        @MainActor var isGone: Bool {
            !weakObject.isAlive || gtk_widget_get_mapped(widget.widget) == 0
                || gtk_widget_is_sensitive(widget.widget) == 0
        }
    }

    /// - Parameters:
    ///   - window: owns whoever owns this.
    ///   - isHome: whether the focus may stay on a widget that it came to by itself.
    ///   - isComing: whether it is a row that comes to the screen with the next layout.
    ///   - isInTrail: whether a widget is in the pane that reads.
    ///   - goHome: moves it to where it belongs, told whether it was in that pane.
    init(
        window: Handle, isValidFocus: @escaping @MainActor (Handle) -> Bool,
        isAboutToAppear: @escaping @MainActor (Handle) -> Bool,
        isInNavigationPane: @escaping @MainActor (Handle) -> Bool,
        restoreFocus: @escaping @MainActor (_ wasInNavigationPane: Bool) -> Void
    ) {
        self.isAboutToAppear = isAboutToAppear
        self.window = window
        self.isValidFocus = isValidFocus
        self.isInNavigationPane = isInNavigationPane
        self.restoreFocus = restoreFocus
        Signals.connect(window, "notify::focus-widget") { [weak self] in self?.focusChanged() }
    }

    private var focus: Handle? { gtk_root_get_focus(window.opaque).map { Handle($0) } }

    private func focusChanged() {
        let before = current
        if let before, before.weakObject.isAlive { Signals.disconnect(before.widget, before.connection) }
        // Menus come and go; GTK gives back what they took.
        current = focus.flatMap { focus in
            let isInMenu = gtk_widget_get_ancestor(focus.widget, gtk_popover_get_type()) != nil
            return isInMenu ? nil : track(focus)
        }
        guard let before else { return }
        // A stack moves the focus first and takes the page away then.
        focusBeforeTurn = focusBeforeTurn ?? before
        scheduleCheck()
    }

    private func track(_ widget: Handle) -> TrackedWidget {
        // GTK would look for another place with the next layout only.
        let connection = Signals.connect(widget, "unmap") { [weak self] in self?.scheduleCheck() }
        return TrackedWidget(
            widget: widget, weakObject: WeakGObject(widget), connection: connection,
            isInNavigationPane: isInNavigationPane(widget))
    }

    /// When all has been done that is being done, and before the next key.
    private func scheduleCheck() {
        pendingCheck = IdleCall(isUrgent: true) { [weak self] in
            guard let self else { return }
            let isGone = self.focusBeforeTurn?.isGone == true || self.current?.isGone == true
            let wasInNavigationPane = (self.focusBeforeTurn ?? self.current)?.isInNavigationPane ?? false
            self.focusBeforeTurn = nil
            if isGone { self.restoreFocusIfNeeded(wasInNavigationPane: wasInNavigationPane) }
        }
    }

    private func restoreFocusIfNeeded(wasInNavigationPane: Bool) {
        guard gtk_widget_get_mapped(window.widget) != 0 else { return }
        if let focus, current?.isGone != true || isAboutToAppear(focus), isValidFocus(focus) { return }
        restoreFocus(wasInNavigationPane)
    }
}
