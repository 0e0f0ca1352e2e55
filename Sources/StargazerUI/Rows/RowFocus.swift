import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Moves the focus to the rows of a list, which may get their widgets only with a later layout.
@MainActor final class RowFocus {
    private let layout: CollectionLayout
    private let positions: RowPositions
    /// The item whose row takes the focus as soon as it is on the screen.
    private var pendingID: ItemID?

    init(layout: CollectionLayout, positions: RowPositions) {
        self.layout = layout
        self.positions = positions
    }

    func moveToRow(of id: ItemID) {
        pendingID = nil
        if layout.widget(of: id)?.grabFocus() == true {
            return AfterPaint.run(on: layout.view) { [weak self] in self?.scrollToFocusedRow(id) }
        }
        pendingID = id
        // New rows get their widgets with the next layout.
        AfterPaint.run(on: layout.view) { [weak self] in self?.moveToPendingRow(id, mayScroll: true) }
    }

    func moveToRow(at position: UInt32) {
        let focus = { @MainActor [weak self] in
            guard let self else { return false }
            return layout.view.children.first { self.positions.position(of: $0) == position }?.grabFocus() == true
        }
        guard !focus() else { return }
        layout.scroll(to: position)
        AfterPaint.run(on: layout.view) { _ = focus() }
    }

    /// Cancels a pending change, because the focus went elsewhere in the meantime.
    func cancel() { pendingID = nil }

    /// Scrolls to the row if it has the focus. Newer GTK keeps the widget of a row that had the focus, however far away
    /// it is, and does not scroll when it gets the focus again. Measured with 4.8 and 4.18.
    private func scrollToFocusedRow(_ id: ItemID) {
        guard gtk_get_minor_version() > 8, layout.focusedRow?.row.itemID == id else { return }
        if let position = positions.position(of: id) { layout.scroll(to: position) }
    }

    private func moveToPendingRow(_ id: ItemID, mayScroll: Bool) {
        guard pendingID == id else { return }
        if layout.widget(of: id)?.grabFocus() != true, mayScroll, let position = positions.position(of: id) {
            // The row is far away: it gets its widget with the layout after scrolling.
            layout.scroll(to: position)
            AfterPaint.run(on: layout.view) { [weak self] in self?.moveToPendingRow(id, mayScroll: false) }
        } else {
            pendingID = nil
        }
    }
}

@MainActor struct RowPositions {
    let store: ListStore<ListEntry.ID, ListEntry>
    let layout: CollectionLayout
    let selection: ListSelection

    /// Returns an item's position. All results are loaded; of favorites, the selected one and those near the screen.
    func position(of id: ItemID) -> UInt32? {
        if id == selection.leadID { return selection.lead }
        guard case .favorite? = store.ids.first(where: \.isItem) else { return store.position(of: .item(id)) }
        return layout.view.children.first { CollectionLayout.row(in: $0)?.itemID == id }.flatMap { position(of: $0) }
    }

    /// Returns the position of one of the list's own widgets, from its GtkListItem.
    func position(of widget: Handle) -> UInt32? {
        guard let row = CollectionLayout.row(in: widget), let item = row.listItem else { return nil }
        let position = gtk_list_item_get_position(item.opaque)
        return position < UInt32(clamping: store.ids.count) ? position : nil
    }

    /// Returns the position of the item at a position, or else of the next or the last one.
    func item(near position: Int) -> UInt32? {
        let ids = store.ids
        let next = ids.indices.dropFirst(max(0, position)).first { ids[$0].isItem }
        return (next ?? ids.lastIndex(where: \.isItem)).map { UInt32(clamping: $0) }
    }

    /// Returns the item before or after the lead row; nil at the end of the list, or while it is not loaded.
    func neighbor(_ step: Int) -> ItemID? {
        guard let lead = selection.lead, let place = UInt32(exactly: Int(lead) + step),
            place < UInt32(clamping: store.ids.count), case .item(let row) = store.content(at: place)
        else { return nil }
        return row.id
    }
}
