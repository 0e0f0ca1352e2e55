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
        /// The page in the browser that has what is counted.
        package var page: String?

        package init(value: String, label: String, relation: RelationKind? = nil, page: String? = nil) {
            (self.value, self.label, self.relation, self.page) = (value, label, relation, page)
        }

        /// What tells that it leads somewhere.
        fileprivate var icon: String? {
            relation != nil ? "go-next-symbolic" : page != nil ? "stargazer-external-link-symbolic" : nil
        }
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let links: DetailLinks
    private let lead: @MainActor (RelationKind) -> Void
    /// Of the pairs that tiles stand in: beside it a tile that stands alone is no wider than the others.
    private var fillers: [Handle] = []
    private var pairs: [Handle] = []
    /// All tiles are equally wide, so that they are columns.
    private let columns = GObjectRef(adopting: Handle(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)))
    private var tiles: [(tile: Handle, value: Handle, label: Handle, icon: String?)] = []
    private var shown: [Figure] = []

    /// - Parameter lead: goes on to the list that a figure counts.
    init(links: DetailLinks, lead: @escaping @MainActor (RelationKind) -> Void) {
        self.links = links
        self.lead = lead
        sgz_wrap_children(root.raw, 6)
    }

    func show(_ figures: [Figure]) {
        shown = figures
        if zip(tiles, figures).contains(where: { $0.icon != $1.icon }) {
            root.removeChildren()
            (tiles, pairs, fillers) = ([], [], [])
        }
        while tiles.count < figures.count { tiles.append(makeTile(icon: figures[tiles.count].icon)) }
        for (tile, figure) in zip(tiles, figures) {
            tile.value.setLabel(figure.value)
            tile.label.setLabel(figure.label)
            tile.tile.setAccessibleName("\(figure.label): \(figure.value)")
            tile.tile.setTooltip(figure.relation == nil ? figure.page : nil)
            tile.tile.setVisible(true)
        }
        for tile in tiles.dropFirst(figures.count) { tile.tile.setVisible(false) }
        for (pair, filler) in fillers.enumerated() { filler.setVisible(figures.count == 2 * pair + 1) }
        for (place, pair) in pairs.enumerated() { pair.setVisible(figures.count > 2 * place) }
    }

    private func follow(_ figure: Figure) {
        if let relation = figure.relation { return lead(relation) }
        if let page = figure.page { Browser.open(page, from: root, failed: links.noBrowser) }
    }

    private func addPair() -> Handle {
        let pair = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        // Where texts are large, one stands under the other.
        sgz_wrap_children(pair.raw, 6)
        gtk_widget_set_hexpand(pair.widget, 1)
        root.append(pair)
        pairs.append(pair)
        return pair
    }

    private func makeTile(icon: String?) -> (tile: Handle, value: Handle, label: Handle, icon: String?) {
        let lines = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        let tile = icon == nil ? lines : Handle(gtk_button_new())
        if let icon {
            let inside = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
            gtk_widget_set_hexpand(lines.widget, 1)
            inside.append(lines)
            inside.append(Handle(gtk_image_new_from_icon_name(icon)))
            gtk_button_set_child(tile.cast(), inside.widget)
            let place = tiles.count
            Signals.connect(tile, "clicked") { [weak self] in
                if let self, self.shown.indices.contains(place) { self.follow(self.shown[place]) }
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
        gtk_size_group_add_widget(columns.cast(), tile.widget)
        if isFirst {
            let filler = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            gtk_widget_set_hexpand(filler.widget, 1)
            gtk_size_group_add_widget(columns.cast(), filler.widget)
            pair?.append(filler)
            fillers.append(filler)
        }
        return (tile, value, label, icon)
    }
}
