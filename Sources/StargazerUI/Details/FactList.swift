import CStargazer
import GtkBridge
package import StargazerCore

/// Names and values in two columns; a value may be a link, which is made here and never taken as markup.
@MainActor package final class FactList {
    package struct Line: Equatable, Sendable {
        package var label: String
        package var text: String
        package var target: Target?

        package init(label: String, text: String, target: Target? = nil) {
            (self.label, self.text, self.target) = (label, text, target)
        }
    }

    /// Where a link leads.
    package enum Target: Equatable, Sendable {
        /// Into the browser.
        case web(String)
        /// One page further in the trail.
        case item(Item)
        /// Adds these words to the search.
        case search(String)
    }

    private let grid: Handle
    private let links: DetailLinks
    private var shown: [Line] = []

    init(grid: Handle, links: DetailLinks) {
        self.grid = grid
        self.links = links
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
            gtk_widget_set_valign(label.widget, sgz_align_baseline())
            gtk_grid_attach(grid.cast(), label.widget, 0, gint(row), 1, 1)
            gtk_grid_attach(grid.cast(), value(line).widget, 1, gint(row), 1, 1)
        }
    }

    private func value(_ line: Line) -> Handle {
        guard let target = line.target else {
            let text = Handle(gtk_label_new(line.text))
            gtk_label_set_xalign(text.opaque, 0)
            gtk_label_set_wrap(text.opaque, 1)
            gtk_label_set_wrap_mode(text.opaque, PANGO_WRAP_WORD_CHAR)
            gtk_widget_set_valign(text.widget, sgz_align_baseline())
            return text
        }
        let link = Handle(gtk_button_new())
        let text = Handle(gtk_label_new(line.text))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        gtk_button_set_child(link.cast(), text.widget)
        link.setClass("link", true)
        link.setClass("fact-link", true)
        if case .web(let address) = target { link.setTooltip(address) }
        link.setAccessibleName("\(line.label): \(line.text)")
        gtk_widget_set_halign(link.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(link.widget, sgz_align_baseline())
        Signals.connect(link, "clicked") { [link, links] in
            switch target {
            case .web(let address): Browser.open(address, from: link, failed: links.noBrowser)
            case .item(let item): links.go(item)
            case .search(let words): WindowActions.search(adding: words, from: link)
            }
        }
        return link
    }
}
