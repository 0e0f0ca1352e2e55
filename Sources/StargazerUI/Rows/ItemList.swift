import CStargazer
package import GtkBridge
import StargazerCore

/// A list of items with all its keys: used by the results and by the favorites.
@MainActor package final class ItemList {
    package let root: Handle
    package let events = RowEvents()
    /// The selection moved, by key, mouse or because the list changed.
    var selectionChanged: (ItemID?) -> Void = { _ in }
    /// Up was pressed on the first row.
    var leftUpwards: () -> Void = {}
    /// The end of the list is less than two screens away.
    var endCameNear: () -> Void = {}

    private let list: Handle
    private let store = ListStore<ListEntry>()
    private let selection: GObjectRef
    private let rows: ListRows<ItemRow>
    private let menu = RowMenu()

    /// - Parameter name: what screen readers call the list.
    init(name: String, describedBy label: Handle, pictures: PictureStore) {
        let ui = UIBuilder(PackageResources.ItemList_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        list = ui["list"]
        selection = GObjectRef(adopting: Handle(gtk_single_selection_new(nil)))
        rows = ListRows { [events] in ItemRow(events: events, pictures: pictures) }
        gtk_single_selection_set_autoselect(selection.opaque, 0)
        gtk_single_selection_set_can_unselect(selection.opaque, 1)
        gtk_single_selection_set_model(selection.opaque, store.model.opaque)
        gtk_list_view_set_factory(list.opaque, rows.factory.opaque)
        gtk_list_view_set_model(list.opaque, selection.opaque)
        list.setAccessibleName(name)
        sgz_accessible_set_described_by(list.raw, label.raw)
        connect()
    }

    var isEmpty: Bool { store.contents.isEmpty }
    var hasFocus: Bool { focusedRow != nil }

    var selectedID: ItemID? {
        guard case .item(let row) = store.content(at: gtk_single_selection_get_selected(selection.opaque)) else {
            return nil
        }
        return row.id
    }

    /// - Returns: false when the row that had the focus is gone and no other is there to take it.
    @discardableResult
    func show(_ entries: [ListEntry]) -> Bool {
        guard let focused = focusedRow?.row.content?.id, !entries.contains(where: { $0.id == focused }) else {
            store.apply(entries)
            return true
        }
        let position = store.position(of: focused) ?? 0
        store.apply(entries)
        guard !entries.isEmpty else { return false }
        gtk_single_selection_set_selected(selection.opaque, min(position, UInt32(clamping: entries.count - 1)))
        focusSelectedRow()
        return true
    }

    /// For before the rows change: those that come have no height yet to scroll by.
    func scrollToTop() {
        guard !isEmpty else { return }
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(root.opaque), 0)
    }

    func clearSelection() { gtk_single_selection_set_selected(selection.opaque, guint.max) }

    /// Selects the item and lets the keyboard go on from there.
    func select(_ id: ItemID) {
        guard let position = store.position(of: .item(id)) else { return }
        if selectedID == id {
            // Nothing changes here, but the window may show something else by now.
            selectionChanged(id)
        } else {
            gtk_single_selection_set_selected(selection.opaque, position)
        }
    }

    /// Moves the focus to the selected row, or to the first one.
    /// - Returns: the item of the row, nil when there is no row to focus.
    @discardableResult
    func focusSelectedRow() -> ItemID? {
        guard !isEmpty else { return nil }
        if selectedID == nil { gtk_single_selection_set_selected(selection.opaque, 0) }
        guard let id = selectedID else { return nil }
        if widget(of: id)?.grabFocus() != true {
            // Rows that have just come get their widgets with the next layout.
            AfterPaint.of(list) { [weak self] in self?.focusRow(of: id) }
        }
        return id
    }

    private func focusRow(of id: ItemID) {
        guard widget(of: id)?.grabFocus() != true, let position = store.position(of: .item(id)) else { return }
        // Far away: it gets its widgets with the layout that the scrolling brings.
        gtk_widget_activate_action_variant(list.widget, "list.scroll-to-item", g_variant_new_uint32(position))
        AfterPaint.of(list) { [weak self] in self?.widget(of: id)?.grabFocus() }
    }

    func closeMenu() { menu.popDown() }

    private func connect() {
        Signals.connect(selection.handle, "notify::selected") { [weak self] in
            guard let self else { return }
            self.selectionChanged(self.selectedID)
        }
        Signals.connect(list, "activate") { [weak self] (position: UInt32) in self?.activate(position) }
        let adjustment = Handle(gtk_scrolled_window_get_vadjustment(root.opaque))
        for signal in ["value-changed", "changed"] {
            Signals.connect(adjustment, signal) { [weak self] in self?.checkEnd() }
        }
        Keys.watch(list, beforeChildren: true) { [weak self] press in self?.take(press) ?? false }
        menu.closed = { [weak self] in
            guard let self, gtk_widget_get_mapped(self.list.widget) != 0 else { return }
            self.focusSelectedRow()
        }
        events.showMenu = { [weak self] id in self?.showMenu(for: id) }
    }

    private func activate(_ position: UInt32) {
        switch store.content(at: position) {
        case .item(let row): events.open(row.id)
        case .tail(.loadMore, _): events.loadMore()
        case .tail(.failed, _): events.tryBatchAgain()
        default: break
        }
    }

    private func checkEnd() {
        let adjustment = gtk_scrolled_window_get_vadjustment(root.opaque)
        let page = gtk_adjustment_get_page_size(adjustment)
        let rest = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_value(adjustment) - page
        if page > 0, rest < 2 * page { endCameNear() }
    }

    /// The list's own widget around a row, when the row has one just now.
    private func widget(of id: ItemID) -> Handle? {
        list.children.first { Self.row(in: $0)?.itemID == id }
    }

    private static func row(in widget: Handle) -> ItemRow? {
        gtk_widget_get_first_child(widget.widget).flatMap { WidgetOwner.controller(of: Handle($0), as: ItemRow.self) }
    }

    /// The row that has the focus: its widget, its controller, and whether the row itself rather than its star has it.
    private var focusedRow: (widget: Handle, row: ItemRow, isWhole: Bool)? {
        guard let window = gtk_widget_get_root(list.widget), let focused = gtk_root_get_focus(window) else {
            return nil
        }
        let focus = Handle(focused)
        guard let widget = list.children.first(where: { $0.contains(focus) }), let row = Self.row(in: widget) else {
            return nil
        }
        return (widget, row, focus == widget)
    }

    /// Tab goes into a list, to the row's star, and out again: left alone, GTK walks from star to star.
    private func take(_ press: KeyPress) -> Bool {
        guard let focused = focusedRow else { return false }
        if press.isKey(GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab), !press.hasCommandModifier {
            let isBack = press.hasShift || press.isKey(GDK_KEY_ISO_Left_Tab)
            switch (focused.isWhole, isBack) {
            case (true, false):
                if focused.row.control?.grabFocus() != true { Focus.leave(list, forward: true) }
            case (false, true): focused.widget.grabFocus()
            case (_, let isBack): Focus.leave(list, forward: !isBack)
            }
            return true
        }
        if press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up), press.modifiers & 0xF == 0,
            focused.row.content?.id == store.contents.first?.id
        {
            leftUpwards()
            return true
        }
        if press.isKey(GDK_KEY_Menu) || (press.isKey(GDK_KEY_F10) && press.hasShift), let id = focused.row.itemID {
            showMenu(for: id)
            return true
        }
        return false
    }

    private func showMenu(for id: ItemID) {
        select(id)
        guard let widget = widget(of: id), let row = Self.row(in: widget), case .item(let content) = row.content else {
            return
        }
        menu.popUp(over: row.root, for: content)
    }
}
