import CStargazer
import GtkBridge
package import StargazerCore

/// Tiles with the numbers of an item; one that leads to a list is a button.
@MainActor package final class Figures {
    package struct Figure: Equatable, Sendable {
        package var value: String
        package var label: String
        /// The list of what is counted; of no matter where the item does not lead to it.
        package var relation: RelationKind?

        package init(value: String, label: String, relation: RelationKind? = nil) {
            (self.value, self.label, self.relation) = (value, label, relation)
        }
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let lead: @MainActor (RelationKind) -> Void
    /// Of the pairs that tiles stand in: beside it a tile that stands alone is no wider than the others.
    private var fillers: [Handle] = []
    private var pairs: [Handle] = []
    /// All pairs are equally wide, so that they are columns where several share a line.
    private let columns = GObjectRef(adopting: Handle(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)))
    private var tiles: [(tile: Handle, value: Handle, label: Handle, isButton: Bool)] = []
    private var shown: [Figure] = []

    /// - Parameter lead: goes on to the list that a figure counts.
    init(lead: @escaping @MainActor (RelationKind) -> Void) {
        self.lead = lead
        sgz_wrap_children(root.raw, 6)
    }

    func show(_ figures: [Figure]) {
        shown = figures
        if zip(tiles, figures).contains(where: { $0.isButton != ($1.relation != nil) }) {
            root.removeChildren()
            (tiles, pairs, fillers) = ([], [], [])
        }
        while tiles.count < figures.count { tiles.append(makeTile(isButton: figures[tiles.count].relation != nil)) }
        for (tile, figure) in zip(tiles, figures) {
            tile.value.setLabel(figure.value)
            tile.label.setLabel(figure.label)
            tile.tile.setAccessibleName("\(figure.label): \(figure.value)")
            tile.tile.setVisible(true)
        }
        for tile in tiles.dropFirst(figures.count) { tile.tile.setVisible(false) }
        for (pair, filler) in fillers.enumerated() { filler.setVisible(figures.count == 2 * pair + 1) }
        for (place, pair) in pairs.enumerated() { pair.setVisible(figures.count > 2 * place) }
    }

    private func addPair() -> Handle {
        let pair = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        gtk_box_set_homogeneous(pair.cast(), 1)
        gtk_widget_set_hexpand(pair.widget, 1)
        gtk_size_group_add_widget(columns.cast(), pair.widget)
        root.append(pair)
        pairs.append(pair)
        return pair
    }

    private func makeTile(isButton: Bool) -> (tile: Handle, value: Handle, label: Handle, isButton: Bool) {
        let lines = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        let tile = isButton ? Handle(gtk_button_new()) : lines
        if isButton {
            let inside = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
            gtk_widget_set_hexpand(lines.widget, 1)
            inside.append(lines)
            inside.append(Handle(gtk_image_new_from_icon_name("go-next-symbolic")))
            gtk_button_set_child(tile.cast(), inside.widget)
            let place = tiles.count
            Signals.connect(tile, "clicked") { [weak self] in
                if let self, self.shown.indices.contains(place) { self.shown[place].relation.map(self.lead) }
            }
        }
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
            lines.append(text)
        }
        gtk_widget_set_hexpand(tile.widget, 1)
        // Tiles stand in pairs, so that a narrow pane shows two lines of two.
        let isFirst = tiles.count.isMultiple(of: 2)
        let pair = isFirst ? addPair() : pairs.last
        pair?.append(tile)
        if isFirst {
            fillers.append(Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)))
            fillers.last.map { pair?.append($0) }
        }
        return (tile, value, label, isButton)
    }
}
