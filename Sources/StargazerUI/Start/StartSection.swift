import CStargazer
import GtkBridge

/// A section of the start page: a heading with controls next to it, and content below.
@MainActor final class StartSection {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    /// The button that clears the section; nil for a section without history.
    var clear: Handle?
    private let head = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))

    init(_ heading: String) {
        // Controls that do not fit next to the heading wrap below it.
        sgz_wrap_layout_apply(head.raw, 12)
        let title = Handle(gtk_label_new(heading))
        title.setClass("heading", true)
        gtk_label_set_xalign(title.opaque, 0)
        gtk_widget_set_hexpand(title.widget, 1)
        gtk_widget_set_valign(title.widget, GTK_ALIGN_CENTER)
        head.append(title)
        root.append(head)
        root.setVisible(false)
    }

    func addToHeading(_ widget: Handle) { head.append(widget) }

    func add(_ widget: Handle) { root.append(widget) }
}
