import CStargazer
import GtkBridge
import StargazerCore

/// A place in a list to return to.
struct ListPlace {
    /// The first item on the screen, and its distance from the top edge.
    let first: ListEntry.ID
    let top: Double
    /// The distance scrolled.
    let value: Double
    let selected: ListSelection.Snapshot
}

/// Actions on all selected rows.
extension ItemCollection {
    /// Connects the actions that need nothing but the list. The window sets those for export and feedback.
    func connect(_ several: SelectionViewModel) {
        actions.on(.toggleSelection) { several.toggleFavorites() }
        actions.on(.starSelection) { several.star() }
        actions.on(.endSelection) { [weak self] in self?.endSelection() }
        actions.on(.copySelectedLinks) { [weak self] in
            several.withLinks { links in
                if !links.isEmpty {
                    self?.copy(links.joined(separator: "\n"), saying: SelectionText.linksCopied(links.count))
                }
            }
        }
        actions.on(.copySelectedTable) { [weak self] in
            several.withTable(SelectionText.columns) { self?.copy($0, saying: SelectionText.tableCopied($1)) }
        }
        actions.on(.openSelection) { [weak self] in
            several.withPages { self?.open($0) }
        }
        actions.on(.exportSelection) { [weak self] in
            several.withFavorites { self?.exportRequested($0) }
        }
        actions.on(.saveSelection) { [weak self] in
            several.withPictures { pictures in
                guard let self else { return }
                if pictures.isEmpty { return self.gaveFeedback(SelectionText.noPictures) }
                self.picturesRequested(pictures)
            }
        }
        actions.on(.tagSelection) { [weak self] in
            several.withTaggable { self?.tagsRequested($0, $1) }
        }
        let bar = SelectionBar(several)
        bar.willResizeList = { [weak self] in self?.keepScrollPosition() }
        root.append(bar.root)
        WidgetController.attach(bar, to: bar.root)
        // Its menu closes first.
        Keys.watch(bar.root, beforeChildren: false) { [weak self] press in
            guard press.isKey(GDK_KEY_Escape) else { return false }
            self?.endSelection()
            return true
        }
        confirmation = Observe { [weak self] in
            if let confirmation = several.confirmation { self?.ask(confirmation, of: several) }
        }
    }

    private func copy(_ text: String, saying feedback: String) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(list.widget), text)
        gaveFeedback(feedback)
    }

    /// Whether several rows are selected, so that keys and menus act on all of them.
    var hasSeveralSelected: Bool { several?.isActive == true }

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

    /// Runs an action if several rows are selected, and returns whether they are.
    func runOnSelection(_ action: ItemActions.ListAction) -> Bool {
        guard hasSeveralSelected else { return false }
        ItemActions.run(action, from: root)
        return true
    }

    /// Selects only the lead row, as a click on it does: Shift then extends the selection from there.
    func reduceToLead() {
        if let lead = selection.lead { selectRow(at: lead) }
    }

    /// Selects only the lead row, and moves the focus to it.
    func endSelection() {
        reduceToLead()
        focusSelectedRow()
    }

    /// Opens pages in the browser; many only after a question.
    private func open(_ pages: SelectedPages) {
        switch pages {
        case .few(let links): openInBrowser(links)
        case .many(let links, let count):
            guard let window = gtk_widget_get_root(list.widget) else { return }
            MessageDialog.propose(
                over: Handle(window), SelectionText.openHeading(count), SelectionText.openBody,
                cancel: SelectionText.cancel, accept: SelectionText.open
            ) { [weak self] in
                if $0 { self?.openInBrowser(links) }
            }
        case .tooMany(let limit): gaveFeedback(SelectionText.tooManyPages(limit: limit))
        }
    }

    private func openInBrowser(_ links: [String]) {
        Browser.open(links, from: root) { [weak self] in self?.gaveFeedback(AppText.noBrowserForLinks) }
    }

    private func ask(_ confirmation: StarRemovalConfirmation, of several: SelectionViewModel) {
        guard let window = gtk_widget_get_root(list.widget) else { return several.respond(false) }
        MessageDialog.present(
            over: Handle(window), StarText.removalHeading(confirmation), StarText.removalBody(confirmation),
            cancel: SelectionText.cancel, accept: RowText.remove
        ) { several.respond($0) }
    }
}

/// A connection that ends itself.
@MainActor private final class LayoutWatch {
    var connection: UInt?
}

