import CStargazer
import GtkBridge
import StargazerCore

/// The line of the details about an item that its server no longer has: removes it from the favorites, and searches its
/// catalog for its name.
@MainActor final class GoneNotice {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let label = Handle(gtk_label_new(nil))
    private let remove = Handle(gtk_button_new_with_label(RowText.remove))
    private let search = Handle(gtk_button_new_with_label(DetailsText.searchForName))
    private var name = ""

    init(remove removeItem: @escaping @MainActor () -> Void) {
        for style in ["card", "notice"] { root.setClass(style, true) }
        sgz_wrap_layout_apply(root.raw, 12)
        Banner.wrap(label)
        let buttons = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        [remove, search].forEach { buttons.append($0) }
        gtk_widget_set_valign(buttons.widget, GTK_ALIGN_CENTER)
        [label, buttons].forEach { root.append($0) }
        Signals.connect(remove, "clicked", removeItem)
        Signals.connect(search, "clicked") { [weak self] in
            if let self { Actions.activate("win.search-for", name, from: root) }
        }
    }

    func show(_ item: ItemContent) {
        name = item.name
        label.setLabel(CatalogPresentations.registered[item.id].gone.statement)
        remove.setVisible(item.isFavorite)
        gtk_widget_set_tooltip_text(
            remove.widget, RowText.starTooltip(isFavorite: true, isSignedIn: item.isStarredOnServer != nil))
        root.setVisible(true)
    }
}
