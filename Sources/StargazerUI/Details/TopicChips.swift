import CStargazer
import GtkBridge

/// Short texts, such as topics, as dim text that wraps. Those that search are links.
@MainActor final class TopicChips {
    let root: Handle
    private var shown: [Chip] = []

    /// - Parameter box: the widget to use.
    init(box: Handle = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))) {
        root = box
        sgz_wrap_layout_apply(root.raw, 12)
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
        for name in ["caption", "dim-label"] { text.setClass(name, true) }
        guard let words = chip.search else { return text }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), text.widget)
        for name in ["flat", "fact-link"] { button.setClass(name, true) }
        button.setAccessibleName(chip.text)
        button.setTooltip(CatalogText.searchFor(words))
        Signals.connect(button, "clicked") { Actions.activate("win.search-for", words, from: button) }
        return button
    }
}
