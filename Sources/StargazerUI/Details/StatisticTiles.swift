import CStargazer
import GtkBridge
package import StargazerCore

/// Tiles with the statistics of an item. A tile that leads to a list or a web page is a button.
@MainActor package final class StatisticTiles {
    package struct Statistic: Equatable, Sendable {
        package var value: String
        package var label: String
        /// The list of what is counted; ignored where the item does not lead to it.
        package var relation: RelationKind?
        /// The web page of what is counted.
        package var page: String?

        package init(value: String, label: String, relation: RelationKind? = nil, page: String? = nil) {
            (self.value, self.label, self.relation, self.page) = (value, label, relation, page)
        }

        /// The icon of a tile that leads somewhere.
        fileprivate var icon: String? {
            relation != nil ? "go-next-symbolic" : page != nil ? "stargazer-external-link-symbolic" : nil
        }
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let links: LinkHandlers
    private let openRelation: @MainActor (RelationKind) -> Void
    /// Empty widgets next to a tile without a partner, so that it is no wider than the other tiles.
    private var fillers: [Handle] = []
    private var pairs: [Handle] = []
    /// Makes all tiles equally wide, so that they form columns.
    private let columns = GObjectRef(adopting: Handle(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)))
    private var tiles: [(tile: Handle, value: Handle, label: Handle, icon: String?)] = []
    private var shown: [Statistic] = []

    /// - Parameter openRelation: opens the list that a statistic counts.
    init(links: LinkHandlers, openRelation: @escaping @MainActor (RelationKind) -> Void) {
        self.links = links
        self.openRelation = openRelation
        sgz_wrap_layout_apply(root.raw, 6)
    }

    func show(_ statistics: [Statistic]) {
        shown = statistics
        if zip(tiles, statistics).contains(where: { $0.icon != $1.icon }) {
            root.removeChildren()
            (tiles, pairs, fillers) = ([], [], [])
        }
        while tiles.count < statistics.count { tiles.append(makeTile(icon: statistics[tiles.count].icon)) }
        for (tile, statistic) in zip(tiles, statistics) {
            tile.value.setLabel(statistic.value)
            tile.label.setLabel(statistic.label)
            tile.tile.setAccessibleName("\(statistic.label): \(statistic.value)")
            tile.tile.setTooltip(statistic.relation == nil ? statistic.page : nil)
            tile.tile.setVisible(true)
        }
        for tile in tiles.dropFirst(statistics.count) { tile.tile.setVisible(false) }
        for (pair, filler) in fillers.enumerated() { filler.setVisible(statistics.count == 2 * pair + 1) }
        for (place, pair) in pairs.enumerated() { pair.setVisible(statistics.count > 2 * place) }
    }

    private func activate(_ statistic: Statistic) {
        if let relation = statistic.relation { return openRelation(relation) }
        if let page = statistic.page { Browser.open(page, from: root, failed: links.noBrowser) }
    }

    private func addPair() -> Handle {
        let pair = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        // With large text, the tiles of a pair wrap below each other.
        sgz_wrap_layout_apply(pair.raw, 6)
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
                if let self, self.shown.indices.contains(place) { self.activate(self.shown[place]) }
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
        // Tiles are in pairs, so that a narrow pane shows two rows of two.
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
