import CStargazer
package import GtkBridge
package import StargazerCore
package import StargazerLibrary

/// A list of items in rows or cells, with its keys. The results, favorites and related lists use it.
@MainActor package final class ItemCollection {
    package let root: Handle
    package let actions: ItemActions
    /// Called when the lead row changes: by key, by mouse, or because the list changed.
    package var selectionChanged: (ItemID?) -> Void = { _ in }
    package var movedAboveFirstRow: () -> Void = {}
    /// Called after Enter, Space or a double click has opened the item of a row.
    package var activated: () -> Void = {}
    package var menuWillOpen: () -> Void = {}
    var exportRequested: ([Favorite]) -> Void = { _ in }
    var picturesRequested: ([FullSizePicture]) -> Void = { _ in }
    /// Called with the favorites to tag, and with the other items of the selection.
    var tagsRequested: ([Item], [Item]) -> Void = { _, _ in }
    /// The favorites that are being dragged; nil while there are none.
    var dragged: SelectedRows?
    var dragContent: GObjectRef?
    var draggedRow: Handle?
    let pictureDrag: PictureDrag
    /// Called with a text about what was done.
    var gaveFeedback: (String) -> Void = { _ in }
    /// Called when the end of the list is less than two screens away.
    package var didApproachEnd: () -> Void = {}

    let layout: CollectionLayout
    let gridFooter: GridFooter?
    private let missingPictures: MissingPictures?
    let store: ListStore<ListEntry.ID, ListEntry>
    let selection: ListSelection
    /// The model of several selected rows; nil where only one can be selected.
    let several: SelectionViewModel?
    var confirmation: Observe?
    private let rows: ListRows<ListEntry.ID, ItemRow>
    let positions: RowPositions
    private let shown = DisplayedEntries()
    private let focus: RowFocus
    private let deferred: DeferredRows
    private let menu: RowContextMenu
    private var windowWidth: WindowWidth?

    /// Holds the entries for the store's closure, which is created before this object.
    @MainActor private final class DisplayedEntries {
        var entries = ListEntries()
    }

    /// Rows that are selected as soon as the list has all of them, unless the user selects something before.
    var pendingSelection: Set<ListEntry.ID> = []
    /// The height at the foot of the list that a message covers.
    var coveredHeight = 0.0
    private var filterScroll = FilterScroll()
    /// Where the list was before a filter narrowed it.
    private var placeBeforeFilter: ListPlace?
    private var isApplying = false
    /// Whether the selection moved to a row that is not loaded yet, so that the selected item is unknown.
    private var hasPendingSelectionChange = false

    /// - Parameters:
    ///   - name: the accessible name of the list and of its scroll pane.
    ///   - maxSummaryLines: the most lines of the description in a wide row.
    ///   - origin: the context of the footer; not needed for a list without a footer.
    package init(
        name: String, describedBy label: Handle, shape: CatalogProfile.Shape = .rows, pictures: PictureStore,
        origin: ListFooterContext = ListFooterContext(), several: SelectionViewModel? = nil, maxSummaryLines: Int32 = 2
    ) {
        store = ListStore(ends: { commonEnds($0, $1) }) { [shown] id, index in shown.entries.entry(id, index) }
        layout = CollectionLayout(shape, maxSummaryLines: maxSummaryLines)
        selection = ListSelection(of: store, isSingle: several == nil)
        positions = RowPositions(store: store, layout: layout, selection: selection)
        focus = RowFocus(layout: layout, positions: positions)
        self.several = several
        pictureDrag = PictureDrag(pictures.sharing)
        let missingPictures = shape == .cells ? MissingPictures(pictures: pictures) : nil
        self.missingPictures = missingPictures
        rows = ListRows { [layout] in
            ItemRow(
                shape: shape, summaryLines: layout.summaryLines, origin: origin, pictures: pictures,
                missingPictures: missingPictures)
        }
        gridFooter = shape.isGrid ? GridFooter(origin) : nil
        root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        if let missingPictures { root.append(missingPictures.banner.root) }
        root.append(layout.scroller)
        if let gridFooter { root.append(gridFooter.root) }
        deferred = DeferredRows(of: layout.view)
        actions = ItemActions(of: root)
        menu = RowContextMenu(actions: actions)
        layout.show(selection.model, with: rows.factory)
        for part in [list, layout.scroller] { part.setAccessibleName(name) }
        sgz_accessible_set_described_by(list.raw, label.raw)
        connect()
        if let several { connect(several) }
        list.setClass("quiet-stars", shape == .rows && several?.isFavorites == true && !layout.hasTouchScreen)
        connectDragging()
    }

    var list: Handle { layout.view }
    var isEmpty: Bool { store.ids.isEmpty }
    package var hasFocus: Bool { layout.focusedRow != nil }

    /// The item of the lead row.
    package var selectedID: ItemID? { selection.leadID }

    /// Shows these entries. Rows stay selected while they are in the list. If the focused row disappears, the row in its
    /// place takes the focus and the selection; in the answer to another query the first row takes the focus alone.
    ///
    /// Entries that a filter leaves begin at the top. Place and selection come back with the others.
    /// - Parameters:
    ///   - isNew: whether the entries are the result of another query.
    ///   - filter: what narrows the entries; nil while all of them show. An empty list counts as narrowed.
    ///   - isSameList: whether a filter alone differs from the query before.
    package func show(_ entries: ListEntries, isNew: Bool = false, filter: String? = nil, isSameList: Bool? = nil) {
        let move = filterScroll.move(
            to: filter ?? (entries.ids.isEmpty ? "" : nil), isNew: isNew && isSameList != true)
        if case .top(let keepsPlace) = move {
            placeBeforeFilter = keepsPlace ? place : isNew && isSameList != true ? nil : placeBeforeFilter
            scrollToTop()
        }
        defer { if move == .back, let place = placeBeforeFilter { goBack(to: place) } }
        if isNew, selection.count > 0 { endSelectionOfOtherQuery() }
        if isNew { missingPictures?.listReplaced() }
        let focused = layout.focusedRow.flatMap { positions.position(of: $0.widget) }
        let before = focused.map { store.ids[Int($0)] }
        let wasInFooter = gridFooter?.root.hasFocusInside == true
        var entries = entries
        let footer = gridFooter == nil ? .none : entries.removeFooter()
        shown.entries = entries
        isApplying = true
        deferred.drop()
        if isEmpty, layout.shape == .rows, let first = deferred.deferRows(of: entries.ids) {
            apply(first, inPlace: .never)
            deferred.showLater()
        } else {
            // Rows in front of the first would otherwise come out of sight, above the top.
            let isAtTop = gtk_adjustment_get_value(layout.adjustment.cast()) <= 0
            apply(entries.ids, inPlace: isNew ? .always : hasFocus ? .never : isAtTop ? .always : .whenAllReplaced)
        }
        isApplying = false
        if isNew { pendingSelection = [] }
        defer { selectPending() }
        gridFooter?.show(footer)
        if wasInFooter, gridFooter?.control == nil { focusSelectedRow() }
        guard let focused, let before else { return }
        let place = store.position(of: before)
        // The row shows another item now, and nothing in this answer has been chosen yet.
        if isNew, let next = place ?? positions.item(near: 0) { return focusRow(at: next) }
        guard place == nil, let next = positions.item(near: Int(focused)) else { return }
        selectRow(at: next)
        focusSelectedRow()
    }

    /// From the entry, Down goes to the first row of an answer to another query. A row that has the focus keeps it.
    private func endSelectionOfOtherQuery() {
        // Actions on all selected rows would act on rows that were chosen from another list.
        guard hasFocus else { return selection.clear() }
        if selection.count > 1 { selection.withoutNotifying(reduceToLead) }
    }

    func showAllRows() { deferred.show() }

    private func apply(_ ids: [ListEntry.ID], inPlace: ListStore<ListEntry.ID, ListEntry>.InPlace) {
        let before = store.ids
        let isLeadGone = selection.apply(ids, barred: shown.entries.unselectable, inPlace: inPlace)
        if before != store.ids { extendFromLead() }
        let hadSeveral = hasSeveralSelected
        updateSeveral()
        if isLeadGone || (hadSeveral && !hasSeveralSelected) { leadChanged() }
    }

    private func updateSeveral() { several?.rowsChanged(selection.count > 1 ? selection.rows : .none) }

    private func leadChanged() {
        if !isApplying { pendingSelection = [] }
        let id = selectedID
        hasPendingSelectionChange = id == nil && selection.lead != nil
        // GTK scrolls to the row and leaves the heading above it out.
        if let lead = selection.lead, lead > 0, lead == positions.item(near: 0), hasFocus {
            AfterPaint.run(on: list) { [weak self] in self?.scrollToTop() }
        }
        selectionChanged(id)
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

    /// Moves the focus to the selected row, or to the first one. Returns its item; nil when there is no row to focus.
    @discardableResult
    package func focusSelectedRow() -> ItemID? {
        guard !isEmpty else { return nil }
        if selectedID == nil, let first = positions.item(near: 0) { selectRow(at: first) }
        guard let id = selectedID else { return nil }
        // Paint the effects of the selection, such as the details, before creating the remaining rows.
        deferred.postpone()
        focus.moveToRow(of: id)
        return id
    }

    /// Moves the focus to a row without selecting it.
    func focusRow(at position: UInt32) { focus.moveToRow(at: position) }

    func cancelPendingFocus() { focus.cancel() }

    package func closeMenu() { menu.popDown() }

    private func connect() {
        selection.changed = { [weak self] in
            guard let self else { return }
            // The details depend on whether the lead row is one of several.
            self.updateSeveral()
            self.leadChanged()
        }
        Signals.connect(list, "activate") { [weak self] (position: UInt32) in self?.activate(position) }
        for signal in ["value-changed", "changed"] {
            Signals.connect(layout.adjustment, signal) { [weak self] in
                guard let self else { return }
                self.checkEnd()
                self.rows.didScroll()
                self.shown.entries.topRowChanged(self.visibleRanges.onScreen.lowerBound)
            }
        }
        deferred.shown = { [weak self] in self?.apply($0, inPlace: .never) }
        rows.visibleRanges = { [weak self] in self?.visibleRanges ?? (0..<0, 0..<0) }
        if layout.shape == .rows {
            windowWidth = WindowWidth(of: list) { [layout] in layout.fit(windowWidth: $0) }
        }
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
        missingPictures?.willResizeList = { [weak self] in self?.keepScrollPosition() }
        missingPictures?.lostFocus = { [weak self] in self?.focusSelectedRow() }
    }

    func activate(_ position: UInt32) {
        switch store.content(at: position) {
        case .item(let row):
            ItemActions.run(.open, row.id, from: root)
            activated()
        case .footer(let kind): ListFooterView.run(kind, from: root)
        default: break
        }
    }

    private func checkEnd() {
        guard !deferred.isPending, let (below, page) = layout.remainingScroll else { return }
        gridFooter?.scrolled(remaining: below)
        if below < 2 * page { didApproachEnd() }
    }

    private var visibleRanges: (onScreen: Range<Int>, near: Range<Int>) { layout.visibleRanges(of: store.ids.count) }

    func showMenu(for id: ItemID) {
        let place = positions.position(of: id)
        if hasSeveralSelected, let place, selection.contains(place) { selection.setLead(place) } else { select(id) }
        menuWillOpen()
        guard let widget = layout.widget(of: id), let row = CollectionLayout.row(in: widget),
            case .item(let content) = row.content
        else { return }
        menu.popUp(over: row.root, for: content, several: hasSeveralSelected ? several : nil)
    }
}
