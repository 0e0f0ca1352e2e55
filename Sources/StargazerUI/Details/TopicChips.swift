import CStargazer
import GtkBridge

/// Short texts, such as topics, as chips that wrap. Chips that search are buttons.
@MainActor final class TopicChips {
    let root: Handle
    private var shown: [Chip] = []

    /// - Parameter box: the widget to use.
    init(box: Handle = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))) {
        root = box
        sgz_wrap_layout_apply(root.raw, 6)
    }

    func show(_ chips: [Chip]) {
        root.setVisible(!chips.isEmpty)
        guard chips != shown else { return }
        shown = chips
        root.removeChildren()
        for chip in chips { root.append(make(chip)) }
    }

    private func make(_ chip: Chip) -> Handle {
        let text = Handle(gtk_label_new(chip.text))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        guard let words = chip.search else {
            text.setClass("topic", true)
            text.setClass("caption", true)
            return text
        }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), text.widget)
        for name in ["topic", "caption", "flat"] { button.setClass(name, true) }
        button.setAccessibleName(chip.text)
        button.setTooltip(CatalogText.searchFor(words))
        Signals.connect(button, "clicked") { Actions.activate("win.search-for", words, from: button) }
        return button
    }
}
