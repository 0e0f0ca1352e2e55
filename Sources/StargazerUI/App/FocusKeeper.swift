import CStargazer
import GtkBridge

/// Brings the focus home when what had it goes away. GTK gives it to whatever comes next, where the next Enter would do
/// what nobody meant.
@MainActor final class FocusKeeper {
    private let window: Handle
    private let isHome: @MainActor (Handle) -> Bool
    private let isComing: @MainActor (Handle) -> Bool
    private let isInTrail: @MainActor (Handle) -> Bool
    private let goHome: @MainActor (_ wasInTrail: Bool) -> Void
    private var last: Place?
    /// What had the focus when this turn of the main loop began, while it is not known whether it stays.
    private var left: Place?
    private var look: IdleCall?

    private struct Place {
        let widget: Handle
        let life: WeakGObject
        let connection: UInt
        let isInTrail: Bool

        @MainActor var isGone: Bool {
            !life.isAlive || gtk_widget_get_mapped(widget.widget) == 0 || gtk_widget_is_sensitive(widget.widget) == 0
        }
    }

    /// - Parameters:
    ///   - window: owns whoever owns this.
    ///   - isHome: whether the focus may stay on a widget that it came to by itself.
    ///   - isComing: whether it is a row that comes to the screen with the next layout.
    ///   - isInTrail: whether a widget is in the pane that reads.
    ///   - goHome: moves it to where it belongs, told whether it was in that pane.
    init(
        window: Handle, isHome: @escaping @MainActor (Handle) -> Bool, isComing: @escaping @MainActor (Handle) -> Bool,
        isInTrail: @escaping @MainActor (Handle) -> Bool,
        goHome: @escaping @MainActor (_ wasInTrail: Bool) -> Void
    ) {
        self.isComing = isComing
        self.window = window
        self.isHome = isHome
        self.isInTrail = isInTrail
        self.goHome = goHome
        Signals.connect(window, "notify::focus-widget") { [weak self] in self?.moved() }
    }

    private var focus: Handle? { gtk_root_get_focus(window.opaque).map { Handle($0) } }

    private func moved() {
        let before = last
        if let before, before.life.isAlive { Signals.disconnect(before.widget, before.connection) }
        // Menus come and go; GTK gives back what they took.
        last = focus.flatMap { focus in
            let isInMenu = gtk_widget_get_ancestor(focus.widget, gtk_popover_get_type()) != nil
            return isInMenu ? nil : place(focus)
        }
        guard let before else { return }
        // A stack moves the focus first and takes the page away then.
        left = left ?? before
        lookSoon()
    }

    private func place(_ widget: Handle) -> Place {
        // GTK would look for another place with the next layout only.
        let connection = Signals.connect(widget, "unmap") { [weak self] in self?.lookSoon() }
        return Place(widget: widget, life: WeakGObject(widget), connection: connection, isInTrail: isInTrail(widget))
    }

    /// When all has been done that is being done, and before the next key.
    private func lookSoon() {
        look = IdleCall(isUrgent: true) { [weak self] in
            guard let self else { return }
            let isGone = self.left?.isGone == true || self.last?.isGone == true
            let wasInTrail = (self.left ?? self.last)?.isInTrail ?? false
            self.left = nil
            if isGone { self.comeHome(wasInTrail: wasInTrail) }
        }
    }

    private func comeHome(wasInTrail: Bool) {
        guard gtk_widget_get_mapped(window.widget) != 0 else { return }
        if let focus, last?.isGone != true || isComing(focus), isHome(focus) { return }
        goHome(wasInTrail)
    }
}
