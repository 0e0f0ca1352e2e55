import CStargazer
import GtkBridge
package import StargazerCore

/// Labels and values in two columns. A value may be a link; links come from `Target`, never from markup.
@MainActor package final class FactList {
    package struct Line: Equatable, Sendable {
        package var label: String
        package var text: String
        package var target: Target?

        package init(label: String, text: String, target: Target? = nil) {
            (self.label, self.text, self.target) = (label, text, target)
        }
    }

    /// The target of a link.
    package enum Target: Equatable, Sendable {
        /// A page in the browser.
        case web(String)
        /// The details of another item.
        case item(Item)
        /// A search with these words added.
        case search(String)
        /// A document of the item.
        case document(DocumentKind)
        /// No link, but a button that copies the text: its label and the confirmation.
        case copying(offer: String, done: String)
    }

    private let grid: Handle
    private let links: LinkHandlers
    private let openDocument: @MainActor (DocumentKind) -> Void
    private var shown: [Line] = []

    /// - Parameter openDocument: opens a document of the item.
    init(grid: Handle, links: LinkHandlers, openDocument: @escaping @MainActor (DocumentKind) -> Void) {
        self.grid = grid
        self.links = links
        self.openDocument = openDocument
    }

    /// Shows these lines. Unchanged lines keep their widgets and the focus; new ones are inserted between them.
    func show(_ lines: [Line]) {
        grid.setVisible(!lines.isEmpty)
        for (row, line) in lines.enumerated() {
            while row < shown.count, shown[row] != line, !lines[row...].contains(shown[row]) { remove(row) }
            if row < shown.count, shown[row] == line { continue }
            insert(line, at: row)
        }
        while shown.count > lines.count { remove(shown.count - 1) }
    }

    private func remove(_ row: Int) {
        gtk_grid_remove_row(grid.cast(), gint(row))
        shown.remove(at: row)
    }

    private func insert(_ line: Line, at row: Int) {
        gtk_grid_insert_row(grid.cast(), gint(row))
        shown.insert(line, at: row)
        let label = Handle(gtk_label_new(line.label))
        label.setClass("dim-label", true)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_valign(label.widget, sgz_align_baseline())
        gtk_grid_attach(grid.cast(), label.widget, 0, gint(row), 1, 1)
        gtk_grid_attach(grid.cast(), value(line).widget, 1, gint(row), 1, 1)
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
        if case .copying(let offer, let done) = target { return copyableValue(line.text, offer, done) }
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
        Signals.connect(link, "clicked") { [link, links, openDocument] in
            switch target {
            case .web(let address): Browser.open(address, from: link, failed: links.noBrowser)
            case .item(let item): links.openItem(item)
            case .search(let words): WindowActions.search(adding: words, from: link)
            case .document(let kind): openDocument(kind)
            case .copying: break
            }
        }
        return link
    }

    /// Ellipsizes in the middle: the end of an address tells more than its middle.
    private func copyableValue(_ text: String, _ offer: String, _ done: String) -> Handle {
        let row = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        let label = Handle(gtk_label_new(text))
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_xalign(label.opaque, 0)
        // Addresses are left to right in every language.
        gtk_widget_set_direction(label.widget, GTK_TEXT_DIR_LTR)
        label.setTooltip(text)
        row.append(label)
        let button = Handle(gtk_button_new_from_icon_name("edit-copy-symbolic"))
        for name in ["flat", "copy-fact"] { button.setClass(name, true) }
        button.setAccessibleName(offer)
        button.setTooltip(offer)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        Signals.connect(button, "clicked") { [links] in links.copy(text, done) }
        row.append(button)
        gtk_widget_set_halign(row.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(row.widget, sgz_align_baseline())
        return row
    }
}
