import CStargazer
import GtkBridge
import StargazerCore

/// The favorites that match the search, in a line above the results.
@MainActor final class MatchingFavoritesView {
    var open: (Item) -> Void = { _ in }
    private let container: Handle
    private let box: Handle
    private let model: MatchingFavorites
    private var shown: [ItemContent] = []
    private var observation: Observe?

    /// - Parameters:
    ///   - container: visible while there are matches.
    ///   - box: the parent of the favorites' buttons.
    init(container: Handle, box: Handle, model: MatchingFavorites) {
        self.container = container
        self.box = box
        self.model = model
        sgz_wrap_layout_apply(box.raw, 6)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        let items = model.items
        guard items != shown else { return }
        shown = items
        container.setVisible(!items.isEmpty)
        box.removeChildren()
        guard !items.isEmpty else { return }
        let title = Handle(gtk_label_new(FavoritesText.title))
        for name in ["caption", "dim-label"] { title.setClass(name, true) }
        box.append(title)
        for item in items { box.append(make(item)) }
    }

    private func make(_ item: ItemContent) -> Handle {
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        let star = Handle(gtk_image_new_from_icon_name("starred-symbolic"))
        for name in ["star", "favorite"] { star.setClass(name, true) }
        let text = Handle(gtk_label_new(item.title))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        [star, text].forEach { line.append($0) }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), line.widget)
        for name in ["topic", "caption", "flat", "chip"] { button.setClass(name, true) }
        button.setAccessibleName(SearchText.favorite(item.title))
        button.setTooltip(item.title)
        Signals.connect(button, "clicked") { [weak self] in
            guard let self, let item = self.model.item(for: item.id) else { return }
            self.open(item)
        }
        return button
    }
}
