import CAdwaita
import CStargazer
import GtkBridge

/// Shows and hides the sidebar, next to the list or over it.
@MainActor final class SidebarFlap {
    let root: Handle
    private let sidebar: Sidebar
    private let toggleButton: Handle
    private let menuButton: Handle
    /// What happens as soon as the sidebar is visible: until then no row takes the focus, and no button opens a menu.
    private var pending: Pending?
    /// Called when the sidebar disappears with the focus.
    private let lostFocus: @MainActor () -> Void

    /// Whether the sidebar was visible before a picture took the whole screen; nil while none has it.
    private var wasShown: Bool?

    private enum Pending { case focus, menu }

    /// - Parameters:
    ///   - root: the AdwFlap.
    ///   - listHeader: the header bar of the list, which has the window's buttons while the sidebar is not next to it.
    init(
        _ root: Handle, _ sidebar: Sidebar, toggleButton: Handle, menuButton: Handle, listHeader: Handle,
        lostFocus: @escaping @MainActor () -> Void
    ) {
        self.root = root
        self.sidebar = sidebar
        self.toggleButton = toggleButton
        self.menuButton = menuButton
        self.lostFocus = lostFocus
        let shownChanged: @MainActor () -> Void = { [root] in
            let isShown = adw_flap_get_reveal_flap(root.opaque)
            gtk_toggle_button_set_active(toggleButton.cast(), isShown)
            // The buttons of the window are in its corner.
            let isNextToList = isShown != 0 && adw_flap_get_folded(root.opaque) == 0
            adw_header_bar_set_show_start_title_buttons(listHeader.opaque, isNextToList ? 0 : 1)
        }
        for property in ["reveal-flap", "folded"] { Signals.connect(root, "notify::\(property)", shownChanged) }
        shownChanged()
        Signals.connect(root, "notify::reveal-progress") { [weak self] in self?.progressed() }
        Signals.connect(toggleButton, "toggled") { [weak self] in
            guard let self else { return }
            let isActive = gtk_toggle_button_get_active(self.toggleButton.cast()) != 0
            if isActive != self.isShown { self.toggle() }
        }
        progressed()
    }

    private var isShown: Bool { adw_flap_get_reveal_flap(root.opaque) != 0 }
    /// How much of the sidebar is visible, 0 to 1. It changes until an animation ends.
    private var progress: Double { adw_flap_get_reveal_progress(root.opaque) }
    var coversList: Bool { isShown && adw_flap_get_folded(root.opaque) != 0 }

    /// Shows the sidebar and focuses its selected row, or hides it.
    func toggle() {
        guard wasShown == nil else { return }
        if isShown { hide() } else { show(then: .focus) }
    }

    /// Hides the sidebar while a picture has the whole screen, and shows it again.
    func setSuppressed(_ isSuppressed: Bool) {
        guard isSuppressed != (wasShown != nil) else { return }
        // Otherwise, folding and unfolding would hide and show the sidebar.
        adw_flap_set_locked(root.opaque, 1)
        if isSuppressed {
            wasShown = isShown
            adw_flap_set_fold_policy(root.opaque, ADW_FLAP_FOLD_POLICY_ALWAYS)
            hide(movesFocus: false)
        } else {
            adw_flap_set_fold_policy(root.opaque, ADW_FLAP_FOLD_POLICY_AUTO)
            adw_flap_set_reveal_flap(root.opaque, wasShown == true ? 1 : 0)
            wasShown = nil
            AfterPaint.run(on: root) { [weak self] in
                guard let self, self.wasShown == nil else { return }
                adw_flap_set_locked(self.root.opaque, 0)
            }
        }
    }

    /// Shows the sidebar and then the main menu, unless the sidebar is in its place.
    ///
    /// There, GTK opens the menu for F10 by itself. It would also do so while the button is outside of every screen.
    /// - Returns: whether it did.
    func openHiddenMenu() -> Bool {
        guard !isShown || progress < 1 else { return false }
        show(then: .menu)
        progressed()
        return true
    }

    /// Hides the sidebar if it covers the list. The caller moves the focus.
    func uncoverList() {
        if coversList { hide(movesFocus: false) }
    }

    /// Hides the sidebar if it covers the list, for Escape. Returns whether it did.
    func closeOverList() -> Bool {
        guard coversList else { return false }
        hide()
        return true
    }

    private func show(then action: Pending) {
        pending = action
        adw_flap_set_reveal_flap(root.opaque, 1)
    }

    private func hide(movesFocus: Bool = true) {
        pending = nil
        adw_flap_set_reveal_flap(root.opaque, 0)
        if movesFocus, sidebar.root.hasFocusInside { lostFocus() }
    }

    private func progressed() {
        // Assistive technologies can press a hidden button too, whose menu would be outside of every screen.
        gtk_widget_set_sensitive(menuButton.widget, progress == 1 ? 1 : 0)
        switch pending {
        case .focus where progress > 0:
            pending = nil
            sidebar.focus()
        case .menu where progress == 1:
            pending = nil
            // The button is in its place with the next frame.
            AfterPaint.run(on: root) { [weak self] in
                guard let self, self.isShown else { return }
                gtk_menu_button_popup(self.menuButton.opaque)
            }
        default: break
        }
    }
}
