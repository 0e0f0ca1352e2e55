import CStargazer
import GtkBridge
import StargazerCore

/// The positions of items and widgets in a list.
@MainActor struct RowPositions {
    let store: ListStore<ListEntry.ID, ListEntry>
    let layout: CollectionLayout
    let selection: ListSelection

    /// Returns the position of an item. All results are loaded; of the favorites, only the selected one and those near
    /// the screen.
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
