import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The context menu of a saved search in the sidebar. Its entries are actions of the window.
@MainActor final class SavedSearchContextMenu {
    private let model: WindowModel
    private var popover: Handle?
    private var weakObject: WeakGObject?
    /// The row to which the focus returns.
    private var focus: SavedFocus?

    init(_ model: WindowModel) { self.model = model }

    /// Removes the popover, which its box would otherwise keep.
    isolated deinit {
        if let popover, weakObject?.isAlive == true { gtk_widget_unparent(popover.widget) }
    }

    /// Opens the menu on a click with the second button, and on a long press.
    func watch(_ row: Handle, _ id: SavedSearchID) {
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, guint(GDK_BUTTON_SECONDARY))
        // Over an open menu, the row would not notice that the button is released, and stay pressed.
        Signals.connect(click, "released") { [weak self, row] (_: Int32) in self?.popUp(over: row, id) }
        gtk_widget_add_controller(row.widget, click.opaque)
        let hold = Handle(gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(hold.opaque, 1)
        Signals.connect(hold, "pressed") { [weak self, hold, row] (_: Double, _: Double) in
            gtk_gesture_set_state(hold.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            self?.popUp(over: row, id)
        }
        gtk_widget_add_controller(row.widget, hold.opaque)
    }

    func popUp(over row: Handle, _ id: SavedSearchID) {
        // A box positions its popovers; a list does not.
        guard let box = gtk_widget_get_ancestor(row.widget, gtk_box_get_type()).map({ Handle($0) }) else { return }
        let popover = popover ?? make(in: box)
        self.popover = popover
        focus = SavedFocus(row)
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for section in entries(id) {
            let part = GObjectRef(adopting: Handle(g_menu_new()))
            for (label, action) in section { g_menu_append(part.opaque, label, "win.\(action)::\(id.rawValue)") }
            g_menu_append_section(menu.opaque, nil, part.cast())
        }
        gtk_popover_menu_set_menu_model(popover.opaque, menu.cast())
        popover.popUp(at: row, in: box)
    }

    private func entries(_ id: SavedSearchID) -> [[(label: String, action: String)]] {
        let searches = model.app.savedSearches
        var change = [(SavedSearchText.rename, "rename-saved-search")]
        if model.changedSavedSearch?.id == id { change.append((SavedSearchText.update, "update-saved-search")) }
        var move: [(String, String)] = []
        if searches.canMove(id, by: -1) { move.append((SavedSearchText.moveUp, "move-saved-search-up")) }
        if searches.canMove(id, by: 1) { move.append((SavedSearchText.moveDown, "move-saved-search-down")) }
        return [change, move, [(SavedSearchText.delete, "delete-saved-search")]].filter { !$0.isEmpty }
    }

    private func make(in box: Handle) -> Handle {
        let popover = Handle(gtk_popover_menu_new_from_model(nil))
        gtk_widget_set_parent(popover.widget, box.widget)
        weakObject = WeakGObject(popover)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        Signals.connect(popover, "closed") { [weak self] in
            // The chosen action still has to run.
            Task { self?.ended() }
        }
        return popover
    }

    private func ended() {
        _ = focus?.restoreFocus()
        guard let popover, weakObject?.isAlive == true, popover.removeClosedPopover() else { return }
        self.popover = nil
    }
}
