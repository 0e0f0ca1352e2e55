import CStargazer
package import GtkBridge
package import StargazerCore

/// Items in rows or cells, with all their keys: used by the results and by the favorites.
@MainActor package final class ItemCollection {
    package let root: Handle
    package let actions: ItemActions
    /// The selection moved, by key, mouse or because the list changed.
    package var selectionChanged: (ItemID?) -> Void = { _ in }
    /// Up was pressed on the first line.
    package var movedAboveFirstRow: () -> Void = {}
    /// The menu of the selected row is about to show.
    package var menuWillOpen: () -> Void = {}
    /// The end of the list is less than two screens away.
    package var didApproachEnd: () -> Void = {}

    let layout: CollectionLayout
    let gridFooter: GridFooter?
    let store: ListStore<ListEntry.ID, ListEntry>
    private let selection: GObjectRef
    private let rows: ListRows<ListEntry.ID, ItemRow>
    private let shown = DisplayedEntries()
    /// The row that the focus goes to as soon as it is on the screen.
    private var pendingFocusID: ItemID?
    /// All places of a list of which GTK has the first alone.
    private var allIDs: [ListEntry.ID]?
    private var pendingUpdate: IdleCall?
    /// GTK makes widgets for two hundred rows whatever shows. Those of an empty list come in two parts, so that the first
    /// are painted before the others are made.
    private static let initialRowCount = 32
    private let menu = RowMenu()

    /// What is asked of the contents, which the store asks before this list is made.
    @MainActor private final class DisplayedEntries {
        var entries = ListEntries()
    }

    private var notifiesSelection = true
    /// The selection moved to a row that had not been read, so that nobody knows yet what is selected.
    private var hasPendingSelectionChange = false

    /// - Parameters:
    ///   - name: what screen readers call the list.
    ///   - origin: where its items come from; of no matter where nothing stands after them.
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
        list.setAccessibleName(name)
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

    /// Where the row that had the focus is gone, the one in its place gets it. What was selected stays selected as long as
    /// it is there.
    /// - Parameter isNew: they answer another question than those that show.
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
        // Between frames, or the one that was painted would reach the display after this only.
        AfterPaint.run(on: list) { [weak self] in self?.pendingUpdate = IdleCall { self?.showAllRows() } }
        // There is one, whether or not anything else changes.
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
            // GTK would look for it among all that comes.
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

    /// What rows show may have come or changed.
    func refresh() {
        store.refresh()
        guard hasPendingSelectionChange, let id = selectedID, gtk_widget_get_mapped(list.widget) != 0 else { return }
        hasPendingSelectionChange = false
        selectionChanged(id)
    }

    /// For before the rows change: those that come have no height yet to scroll by.
    func scrollToTop() {
        guard !isEmpty else { return }
        gtk_adjustment_set_value(layout.adjustment.cast(), 0)
    }

    /// Whatever moves the focus into the list meanwhile selects nothing.
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

    /// Selects the item and lets the keyboard go on from there.
    func select(_ id: ItemID) {
        showAllRows()
        guard let position = position(of: id) else { return }
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
    package func focusSelectedRow() -> ItemID? {
        guard !isEmpty else { return nil }
        if selectedID == nil { gtk_single_selection_set_selected(selection.opaque, 0) }
        guard let id = selectedID else { return nil }
        // What the selection changes, the details above all, is painted before the other rows are made too.
        if pendingUpdate != nil {
            pendingUpdate = nil
            showAllRowsLater()
        }
        pendingFocusID = nil
        if layout.widget(of: id)?.grabFocus() != true {
            pendingFocusID = id
            // Rows that have just come get their widgets with the next layout.
            AfterPaint.run(on: list) { [weak self] in self?.focusPendingRow(id, mayScroll: true) }
        }
        return id
    }

    /// The keyboard was sent elsewhere before the row that it was to go to was on the screen.
    func cancelPendingFocus() { pendingFocusID = nil }

    private func focusPendingRow(_ id: ItemID, mayScroll: Bool) {
        guard pendingFocusID == id else { return }
        if layout.widget(of: id)?.grabFocus() != true, mayScroll, let position = position(of: id) {
            // Far away: it gets its widgets with the layout that the scrolling brings.
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
            // What stands after the last item has the focus at most: GTK goes to nothing that it may not select.
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

    /// Where the item is, when it has been read: the results hold all of theirs, favorites the selected one and those near
    /// the screen.
    private func position(of id: ItemID) -> UInt32? {
        if id == selectedID { return selectedPosition }
        guard case .favorite? = store.ids.first else { return store.position(of: .item(id)) }
        return list.children.first { CollectionLayout.row(in: $0)?.itemID == id }.flatMap { position(of: $0) }
    }

    /// The place of one of the list's own widgets, by the item that GTK put there.
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
