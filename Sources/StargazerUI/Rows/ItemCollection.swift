import CStargazer
package import GtkBridge
package import StargazerCore

/// A list of items in rows or cells, with its keys. The results, favorites and related lists use it.
@MainActor package final class ItemCollection {
    package let root: Handle
    package let actions: ItemActions
    /// Called when the selection moves: by key, by mouse, or because the list changed.
    package var selectionChanged: (ItemID?) -> Void = { _ in }
    /// Called when Up is pressed on the first line.
    package var movedAboveFirstRow: () -> Void = {}
    /// Called before the menu of the selected row opens.
    package var menuWillOpen: () -> Void = {}
    /// Called when the end of the list is less than two screens away.
    package var didApproachEnd: () -> Void = {}

    let layout: CollectionLayout
    let gridFooter: GridFooter?
    let store: ListStore<ListEntry.ID, ListEntry>
    private let selection: GObjectRef
    private let rows: ListRows<ListEntry.ID, ItemRow>
    private let shown = DisplayedEntries()
    /// The item whose row takes the focus as soon as it is on the screen.
    private var pendingFocusID: ItemID?
    /// All IDs, while GTK has only the first part of them.
    private var allIDs: [ListEntry.ID]?
    private var pendingUpdate: IdleCall?
    /// The size of the first part of a list. GTK creates widgets for two hundred rows, however many are visible. When
    /// an empty list fills, the first part is painted before the other widgets are created.
    private static let initialRowCount = 32
    private let menu = RowMenu()

    /// Holds the entries for the store's closure, which is created before this object.
    @MainActor private final class DisplayedEntries {
        var entries = ListEntries()
    }

    private var notifiesSelection = true
    /// Whether the selection moved to a row that is not loaded yet, so that the selected item is unknown.
    private var hasPendingSelectionChange = false

    /// - Parameters:
    ///   - name: the accessible name of the list and of its scroll pane.
    ///   - origin: the context of the footer; not needed for a list without a footer.
    package init(
        name: String, describedBy label: Handle, shape: CatalogProfile.Shape = .rows, pictures: PictureStore,
        origin: ListFooterContext = ListFooterContext()
    ) {
        store = ListStore(ends: { commonEnds($0, $1) }) { [shown] id, index in shown.entries.entry(id, index) }
        layout = CollectionLayout(shape)
        selection = GObjectRef(adopting: Handle(gtk_single_selection_new(nil)))
        rows = ListRows { ItemRow(shape: shape, origin: origin, pictures: pictures) }
        gridFooter = shape == .cells ? GridFooter(origin) : nil
        if let gridFooter {
            root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
            root.append(layout.scroller)
            root.append(gridFooter.root)
        } else {
            root = layout.scroller
        }
        actions = ItemActions(of: root)
        gtk_single_selection_set_autoselect(selection.opaque, 0)
        gtk_single_selection_set_can_unselect(selection.opaque, 1)
        gtk_single_selection_set_model(selection.opaque, store.model.opaque)
        layout.show(selection, with: rows.factory)
        for part in [list, layout.scroller] { part.setAccessibleName(name) }
        sgz_accessible_set_described_by(list.raw, label.raw)
        connect()
    }

    var list: Handle { layout.view }
    var isEmpty: Bool { store.ids.isEmpty }
    package var hasFocus: Bool { layout.focusedRow != nil }

    package var selectedID: ItemID? {
        guard case .item(let row) = store.content(at: gtk_single_selection_get_selected(selection.opaque)) else {
            return nil
        }
        return row.id
    }

    /// Shows these entries. The selection stays while its item is in the list. If the focused row disappears, the row
    /// in its place takes the focus.
    /// - Parameter isNew: whether the entries are the result of another query.
    package func show(_ entries: ListEntries, isNew: Bool = false) {
        let focused = layout.focusedRow.flatMap { position(of: $0.widget) }
        let before = focused.map { store.ids[Int($0)] }
        let wasInFooter = gridFooter?.root.hasFocusInside == true
        var entries = entries
        let footer = gridFooter == nil ? .none : entries.removeFooter()
        shown.entries = entries
        allIDs = nil
        if isEmpty, entries.ids.count > 2 * Self.initialRowCount, layout.shape == .rows {
            allIDs = entries.ids
            apply(Array(entries.ids.prefix(Self.initialRowCount)), inPlace: .never)
            showAllRowsLater()
        } else {
            apply(entries.ids, inPlace: hasFocus ? .never : isNew ? .always : .whenAllReplaced)
        }
        gridFooter?.show(footer)
        if wasInFooter, gridFooter?.control == nil { focusSelectedRow() }
        guard let focused, let before, store.position(of: before) == nil else { return }
        guard let last = entries.ids.lastIndex(where: \.isItem) else { return }
        gtk_single_selection_set_selected(selection.opaque, UInt32(clamping: min(Int(focused), last)))
        focusSelectedRow()
    }

    private func showAllRowsLater() {
        // Wait for idle time after the frame: otherwise the painted frame would reach the display only after this.
        AfterPaint.run(on: list) { [weak self] in self?.pendingUpdate = IdleCall { self?.showAllRows() } }
        // Request a frame, in case nothing else changes.
        gtk_widget_queue_draw(list.widget)
    }

    private func showAllRows() {
        guard let ids = allIDs else { return }
        (allIDs, pendingUpdate) = (nil, nil)
        apply(ids, inPlace: .never)
    }

    private func apply(_ ids: [ListEntry.ID], inPlace: ListStore<ListEntry.ID, ListEntry>.InPlace) {
        var selected: ListEntry.ID?
        store.apply(ids, inPlace: inPlace) {
            // Deselect first: GTK would search all new items for the selected one.
            guard let position = selectedPosition else { return }
            selected = store.ids[Int(position)]
            withoutNotifying { clearSelection() }
        }
        guard let selected else { return }
        if let position = store.position(of: selected) {
            withoutNotifying { gtk_single_selection_set_selected(selection.opaque, position) }
        } else {
            selectionChanged(nil)
        }
    }

    private var selectedPosition: UInt32? {
        let position = gtk_single_selection_get_selected(selection.opaque)
        return position < UInt32(clamping: store.ids.count) ? position : nil
    }

    /// Shows the rows again after their contents were loaded or changed.
    func refresh() {
        store.refresh()
        guard hasPendingSelectionChange, let id = selectedID, gtk_widget_get_mapped(list.widget) != 0 else { return }
        hasPendingSelectionChange = false
        selectionChanged(id)
    }

    /// Scrolls to the top. Call it before the rows change: new rows have no height to scroll by yet.
    func scrollToTop() {
        guard !isEmpty else { return }
        gtk_adjustment_set_value(layout.adjustment.cast(), 0)
    }

    /// Runs a closure that may move the focus into the list, without changing the selection.
    func keepingSelection(_ move: () -> Void) {
        let selected = gtk_single_selection_get_selected(selection.opaque)
        withoutNotifying {
            move()
            gtk_single_selection_set_selected(selection.opaque, selected)
        }
    }

    private func withoutNotifying(_ change: () -> Void) {
        let wasNotifying = notifiesSelection
        notifiesSelection = false
        change()
        notifiesSelection = wasNotifying
    }

    func clearSelection() { gtk_single_selection_set_selected(selection.opaque, guint.max) }

    /// Selects the item, so that the keyboard continues from there.
    func select(_ id: ItemID) {
        showAllRows()
        guard let position = position(of: id) else { return }
        if selectedID == id {
            // The selection stays the same, but the window may show another item by now.
            selectionChanged(id)
        } else {
            gtk_single_selection_set_selected(selection.opaque, position)
        }
    }

    /// Moves the focus to the selected row, or to the first one.
    /// - Returns: the item of the row, nil when there is no row to focus.
    @discardableResult
    package func focusSelectedRow() -> ItemID? {
        guard !isEmpty else { return nil }
        if selectedID == nil { gtk_single_selection_set_selected(selection.opaque, 0) }
        guard let id = selectedID else { return nil }
        // Paint the effects of the selection, such as the details, before creating the remaining rows.
        if pendingUpdate != nil {
            pendingUpdate = nil
            showAllRowsLater()
        }
        pendingFocusID = nil
        if layout.widget(of: id)?.grabFocus() != true {
            pendingFocusID = id
            // New rows get their widgets with the next layout.
            AfterPaint.run(on: list) { [weak self] in self?.focusPendingRow(id, mayScroll: true) }
        }
        return id
    }

    /// Cancels a pending focus change, because the focus went elsewhere in the meantime.
    func cancelPendingFocus() { pendingFocusID = nil }

    private func focusPendingRow(_ id: ItemID, mayScroll: Bool) {
        guard pendingFocusID == id else { return }
        if layout.widget(of: id)?.grabFocus() != true, mayScroll, let position = position(of: id) {
            // The row is far away: it gets its widget with the layout after scrolling.
            layout.scroll(to: position)
            AfterPaint.run(on: list) { [weak self] in self?.focusPendingRow(id, mayScroll: false) }
        } else {
            pendingFocusID = nil
        }
    }

    package func closeMenu() { menu.popDown() }

    private func connect() {
        Signals.connect(selection.handle, "notify::selected") { [weak self] in
            guard let self, self.notifiesSelection else { return }
            // The footer can have the focus, but not the selection. (GTK does not focus rows that are not selectable.)
            if case .footer = self.store.content(at: gtk_single_selection_get_selected(self.selection.opaque)) {
                return self.clearSelection()
            }
            let id = self.selectedID
            self.hasPendingSelectionChange = id == nil && self.selectedPosition != nil
            self.selectionChanged(id)
        }
        Signals.connect(list, "activate") { [weak self] (position: UInt32) in self?.activate(position) }
        for signal in ["value-changed", "changed"] {
            Signals.connect(layout.adjustment, signal) { [weak self] in
                guard let self else { return }
                self.checkEnd()
                self.rows.didScroll()
                self.shown.entries.topRowChanged(self.places.onScreen.lowerBound)
            }
        }
        rows.places = { [weak self] in self?.places ?? (0..<0, 0..<0) }
        Keys.watch(list, beforeChildren: true) { [weak self] press in self?.handleKey(press) ?? false }
        if let gridFooter {
            Keys.watch(gridFooter.root, beforeChildren: true) { [weak self] press in
                self?.handleFooterKey(press) ?? false
            }
        }
        menu.closed = { [weak self] in
            guard let self, gtk_widget_get_mapped(self.list.widget) != 0 else { return }
            self.focusSelectedRow()
        }
        actions.on(.showMenu) { [weak self] id in self?.showMenu(for: id) }
    }

    func activate(_ position: UInt32) {
        switch store.content(at: position) {
        case .item(let row): ItemActions.run(.open, row.id, from: root)
        case .footer(.loadMore): ItemActions.run(.loadMore, from: root)
        case .footer(.failed): ItemActions.run(.tryAgain, from: root)
        default: break
        }
    }

    private func checkEnd() {
        guard allIDs == nil, let (below, page) = layout.remainingScroll else { return }
        gridFooter?.scrolled(remaining: below)
        if below < 2 * page { didApproachEnd() }
    }

    private var places: (onScreen: Range<Int>, near: Range<Int>) { layout.places(of: store.ids.count) }

    /// Returns the position of an item. All results are loaded; of the favorites, only the selected one and those near
    /// the screen.
    private func position(of id: ItemID) -> UInt32? {
        if id == selectedID { return selectedPosition }
        guard case .favorite? = store.ids.first else { return store.position(of: .item(id)) }
        return list.children.first { CollectionLayout.row(in: $0)?.itemID == id }.flatMap { position(of: $0) }
    }

    /// Returns the position of one of the list's own widgets, from its GtkListItem.
    func position(of widget: Handle) -> UInt32? {
        guard let row = CollectionLayout.row(in: widget), let item = row.listItem else { return nil }
        let position = gtk_list_item_get_position(item.opaque)
        return position < UInt32(clamping: store.ids.count) ? position : nil
    }

    func showMenu(for id: ItemID) {
        select(id)
        menuWillOpen()
        guard let widget = layout.widget(of: id), let row = CollectionLayout.row(in: widget),
            case .item(let content) = row.content
        else { return }
        menu.popUp(over: row.root, for: content)
    }
}