/// Keys that GTK's lists do not handle, or handle differently.
extension ItemCollection {
    /// Handles a key in the list. Tab moves into the list, to the controls of the row, and out again. Without this, GTK
    /// moves from star button to star button.
    func handleKey(_ press: KeyPress) -> Bool {
        guard let focused = layout.focusedRow else { return false }
        if press.isKey(GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab), !press.hasCommandModifier {
            let isBack = press.hasShift || press.isKey(GDK_KEY_ISO_Left_Tab)
            let controls = focused.row.controls
            // The row itself is at -1, before its first control.
            let place = focused.isRowItself ? -1 : controls.firstIndex(where: \.hasFocusInside) ?? controls.count
            let next = place + (isBack ? -1 : 1)
            if next == -1 {
                focused.widget.grabFocus()
            } else if !controls.indices.contains(next) || !controls[next].grabFocus() {
                Focus.leave(list, forward: !isBack)
            }
            return true
        }
        if handleSelectionKey(press, in: focused.row) || skipHeadings(press, from: focused.widget) { return true }
        if press.isKey(GDK_KEY_space, GDK_KEY_KP_Space), press.modifiers & 0xF == 0, focused.isRowItself {
            // GTK would deselect the row.
            if let position = positions.position(of: focused.widget) { activate(position) }
            return true
        }
        if press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up), press.modifiers & 0xF == 0,
            positions.position(of: focused.widget).map({ layout.isOnFirstLine(Int($0) - firstItem) }) == true
        {
            movedAboveFirstRow()
            return true
        }
        if press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), press.modifiers & 0xF == 0, let gridFooter = gridFooter?.control,
            positions.position(of: focused.widget).map({ layout.isOnLastLine(Int($0), of: store.ids.count) }) == true
        {
            return gridFooter.grabFocus()
        }
        if press.isKey(GDK_KEY_Menu) || (press.isKey(GDK_KEY_F10) && press.hasShift), let id = focused.row.itemID {
            showMenu(for: id)
            return true
        }
        return false
    }

    private var firstItem: Int { store.ids.firstIndex(where: \.isItem) ?? 0 }

    private func handleSelectionKey(_ press: KeyPress, in row: ItemRow) -> Bool {
        if press.isKey(GDK_KEY_a, GDK_KEY_A), press.hasCommandModifier {
            // GTK selects what it has.
            showAllRows()
        } else if press.isKey(GDK_KEY_Escape), hasSeveralSelected {
            endSelection()
            return true
        } else if press.isKey(GDK_KEY_Delete, GDK_KEY_KP_Delete), press.modifiers & 0xF == 0,
            several?.isFavorites == true
        {
            if !runOnSelection(.toggleSelection), let id = row.itemID {
                ItemActions.run(.toggleFavorite, id, from: root)
            }
            return true
        }
        return false
    }

    /// Moves over headings, which cannot have the focus: GTK would stop before them.
    private func skipHeadings(_ press: KeyPress, from widget: Handle) -> Bool {
        guard layout.shape == .rows, firstItem > 0, let position = positions.position(of: widget).map(Int.init) else {
            return false
        }
        let last = store.ids.count - 1
        let (next, isBack): (Int, Bool)
        switch press.value {
        case UInt32(GDK_KEY_Up), UInt32(GDK_KEY_KP_Up): (next, isBack) = (position - 1, true)
        case UInt32(GDK_KEY_Down), UInt32(GDK_KEY_KP_Down): (next, isBack) = (position + 1, false)
        case UInt32(GDK_KEY_Home), UInt32(GDK_KEY_KP_Home): (next, isBack) = (0, true)
        case UInt32(GDK_KEY_Page_Up), UInt32(GDK_KEY_KP_Page_Up):
            (next, isBack) = (max(0, position - layout.page), true)
        case UInt32(GDK_KEY_Page_Down), UInt32(GDK_KEY_KP_Page_Down):
            (next, isBack) = (min(last, position + layout.page), false)
        default: return false
        }
        guard (0...last).contains(next), case .heading = store.ids[next] else { return false }
        let before = isBack ? store.ids[..<next].lastIndex(where: \.isItem).map { UInt32($0) } : nil
        guard let target = before ?? positions.item(near: next), target != UInt32(position) else { return false }
        let isControl = press.modifiers & GDK_CONTROL_MASK.rawValue != 0
        if press.hasShift || !isControl { selectRow(at: target, toggles: isControl, extends: press.hasShift) }
        focusRow(at: target)
        return true
    }

    /// Selects these rows, now or as soon as the list has all of them.
    /// - Parameter waits: false to do nothing if it does not have them now.
    func select(_ ids: [ListEntry.ID], waits: Bool) {
        pendingSelection = Set(ids)
        selectPending()
        if !waits { pendingSelection = [] }
    }

    func selectPending() {
        guard !pendingSelection.isEmpty else { return }
        let found = pendingSelection.compactMap { store.position(of: $0) }.sorted()
        guard found.count == pendingSelection.count, let first = found.first else { return }
        pendingSelection = []
        if found.count == 1, first == selection.lead, selection.count == 1 { return }
        if found.count == 1 { selectRow(at: first) } else { selection.replace(with: found) }
        // New rows have no place before they are laid out.
        AfterPaint.run(on: list) { [weak self] in
            guard let self else { return }
            if hasFocus { focusRow(at: first) } else { layout.scroll(to: first) }
            leaveFree(coveredHeight)
        }
        gtk_widget_queue_draw(list.widget)
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

    /// Moves the focus from the footer back to the cells.
    func handleFooterKey(_ press: KeyPress) -> Bool {
        let isBack = press.isKey(GDK_KEY_ISO_Left_Tab) || (press.isKey(GDK_KEY_Tab) && press.hasShift)
        guard isBack || press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up), !press.hasCommandModifier else { return false }
        return focusSelectedRow() != nil
    }
}
