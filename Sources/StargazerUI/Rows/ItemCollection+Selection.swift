import CStargazer
import GtkBridge
import StargazerCore

/// Actions on all selected rows.
extension ItemCollection {
    /// Connects the actions that need nothing but the list. The window sets those for export and feedback.
    func connect(_ several: SelectionViewModel) {
        actions.on(.toggleSelection) { several.toggleFavorites() }
        actions.on(.starSelection) { several.star() }
        actions.on(.endSelection) { [weak self] in self?.endSelection() }
        actions.on(.copySelectedLinks) { [weak self] in
            several.withLinks { links in
                guard let self, !links.isEmpty else { return }
                let clipboard = gtk_widget_get_clipboard(self.list.widget)
                gdk_clipboard_set_text(clipboard, links.joined(separator: "\n"))
                self.gaveFeedback(SelectionText.linksCopied(links.count))
            }
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
        question = Observe { [weak self] in
            if let question = several.question { self?.ask(question, of: several) }
        }
    }

    /// Whether several rows are selected, so that keys and menus act on all of them.
    var hasSeveralSelected: Bool { several?.isActive == true }

    /// Keeps the rows under the pointer while the list gets another height. GTK would keep the row that was selected last
    /// at its share of the height.
    private func keepScrollPosition() {
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

    /// Whether the focused row would be in sight if the list were scrolled to this place.
    private func isFocusedRowVisible(at place: Double) -> Bool {
        guard let row = layout.focusedRow?.widget else { return true }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(row.widget, layout.scroller.widget, &bounds) != 0 else { return false }
        let adjustment = layout.adjustment
        let top = Double(bounds.origin.y) + gtk_adjustment_get_value(adjustment.cast()) - place
        return top >= 0 && top + Double(bounds.size.height) <= gtk_adjustment_get_page_size(adjustment.cast())
    }

    /// Runs an action if several rows are selected.
    /// - Returns: whether they are.
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

    private func ask(_ question: StarRemovalQuestion, of several: SelectionViewModel) {
        guard let window = gtk_widget_get_root(list.widget) else { return several.answer(false) }
        MessageDialog.present(
            over: Handle(window), StarText.removalHeading(question), StarText.removalBody(question),
            cancel: SelectionText.cancel, accept: RowText.remove
        ) { several.answer($0) }
    }
}

/// A connection that ends itself.
@MainActor private final class LayoutWatch {
    var connection: UInt?
}
