import CStargazer
import GtkBridge

/// The tiles with the numbers of a repository.
@MainActor final class Figures {
    struct Figure: Equatable {
        /// Nil while it is not known.
        var value: String?
        var label: String
    }

    private let box: Handle
    private var tiles: [(tile: Handle, value: Handle, label: Handle)] = []

    init(box: Handle) { self.box = box }

    func show(_ figures: [Figure]) {
        while tiles.count < figures.count { tiles.append(makeTile()) }
        for (tile, figure) in zip(tiles, figures) {
            tile.value.setLabel(figure.value ?? "–")
            tile.label.setLabel(figure.label)
            tile.tile.setAccessibleName("\(figure.label): \(figure.value ?? DetailsText.unknownYet)")
        }
    }

    private var lastPair: Handle? { box.children.last?.children.first }

    private func addPair() -> Handle {
        let pair = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        gtk_box_set_homogeneous(pair.cast(), 1)
        gtk_flow_box_insert(box.opaque, pair.widget, -1)
        if let child = pair.parent { gtk_widget_set_focusable(child.widget, 0) }
        return pair
    }

    private func makeTile() -> (tile: Handle, value: Handle, label: Handle) {
        let tile = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        let value = Handle(gtk_label_new(nil))
        let label = Handle(gtk_label_new(nil))
        tile.setClass("card", true)
        tile.setClass("figure", true)
        value.setClass("title-4", true)
        value.setClass("numeric", true)
        label.setClass("caption", true)
        label.setClass("dim-label", true)
        for text in [value, label] {
            gtk_label_set_xalign(text.opaque, 0)
            gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
            tile.append(text)
        }
        gtk_widget_set_hexpand(tile.widget, 1)
        // Tiles stand in pairs, so that a narrow pane shows two lines of two.
        let pair = tiles.count.isMultiple(of: 2) ? addPair() : lastPair
        pair?.append(tile)
        return (tile, value, label)
    }
}
