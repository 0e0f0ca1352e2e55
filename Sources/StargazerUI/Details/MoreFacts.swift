import CStargazer
import GtkBridge

/// A button that shows and hides the facts of an item that few people look for, and the facts below it.
@MainActor final class MoreFacts {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    private let list: FactList

    var isStacked: Bool {
        get { list.isStacked }
        set { list.isStacked = newValue }
    }

    init(open: @escaping FactOpener) {
        list = FactList(open: open)
        let button = Handle(gtk_toggle_button_new())
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        let arrow = Handle(gtk_image_new_from_icon_name("pan-end-symbolic"))
        for part in [arrow, Handle(gtk_label_new(DetailsText.moreFacts))] { line.append(part) }
        gtk_button_set_child(button.cast(), line.widget)
        button.setAccessibleName(DetailsText.moreFacts)
        for style in ["flat", "more-facts"] { button.setClass(style, true) }
        gtk_widget_set_halign(button.widget, GTK_ALIGN_START)
        let facts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        facts.append(list.root)
        facts.setVisible(false)
        for part in [button, facts] { root.append(part) }
        Signals.connect(button, "toggled") {
            let isOpen = gtk_toggle_button_get_active(button.cast()) != 0
            gtk_image_set_from_icon_name(arrow.opaque, isOpen ? "pan-down-symbolic" : "pan-end-symbolic")
            facts.setVisible(isOpen)
        }
    }

    func show(_ facts: [Fact]) {
        list.show(facts)
        root.setVisible(!facts.isEmpty)
    }
}
