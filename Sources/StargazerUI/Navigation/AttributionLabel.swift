import CStargazer
import GtkBridge
import StargazerCore

/// The text that a service's terms require next to its content, at the bottom of a page.
@MainActor final class AttributionLabel {
    let root = Handle(gtk_label_new(nil))

    init() {
        gtk_label_set_wrap(root.opaque, 1)
        gtk_label_set_justify(root.opaque, GTK_JUSTIFY_CENTER)
        for name in ["caption", "dim-label", "foot-note"] { root.setClass(name, true) }
        root.setVisible(false)
    }

    /// - Parameter item: one of the visible items, which come from one service; nil for none.
    func show(_ item: ItemID?) {
        let words = item.flatMap { CatalogPresentations.registered[$0].attribution } ?? ""
        root.setLabel(words)
        root.setVisible(!words.isEmpty)
    }
}
