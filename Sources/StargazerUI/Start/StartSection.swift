import CStargazer
import GtkBridge

/// A part of the start page: a heading, what belongs beside it, and what stands under it.
@MainActor final class StartSection {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    /// Forgets what it shows; nil where that is not remembered.
    var clear: Handle?
    private let head = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))

    init(_ heading: String) {
        // What finds no room beside the heading goes under it.
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

    /// - Parameter widget: beside the heading.
    func add(beside widget: Handle) { head.append(widget) }

    func add(_ widget: Handle) { root.append(widget) }
}
