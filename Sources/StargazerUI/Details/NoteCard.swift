import CStargazer
import GtkBridge

/// A card with an important message.
@MainActor final class NoteCard {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    private let label = Handle(gtk_label_new(nil))

    init() {
        let icon = Handle(gtk_image_new_from_icon_name("dialog-information-symbolic"))
        gtk_widget_set_valign(icon.widget, GTK_ALIGN_START)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        for part in [icon, label] { root.append(part) }
        for name in ["card", "notice"] { root.setClass(name, true) }
    }

    func show(_ text: String) { label.setLabel(text) }
}
