import CStargazer
import GtkBridge

/// Suggested names of tags as chips, each with a button that dismisses it.
@MainActor final class TagSuggestions {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    private let chips = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let add: @MainActor (String) -> Void
    private let dismiss: @MainActor (String) -> Void
    private var shown: [String] = []

    init(add: @escaping @MainActor (String) -> Void, dismiss: @escaping @MainActor (String) -> Void) {
        (self.add, self.dismiss) = (add, dismiss)
        let heading = Handle(gtk_label_new(TagsText.suggested))
        gtk_label_set_xalign(heading.opaque, 0)
        for style in ["caption-heading", "dim-label"] { heading.setClass(style, true) }
        sgz_wrap_layout_apply(chips.raw, 6)
        for part in [heading, chips] { root.append(part) }
        root.setVisible(false)
    }

    func show(_ names: [String]) {
        root.setVisible(!names.isEmpty)
        guard names != shown else { return }
        shown = names
        let hadFocus = root.hasFocusInside
        chips.removeChildren()
        for name in names { chips.append(make(name)) }
        if hadFocus { _ = gtk_widget_child_focus(chips.widget, GTK_DIR_TAB_FORWARD) }
    }

    private func make(_ name: String) -> Handle {
        let chip = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        chip.setClass("tag-suggestion", true)
        let label = Handle(gtk_label_new(name))
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        for part in [Handle(gtk_image_new_from_icon_name("list-add-symbolic")), label] { content.append(part) }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), content.widget)
        button.setAccessibleName(name)
        let close = Handle(gtk_button_new_from_icon_name("window-close-symbolic"))
        close.setAccessibleName(TagsText.dismiss(name))
        close.setTooltip(TagsText.dismiss(name))
        for part in [button, close] {
            part.setClass("flat", true)
            chip.append(part)
        }
        Signals.connect(button, "clicked") { [weak self] in self?.add(name) }
        Signals.connect(close, "clicked") { [weak self] in self?.dismiss(name) }
        return chip
    }
}
