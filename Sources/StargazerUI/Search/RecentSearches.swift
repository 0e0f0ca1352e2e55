import CStargazer
import GtkBridge
import StargazerCore

/// The searches made before, on the start page.
@MainActor final class RecentSearches {
    private let box: Handle
    private let list: Handle
    private let model: SearchViewModel
    private var shown: [String] = []

    init(box: Handle, list: Handle, clear: Handle, model: SearchViewModel) {
        self.box = box
        self.list = list
        self.model = model
        Signals.connect(clear, "clicked") { [weak model] in model?.clearHistory() }
    }

    func show(_ queries: [String]) {
        let queries = Array(queries.prefix(6))
        guard queries != shown else { return }
        shown = queries
        box.setVisible(!queries.isEmpty)
        list.removeChildren()
        for query in queries {
            let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
            line.append(Handle(gtk_image_new_from_icon_name("document-open-recent-symbolic")))
            let label = Handle(gtk_label_new(query))
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
            line.append(label)
            let button = Handle(gtk_button_new())
            gtk_button_set_child(button.cast(), line.widget)
            button.setClass("flat", true)
            button.setAccessibleName(query)
            Signals.connect(button, "clicked") { [weak model] in model?.searchAgain(recent: query) }
            list.append(button)
        }
    }
}
