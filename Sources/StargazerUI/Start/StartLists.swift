import CStargazer
import GtkBridge
import StargazerLibrary

/// A boxed list of a few items, with a row that leads to more. The container's `ItemActions` implement their actions.
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
        for (index, item) in items.enumerated() {
            rowViews[index].show(item)
            rows[index].setAccessibleName(RowText.accessibleName(item))
            rows[index].setAccessibleDescription(item.summary)
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

/// A boxed list of lines to press: searches and other actions.
@MainActor final class StartLinkList: StartList {
    struct Line: Equatable {
        var icon: String?
        var text: String
        /// A description in smaller type under the text.
        var note: String = ""
        /// Whether it opens a window, and shows an arrow.
        var opens = false
    }

    let list = Handle(gtk_list_box_new())
    private let pressed: @MainActor (Int) -> Void
    private var shown: [Line] = []

    init(_ name: String, pressed: @escaping @MainActor (Int) -> Void) {
        self.pressed = pressed
        prepare(name)
        Signals.connect(list, "row-activated") { [weak self] (row: Handle?) in
            if let self, let row { self.pressed(Int(gtk_list_box_row_get_index(row.cast()))) }
        }
    }

    func show(_ lines: [Line]) {
        guard lines != shown else { return }
        shown = lines
        list.removeChildren()
        for line in lines { gtk_list_box_append(list.opaque, row(line).widget) }
    }

    private func row(_ line: Line) -> Handle {
        let box = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        box.setClass("start-line", true)
        if let icon = line.icon { box.append(Handle(gtk_image_new_from_icon_name(icon))) }
        let texts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
        gtk_widget_set_valign(texts.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_hexpand(texts.widget, 1)
        let text = Handle(gtk_label_new(line.text))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_xalign(text.opaque, 0)
        texts.append(text)
        if !line.note.isEmpty {
            let note = Handle(gtk_label_new(line.note))
            gtk_label_set_xalign(note.opaque, 0)
            gtk_label_set_wrap(note.opaque, 1)
            gtk_label_set_wrap_mode(note.opaque, PANGO_WRAP_WORD_CHAR)
            for name in ["caption", "dim-label"] { note.setClass(name, true) }
            texts.append(note)
        }
        box.append(texts)
        if line.opens { box.append(Handle(gtk_image_new_from_icon_name("go-next-symbolic"))) }
        let row = Handle(gtk_list_box_row_new())
        gtk_list_box_row_set_child(row.cast(), box.widget)
        row.setAccessibleName(line.text)
        row.setAccessibleDescription(line.note)
        return row
    }
}

@MainActor protocol StartList: AnyObject {
    var list: Handle { get }
}

extension StartList {
    func prepare(_ name: String) {
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        list.setClass("boxed-list", true)
        list.setAccessibleName(name)
    }

    var rows: [Handle] { gtk_widget_get_mapped(list.widget) != 0 ? list.children : [] }
}
