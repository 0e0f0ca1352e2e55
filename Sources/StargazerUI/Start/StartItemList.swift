import CStargazer
import GtkBridge
import StargazerCore

/// A boxed list of a few items in ordinary rows, with a row that leads to more. The `ItemActions` of the container
/// implement the rows' actions.
@MainActor final class StartItemList: StartList {
    let list = Handle(gtk_list_box_new())
    private let pictures: PictureStore
    private let more: (label: String, pressed: @MainActor () -> Void)?
    private var rowViews: [RowContentView] = []
    private var shown: [ItemContent] = []

    /// - Parameter more: the row after the last item; nil for none.
    init(
        _ name: String, pictures: PictureStore, more: (label: String, pressed: @MainActor () -> Void)? = nil
    ) {
        self.more = more
        self.pictures = pictures
        prepare(name)
        Signals.connect(list, "row-activated") { [weak self] (row: Handle?) in
            guard let self, let row else { return }
            let place = Int(gtk_list_box_row_get_index(row.cast()))
            if self.shown.indices.contains(place) {
                ItemActions.run(.open, self.shown[place].id, from: self.list)
            } else {
                self.more?.pressed()
            }
        }
    }

    /// Shows these items. If they are the same, their widgets and the focus stay.
    func show(_ items: [ItemContent]) {
        guard items != shown else { return }
        if items.map(\.id) != shown.map(\.id) { make(items) }
        let rows = list.children
        for (place, item) in items.enumerated() {
            rowViews[place].show(item)
            rows[place].setAccessibleName(RowText.accessibleName(item))
            rows[place].setAccessibleDescription(item.summary)
        }
        shown = items
    }

    func star(in row: Handle) -> Handle? { zip(list.children, rowViews).first { $0.0 == row }?.1.star.button }

    func row(of id: ItemID) -> Handle? { zip(list.children, shown).first { $0.1.id == id }?.0 }

    /// Returns the item whose row contains a widget.
    func item(at widget: Handle) -> ItemContent? { zip(list.children, shown).first { $0.0.contains(widget) }?.1 }

    private func make(_ items: [ItemContent]) {
        list.removeChildren()
        rowViews = items.map { item in
            let lines = CatalogPresentations.registered[item.id.catalog].summaryLines
            let rowViews = RowContentView(pictures: pictures, summaryLines: lines) { [list] in
                ItemActions.run(.toggleFavorite, item.id, from: list)
            }
            RowGestures.watch(rowViews.root, opens: false) { item.id }
            rowViews.root.setClass("start-item", true)
            let row = Handle(gtk_list_box_row_new())
            gtk_list_box_row_set_child(row.cast(), rowViews.root.widget)
            gtk_list_box_append(list.opaque, row.widget)
            return rowViews
        }
        guard let more, !items.isEmpty else { return }
        let label = Handle(gtk_label_new(more.label))
        label.setClass("start-line", true)
        let row = Handle(gtk_list_box_row_new())
        gtk_list_box_row_set_child(row.cast(), label.widget)
        row.setAccessibleName(more.label)
        gtk_list_box_append(list.opaque, row.widget)
    }
}
