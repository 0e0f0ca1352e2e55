import CStargazer
import GtkBridge
import StargazerCore

/// Chips with recent and trending searches above what is trending.
@MainActor final class SuggestedSearchesView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let model: SearchViewModel
    private var shown: [SuggestedSearch] = []
    private var observation: Observe?

    init(model: SearchViewModel) {
        self.model = model
        sgz_wrap_layout_apply(root.raw, 6)
        root.setClass("offered", true)
        root.setVisible(false)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        let suggestedSearches = model.suggestedSearches
        root.setVisible(!suggestedSearches.isEmpty)
        guard suggestedSearches != shown else { return }
        shown = suggestedSearches
        root.removeChildren()
        for offer in suggestedSearches { root.append(make(offer)) }
    }

    private func make(_ offer: SuggestedSearch) -> Handle {
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        if case .recent = offer { line.append(Handle(gtk_image_new_from_icon_name("document-open-recent-symbolic"))) }
        let text = Handle(gtk_label_new(CleanText.line(offer.text)))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        line.append(text)
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), line.widget)
        for name in ["topic", "chip", "caption", "flat"] { button.setClass(name, true) }
        button.setAccessibleName(SearchText.accessibleName(offer))
        button.setTooltip(SearchText.searchFor(CleanText.line(offer.text)))
        Signals.connect(button, "clicked") { [weak self] in self?.model.searchAgain(recent: offer.text) }
        return button
    }
}
