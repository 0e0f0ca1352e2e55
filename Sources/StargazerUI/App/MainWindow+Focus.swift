import CStargazer
import GtkBridge
import StargazerCore

/// Where the keyboard is in the window: in the list, in the entry above it, or at the head of the details.
extension MainWindow {
    func makeFocusRestorer() -> FocusRestorer {
        FocusRestorer(
            window: root,
            isValidFocus: { [weak self] in self?.isValidFocus($0) ?? true },
            isAboutToAppear: { [weak self] in
                guard let lists = self?.lists else { return false }
                return lists.contains { [focus = $0] list in
                    gtk_widget_get_mapped(list.root.widget) != 0 && list.root.contains(focus)
                }
            },
            isInNavigationPane: { [weak self] in self?.navigationPane.root.contains($0) ?? false },
            restoreFocus: { [weak self] in self?.restoreFocus(wasInNavigationPane: $0) })
    }

    private func isValidFocus(_ focus: Handle) -> Bool {
        focus.isA("GtkText") || list.root.contains(focus) || navigationPane.isValidFocus(focus)
    }

    /// The row that is looked at; where there is none, where typing goes; where only the details show, their head. A
    /// list in the trail keeps the focus that it had.
    private func restoreFocus(wasInNavigationPane: Bool) {
        if showsDetailsAlone || (wasInNavigationPane && navigationPane.top is RelationPage) {
            navigationPane.focusHeading()
        } else if list.selectedID == nil || list.focusSelectedRow() == nil {
            entry.widget.grabFocus()
        }
    }

    /// Tab comes into a list at its selected row; GTK 4.8 would go to the star of the row that had the focus last, and
    /// later versions to the first row or the last, which they would select.
    func handleTab(_ press: KeyPress) -> Bool {
        guard press.isKey(GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab), !press.hasCommandModifier else {
            return false
        }
        // GTK shows where the focus is for three seconds after each step, and does so itself only for its own steps.
        gtk_window_set_focus_visible(root.cast(), 1)
        guard !lists.contains(where: \.hasFocus), showsFavorites || !search.start.root.hasFocusInside,
            let focus = gtk_root_get_focus(root.opaque),
            gtk_widget_get_ancestor(focus, gtk_popover_get_type()) == nil
        else { return false }
        let way = press.hasShift ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
        let move = lists.reduce({ [root] in _ = gtk_widget_child_focus(root.widget, way) }) { move, list in
            { list.keepingSelection(move) }
        }
        move()
        lists.first(where: \.hasFocus)?.focusSelectedRow()
        return true
    }

    /// The ways back that no page and no leaflet knows of.
    func connectBackNavigation() {
        Keys.shortcut("<Alt>Left", in: root) { [weak self] in self?.goBackInNavigation() ?? false }
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, 8)
        gtk_event_controller_set_propagation_phase(click.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(click, "pressed") { [weak self, click] (_: Int32) in
            guard let self, self.goBackInNavigation() else { return }
            gtk_gesture_set_state(click.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(root.widget, click.opaque)
    }

    private func goBackInNavigation() -> Bool { model.navigation.canGoBack && goBack() }

    /// On the row that keys act on; where there is none, where typing goes.
    func focusList() {
        if list.focusSelectedRow() != nil || (!showsFavorites && search.start.restoreFocus()) { return }
        typingTarget().grabFocus()
    }

    /// The entry of the view that shows.
    var entry: SearchEntry { showsFavorites ? favorites.entry : search.entry }

    /// Where a typed character goes: to the filter of the list that is read, else back to the list first, where only the details show.
    func typingTarget() -> Handle {
        if isInNavigationPane, let entry = navigationPane.top.filterEntry { return entry.widget }
        leaveNavigationPane()
        return entry.widget
    }

    /// To the entry of the view that shows, to write something else into it; from a long text to what finds words in it.
    func focusEntry() {
        if isInNavigationPane, navigationPane.top.findInText() { return }
        leaveNavigationPane()
        if showsFavorites { favorites.cancelPendingFocus() } else { list.cancelPendingFocus() }
        entry.focus()
    }
}
