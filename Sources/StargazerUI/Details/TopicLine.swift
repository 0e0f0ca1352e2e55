import CStargazer
import GtkBridge

/// Short texts, such as topics, as dim text that wraps. Those that search are links.
@MainActor final class TopicLine {
    let root: Handle
    private var shown: [Topic] = []

    init(box: Handle) {
        root = box
        sgz_wrap_layout_apply(root.raw, 12)
    }

    func show(_ topics: [Topic]) {
        root.setVisible(!topics.isEmpty)
        guard topics != shown else { return }
        shown = topics
        root.removeChildren()
        for topic in topics { root.append(Self.make(topic)) }
    }

    static func make(_ topic: Topic) -> Handle {
        let text = Handle(gtk_label_new(topic.text))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        for name in ["caption", "dim-label"] { text.setClass(name, true) }
        guard let words = topic.search else { return text }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), text.widget)
        for name in ["flat", "fact-link"] { button.setClass(name, true) }
        button.setAccessibleName(topic.text)
        button.setTooltip(CatalogText.searchFor(words))
        Signals.connect(button, "clicked") { Actions.activate("win.search-for", words, from: button) }
        return button
    }
}
