import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

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

/// Selecting single rows, and rows that come later.
extension ItemCollection {
    /// Runs a closure that may move the focus into the list, without changing the selection.
    func keepingSelection(_ move: () -> Void) {
        selection.preserving(move)
    }

    func clearSelection() { selection.clear() }

    /// Selects the item alone, so that the keyboard continues from there.
    func select(_ id: ItemID) {
        showAllRows()
        guard let position = positions.position(of: id) else { return }
        if selectedID == id, selection.count == 1 {
            // The selection stays the same, but the window may show another item by now.
            selectionChanged(id)
        } else {
            selectRow(at: position)
        }
    }

    /// Selects the row of an item that is selected already, after the rows were replaced.
    func showSelection(_ id: ItemID) {
        selection.withoutNotifying { positions.position(of: id).map { selectRow(at: $0) } }
    }

    /// Lets Shift extend the selection from the lead row. GTK knows that row only from actions, not where it moves.
    func extendFromLead() {
        guard let lead = selection.lead else { return }
        selection.withoutNotifying {
            if selection.count == 1 { return selectRow(at: lead) }
            for _ in 1...2 { selectRow(at: lead, toggles: true) }
        }
    }

    /// Selects as GTK does for keys, so that Shift extends the selection from there.
    func selectRow(at position: UInt32, toggles: Bool = false, extends: Bool = false) {
        var parts: [OpaquePointer?] = [
            g_variant_new_uint32(position), g_variant_new_boolean(toggles ? 1 : 0),
            g_variant_new_boolean(extends ? 1 : 0),
        ]
        gtk_widget_activate_action_variant(list.widget, "list.select-item", g_variant_new_tuple(&parts, 3))
    }

    /// Selects the item before or after the lead row; returns nil at the end of the list.
    func selectNeighbor(_ step: Int) -> ItemID? {
        guard let lead = selection.lead else { return nil }
        let next = Int(lead) + step
        if next + DeferredRows.firstCount > store.ids.count { didApproachEnd() }
        guard store.ids.indices.contains(next), store.ids[next].isItem else { return nil }
        selectRow(at: UInt32(next))
        return selectedID
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
}
