import CStargazer
import GtkBridge

/// A place in a list to return to.
struct ListPlace {
    /// The first item on the screen, and its distance from the top edge.
    let first: ListEntry.ID
    let top: Double
    /// The distance scrolled.
    let value: Double
    let selected: ListSelection.Snapshot
}

extension ItemCollection {
    /// Keeps the rows under the pointer while the list gets another height. GTK would keep the row that was selected last
    /// at its share of the height.
    func keepScrollPosition() {
        guard let native = gtk_widget_get_native(list.widget), let surface = gtk_native_get_surface(native) else {
            return
        }
        let place = gtk_adjustment_get_value(layout.adjustment.cast())
        let watch = LayoutWatch()
        // After the list has been laid out. GDK lays out once more before it paints.
        watch.connection = Signals.connect(Handle(surface), "layout") { [weak self] (_: Int32, _: Int32) in
            watch.connection.map { Signals.disconnect(Handle(surface), $0) }
            watch.connection = nil
            guard let self, self.isFocusedRowVisible(at: place) else { return }
            gtk_adjustment_set_value(self.layout.adjustment.cast(), place)
        }
    }

    /// Where the list is now; nil without rows on the screen.
    var place: ListPlace? {
        let page = gtk_adjustment_get_page_size(layout.adjustment.cast())
        for widget in list.children {
            guard CollectionLayout.row(in: widget)?.itemID != nil, let position = positions.position(of: widget),
                let (top, height) = extent(of: widget), top + height > 0, top < page
            else { continue }
            return ListPlace(
                first: store.ids[Int(position)], top: top,
                value: gtk_adjustment_get_value(layout.adjustment.cast()), selected: selection.snapshot)
        }
        return nil
    }

    /// Scrolls back to a place and selects its rows, or to the row selected since. Call it once the rows show again.
    func goBack(to place: ListPlace) {
        showAllRows()
        if selection.count == 0, !place.selected.ids.isEmpty {
            selection.restore(place.selected)
            extendFromLead()
        }
        guard selection.snapshot.lead == place.selected.lead else {
            return afterPaint { list in list.selection.lead.map(list.layout.scroll) }
        }
        guard store.position(of: place.first) != nil else { return }
        // New rows have no place before they are laid out, and the list only estimates where those off the screen are.
        afterPaint { list in
            gtk_adjustment_set_value(list.layout.adjustment.cast(), place.value)
            list.align(place, attempts: Self.alignments)
        }
    }

    /// How often a place is looked for: rows get their height when they are on the screen.
    private static var alignments: Int { 3 }

    private func align(_ place: ListPlace, attempts: Int) {
        guard attempts > 0 else { return }
        afterPaint { list in
            let position = list.store.position(of: place.first)
            guard let row = list.list.children.first(where: { list.positions.position(of: $0) == position }),
                let (top, _) = list.extent(of: row)
            else { return }
            let distance = (top - place.top).rounded()
            if distance != 0 {
                let adjustment = list.layout.adjustment
                gtk_adjustment_set_value(adjustment.cast(), gtk_adjustment_get_value(adjustment.cast()) + distance)
            }
            list.align(place, attempts: attempts - 1)
        }
    }

    private func afterPaint(_ run: @escaping @MainActor (ItemCollection) -> Void) {
        AfterPaint.run(on: list) { [weak self] in self.map(run) }
        gtk_widget_queue_draw(list.widget)
    }

    /// The distance of a row from the top edge of the screen, and its height.
    private func extent(of row: Handle) -> (top: Double, height: Double)? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(row.widget, layout.scroller.widget, &bounds) != 0 else { return nil }
        return (Double(bounds.origin.y), Double(bounds.size.height))
    }

    /// Whether the focused row would be in sight if the list were scrolled to this place.
    private func isFocusedRowVisible(at place: Double) -> Bool {
        guard let row = layout.focusedRow?.widget else { return true }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(row.widget, layout.scroller.widget, &bounds) != 0 else { return false }
        let adjustment = layout.adjustment
        let top = Double(bounds.origin.y) + gtk_adjustment_get_value(adjustment.cast()) - place
        return top >= 0 && top + Double(bounds.size.height) <= gtk_adjustment_get_page_size(adjustment.cast())
    }

    /// Keeps the selected row out of the foot of the list, which a message covers.
    /// - Parameter height: of that part; 0 when there is no message any more.
    func leaveFree(_ height: Double) {
        coveredHeight = height
        guard height > 0 else { return gtk_widget_set_margin_bottom(layout.scroller.widget, 0) }
        AfterPaint.run(on: list) { [weak self] in self?.uncoverSelection() }
        gtk_widget_queue_draw(list.widget)
    }

    private func uncoverSelection() {
        guard selection.count == 1, let id = selectedID, let row = layout.widget(of: id) else { return }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(row.widget, layout.scroller.widget, &bounds) != 0 else { return }
        let margin = gtk_widget_get_margin_bottom(layout.scroller.widget)
        let free = Double(gtk_widget_get_height(layout.scroller.widget) + margin) - coveredHeight
        let overlap = Double(bounds.origin.y + bounds.size.height) - free
        guard overlap > 0, overlap < coveredHeight + Double(bounds.size.height) else { return }
        // The last row has nothing below it to scroll to.
        if layout.remainingScroll.map({ $0.below < overlap }) == true {
            gtk_widget_set_margin_bottom(layout.scroller.widget, Int32(coveredHeight))
        }
        AfterPaint.run(on: list) { [adjustment = layout.adjustment] in
            gtk_adjustment_set_value(adjustment.cast(), gtk_adjustment_get_value(adjustment.cast()) + overlap)
        }
        gtk_widget_queue_draw(list.widget)
    }
}

/// A connection that ends itself.
@MainActor private final class LayoutWatch {
    var connection: UInt?
}
