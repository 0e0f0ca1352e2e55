import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The focus in the window: in the list, in the entry above it, or on the heading of the details.
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
            isInDetailsPane: { [weak self] in self?.detailsPane.root.contains($0) ?? false },
            restoreFocus: { [weak self] in self?.restoreFocus(wasInNavigationPane: $0) })
    }

    /// Whether the focus is in a note, which has keys of its own.
    var isWritingNote: Bool {
        gtk_root_get_focus(root.opaque).map { Handle($0) }?.isA("GtkTextView") == true
    }

    private func isValidFocus(_ focus: Handle) -> Bool {
        focus.isA("GtkText") || list.root.contains(focus) || sidebar.root.contains(focus)
            || detailsPane.isValidFocus(focus)
    }

    /// Moves the focus to the selected row, or to the entry if no row is selected.
    /// Where only the details are visible, moves it to their heading. A list in the details pane keeps the focus.
    private func restoreFocus(wasInNavigationPane: Bool) {
        if showsDetailsAlone || (wasInNavigationPane && detailsPane.top is RelationPage) {
            detailsPane.focusHeading()
        } else if list.selectedID == nil || list.focusSelectedRow() == nil {
            entry.widget.grabFocus()
        }
    }

    /// Moves the focus into a list at its selected row. GTK 4.8 would focus the star button of the row that had the
    /// focus last. Later versions would focus the first or the last row, which they would select.
    func handleTab(_ press: KeyPress) -> Bool {
        guard press.isKey(GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab), !press.hasCommandModifier else {
            return false
        }
        // Tab chooses a suggestion while there are any.
        if entry.hasFocus, entry.keyPressed(press) { return true }
        // GTK shows the focus ring for three seconds after each step, but only for its own steps.
        gtk_window_set_focus_visible(root.cast(), 1)
        guard !lists.contains(where: \.hasFocus), start?.root.hasFocusInside != true,
            let focus = gtk_root_get_focus(root.opaque),
            gtk_widget_get_ancestor(focus, gtk_popover_get_type()) == nil
        else { return false }
        let way = press.hasShift ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
        let move = lists.reduce({ [root] in _ = gtk_widget_child_focus(root.widget, way) }) { move, list in
            { list.keepingSelection(move) }
        }
        sidebar.asOneStop(move)
        lists.first(where: \.hasFocus)?.focusSelectedRow()
        return true
    }

    /// Moves the focus to the selected row, or to the typing target if no row is selected.
    func focusList() {
        if list.focusSelectedRow() != nil || start?.restoreFocus() == true { return }
        typingTarget().grabFocus()
    }

    /// Moves the focus from the details of the selected row to the row, where keys have their usual meaning.
    /// - Returns: false where the details are of another item, or show alone.
    func returnToRow() -> Bool {
        guard !showsDetailsAlone, !model.navigation.canGoBack, let id = model.selection, id == model.current?.id else {
            return false
        }
        focusList()
        return true
    }

    var entry: SearchEntry { page.entry }

    /// Returns the entry that a typed character goes to: the filter of the list in the details pane, or the entry of
    /// the list. Leaves the details pane for the latter.
    func typingTarget() -> Handle {
        if isInDetailsPane, let entry = detailsPane.top.filterEntry { return entry.widget }
        returnFromDetails()
        return entry.widget
    }

    /// Moves the focus to the entry of the visible list and selects its text. In the details, opens the find bar of the
    /// document or goes to the filter of the list there.
    func focusEntry() {
        if isInDetailsPane {
            if detailsPane.top.findInText() { return }
            if let filter = detailsPane.top.filterEntry { return filter.focus() }
        }
        returnFromDetails()
        page.cancelPendingRow()
        entry.goTo()
    }

    /// Moves the focus to the next visible pane: the sidebar, the list, the details.
    func focusNextPane(_ step: Int) {
        let panes: [(root: Handle, focus: () -> Void)] = [
            (sidebar.root, { self.sidebar.focus() }),
            (pages.root, { self.focusList() }),
            (detailsPane.root, { self.detailsPane.focusHeading() }),
        ].filter { pane in
            // Empty details have nothing that could get the focus.
            gtk_widget_get_mapped(pane.0.widget) != 0 && (pane.0 != detailsPane.root || !model.showsNothing)
        }
        guard !panes.isEmpty else { return }
        let place = panes.firstIndex { $0.root.hasFocusInside } ?? (step > 0 ? -1 : 0)
        panes[(place + step + panes.count) % panes.count].focus()
    }
}
