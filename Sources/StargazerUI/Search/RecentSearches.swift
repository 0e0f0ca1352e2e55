import CStargazer
import GtkBridge
import StargazerCore

/// The searches made before, on the start page.
@MainActor final class RecentSearches {
    /// Up was pressed on the first one.
    var leftUpwards: () -> Void = {}
    /// All of them are to go.
    var clearPressed: () -> Void = {}
    private let box: Handle
    private let list: Handle
    private var shown: [String] = []

    init(box: Handle, list: Handle, clear: Handle, model: SearchViewModel) {
        self.box = box
        self.list = list
        Signals.connect(clear, "clicked") { [weak self] in self?.clearPressed() }
        Signals.connect(list, "row-activated") { [weak self, weak model] (row: Handle?) in
            guard let self, let row else { return }
            let index = Int(gtk_list_box_row_get_index(row.cast()))
            if self.shown.indices.contains(index) { model?.searchAgain(recent: self.shown[index]) }
        }
        Keys.watch(list, beforeChildren: true) { [weak self] press in
            guard let self, press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up), press.modifiers & 0xF == 0,
                let first = self.list.children.first, gtk_widget_is_focus(first.widget) != 0
            else { return false }
            self.leftUpwards()
            return true
        }
    }

    func focusFirst() {
        if gtk_widget_get_mapped(list.widget) != 0 { list.children.first?.grabFocus() }
    }

    func show(_ queries: [String]) {
        let queries = Array(queries.prefix(6))
        guard queries != shown else { return }
        shown = queries
        box.setVisible(!queries.isEmpty)
        list.removeChildren()
        for query in queries {
            let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
            line.setClass("recent-search", true)
            line.append(Handle(gtk_image_new_from_icon_name("document-open-recent-symbolic")))
            let label = Handle(gtk_label_new(query))
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
            line.append(label)
            let row = Handle(gtk_list_box_row_new())
            gtk_list_box_row_set_child(row.cast(), line.widget)
            row.setAccessibleName(query)
            gtk_list_box_append(list.opaque, row.widget)
        }
    }
}
