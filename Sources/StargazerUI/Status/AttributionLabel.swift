import CStargazer
import GtkBridge
import StargazerCore

/// What a service asks to be said wherever something of it shows, below all else.
@MainActor final class AttributionLabel {
    let root = Handle(gtk_label_new(nil))

    init() {
        gtk_label_set_wrap(root.opaque, 1)
        gtk_label_set_justify(root.opaque, GTK_JUSTIFY_CENTER)
        for name in ["caption", "dim-label", "foot-note"] { root.setClass(name, true) }
        root.setVisible(false)
    }

    /// - Parameter catalogs: those of which something shows.
    func show(_ catalogs: [CatalogKind]) {
        let words = catalogs.compactMap { CatalogPresentations.registered[$0].attribution }.joined(separator: "\n")
        root.setLabel(words)
        root.setVisible(!words.isEmpty)
    }
}
