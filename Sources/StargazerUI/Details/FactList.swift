import CStargazer
import GtkBridge

/// Names and values in two columns; a value may be a link, which is made here and never taken as markup.
@MainActor final class FactList {
    struct Line: Equatable {
        var label: String
        var text: String
        var address: String?
    }

    private let grid: Handle
    private let failed: @MainActor () -> Void
    private var shown: [Line] = []

    /// - Parameter failed: runs when a link could not be opened.
    init(grid: Handle, failed: @escaping @MainActor () -> Void) {
        self.grid = grid
        self.failed = failed
    }

    func show(_ lines: [Line]) {
        grid.setVisible(!lines.isEmpty)
        guard lines != shown else { return }
        shown = lines
        grid.removeChildren()
        for (row, line) in lines.enumerated() {
            let label = Handle(gtk_label_new(line.label))
            label.setClass("dim-label", true)
            gtk_label_set_xalign(label.opaque, 0)
            gtk_widget_set_valign(label.widget, GTK_ALIGN_BASELINE)
            gtk_grid_attach(grid.cast(), label.widget, 0, gint(row), 1, 1)
            gtk_grid_attach(grid.cast(), value(line).widget, 1, gint(row), 1, 1)
        }
    }

    private func value(_ line: Line) -> Handle {
        guard let address = line.address else {
            let text = Handle(gtk_label_new(line.text))
            gtk_label_set_xalign(text.opaque, 0)
            gtk_label_set_wrap(text.opaque, 1)
            gtk_label_set_wrap_mode(text.opaque, PANGO_WRAP_WORD_CHAR)
            gtk_widget_set_valign(text.widget, GTK_ALIGN_BASELINE)
            return text
        }
        let link = Handle(gtk_button_new())
        let text = Handle(gtk_label_new(line.text))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        gtk_button_set_child(link.cast(), text.widget)
        link.setClass("link", true)
        link.setClass("fact-link", true)
        link.setTooltip(address)
        link.setAccessibleName("\(line.label): \(line.text)")
        gtk_widget_set_halign(link.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(link.widget, GTK_ALIGN_BASELINE)
        Signals.connect(link, "clicked") { [link, failed] in Browser.open(address, from: link, failed: failed) }
        return link
    }
}
