import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The list of sources, in sections. The selected row is the source that the list shows.
@MainActor final class Sidebar {
    let root: Handle
    /// Called when the user selects a row with keys; the focus stays in the sidebar.
    var selected: (ListSource) -> Void = { _ in }
    /// Called when the user clicks a row; the focus stays in the sidebar, so that Delete and F2 mean the row.
    var clicked: (ListSource) -> Void = { _ in }
    /// Called when the user presses Enter or Space on a row, to go to its list.
    var activated: (ListSource) -> Void = { _ in }
    /// Called when rows of favorites are dropped on a tag. Returns false when none are being dragged.
    var dropped: (Tag) -> Bool = { _ in false }
    private let list = Handle(gtk_list_box_new())
    private let model: WindowModel
    /// Everything in the list, in order.
    private var entries: [Entry] = []
    /// The headings, by the entries below them.
    private var headings: [Entry: String] = [:]
    /// The sources in the list, in order.
    private var rows: [SidebarRow] = []
    private let savedSearchMenu: SavedSearchContextMenu
    private let refreshRow: RefreshRow
    private let tagMenu: TagContextMenu
    /// The row that shows all tags, or fewer again.
    private let moreTags = TagActionRow()
    /// The row that leads to the tags beyond the most that are listed.
    private let findTags = TagActionRow()
    private var showsAllTags = false
    private var observations: [Observe] = []
    private var isPainting = false

    private enum Entry: Hashable {
        case source(ListSource)
        /// A tag keeps its row when it gets another name.
        case tag(TagID)
        case findTags, moreTags, refresh

        init(_ content: SourceList.Row) { self = content.tag.map { .tag($0.id) } ?? .source(content.source) }
    }

    init(model: WindowModel) {
        self.model = model
        tagMenu = TagContextMenu(model.app.tags)
        savedSearchMenu = SavedSearchContextMenu(model)
        refreshRow = RefreshRow(model.app.savedSearchRefresher)
        root = Handle(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(root.opaque, list.widget)
        gtk_widget_set_vexpand(root.widget, 1)
        list.setClass("navigation-sidebar", true)
        for part in [root, list] { part.setAccessibleName(SidebarText.sources) }
        list.setHeadings { [weak self] row in
            self?.rows.first { $0.root == row }.flatMap { self?.headings[Entry($0.content)] }
        }
        Signals.connect(list, "row-selected") { [weak self] (row: Handle?) in
            guard let self, let row, !self.isPainting else { return }
            self.source(at: row).map(self.selected)
        }
        Signals.connect(list, "row-activated") { [weak self] (row: Handle?) in
            if let self, let row { self.click(row) }
        }
        countLostClicks()
        Keys.watch(list, beforeChildren: true) { [weak self] press in
            guard let self else { return false }
            return self.showMenu(press) || self.change(press) || self.activate(press) || self.findRow(press)
        }
        tagMenu.closed = { [weak self] in
            guard let self, gtk_widget_get_mapped(self.list.widget) != 0 else { return }
            let row = self.rows.first { $0.content.tag != nil && $0.content.tag?.id == self.tagMenu.tag?.id }
            if row?.root.grabFocus() != true { self.focus() }
        }
        observations = [
            // The library outlives the window.
            Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paint() } },
            Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paintSelection() } },
            Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.refreshRow.paint() } },
        ]
    }

    /// Enter and Space do not come here.
    private func click(_ row: Handle) {
        if row == refreshRow.root { return refreshRow.activate() }
        if row == moreTags.root { return toggleTags() }
        if row == findTags.root { return Actions.activate("win.go-to", from: root) }
        source(at: row).map(clicked)
    }

    /// GTK's list gives up two kinds of clicks, which then count here. One takes longer than a double click, as with a slow
    /// hand. The other is short while the window is laid out: GTK then makes up a motion, with the buttons as they are by
    /// now, and drops a press whose release has not arrived yet.
    private func countLostClicks() {
        let click = Handle(gtk_gesture_click_new())
        var (pressed, pressedY): (Handle?, Double) = (nil, 0)
        var wasGivenUp = false
        Signals.connect(click, "pressed") { [weak self] (_: Int32, _: Double, y: Double) in
            (pressed, pressedY, wasGivenUp) = (self?.row(at: y), y, false)
        }
        Signals.connect(click, "stopped") { wasGivenUp = true }
        Signals.connect(click, "released") { [weak self] (_: Int32, _: Double, y: Double) in
            if wasGivenUp, let row = pressed, row == self?.row(at: y) { self?.choose(row) }
            pressed = nil
        }
        Signals.connect(click, "cancel") { [weak self] (_: Handle?) in
            guard let event = gtk_event_controller_get_current_event(click.opaque) else { return }
            let isReleased = gdk_event_get_modifier_state(event).rawValue & GDK_BUTTON1_MASK.rawValue == 0
            let isMotion = gdk_event_get_event_type(event) == GDK_MOTION_NOTIFY
            // The row may have been removed meanwhile.
            if isReleased, isMotion, let row = pressed, row == self?.row(at: pressedY) { self?.choose(row) }
            pressed = nil
        }
        gtk_widget_add_controller(list.widget, click.opaque)
    }

    private func choose(_ row: Handle) {
        gtk_list_box_select_row(list.opaque, row.cast())
        click(row)
    }

    private func row(at y: Double) -> Handle? { gtk_list_box_get_row_at_y(list.opaque, gint(y)).map { Handle($0) } }

    /// Focuses the row of the current source.
    func focus() {
        let row = gtk_list_box_get_selected_row(list.opaque).map { Handle($0) } ?? rows.first?.root
        row?.grabFocus()
    }

    /// Focuses the row of a source whose tag may have a new name now, or the row in its place if it is gone.
    private func focusRow(of before: SourceList.Row, orAt index: Int) {
        let row = rows.first {
            $0.content.source == before.source || before.tag != nil && $0.content.tag?.id == before.tag?.id
        }
        (row ?? rows.last.map { rows.indices.contains(index) ? rows[index] : $0 })?.root.grabFocus()
    }

    /// Runs a closure that moves the focus with Tab. The list is one stop: GTK 4.8 would stop at each row, and select it.
    func asOneStop(_ move: () -> Void) {
        let current = gtk_list_box_get_selected_row(list.opaque).map { Handle($0) } ?? rows.first?.root
        let others = (rows.map(\.root) + [refreshRow.root, findTags.root, moreTags.root]).filter { $0 != current }
        others.forEach { gtk_widget_set_focusable($0.widget, 0) }
        move()
        others.forEach { gtk_widget_set_focusable($0.widget, 1) }
    }

    private func source(at row: Handle) -> ListSource? { rows.first { $0.root == row }?.content.source }

    private func paint() {
        let tags = model.sources.tags(showingAll: showsAllTags, current: model.source)
        let sections = [
            (SidebarText.search, model.sources.searches), (SidebarText.favorites, model.sources.favorites),
            (TagsText.heading, tags.rows), (SavedSearchText.title, model.sources.savedSearches),
        ].filter { !$0.1.isEmpty }
        var entries: [Entry] = []
        headings = [:]
        for (heading, contents) in sections {
            headings[Entry(contents[0])] = heading
            entries += contents.map(Entry.init)
            guard heading == TagsText.heading else { continue }
            if showsAllTags, tags.hidden > 0 { entries.append(.findTags) }
            if showsAllTags || tags.hidden > 0 { entries.append(.moreTags) }
        }
        if !model.sources.savedSearches.isEmpty { entries.append(.refresh) }
        let contents = sections.flatMap(\.1)
        if entries != self.entries { show(entries, contents) }
        for (row, content) in zip(rows, contents) { row.show(content) }
        findTags.show(TagsText.findMore(tags.hidden))
        moreTags.show(showsAllTags ? TagsText.showFewer : TagsText.showAll)
        refreshRow.root.setVisible(model.app.savedSearchRefresher.canRefresh)
    }

    /// Inserts and removes the rows that come and go. The others stay: one may be pressed at the moment.
    private func show(_ entries: [Entry], _ contents: [SourceList.Row]) {
        isPainting = true
        let focused = rows.firstIndex { $0.root.hasFocusInside }
        let (before, hadFocus) = (focused.map { rows[$0].content }, list.hasFocusInside)
        let contents = Dictionary(contents.map { (Entry($0), $0) }) { first, _ in first }
        var known = Dictionary(rows.map { (Entry($0.content), $0) }) { first, _ in first }
        for change in entries.difference(from: self.entries) {
            switch change {
            case .remove(let index, let entry, _):
                if let row = gtk_list_box_get_row_at_index(list.opaque, gint(index)) {
                    gtk_list_box_remove(list.opaque, Handle(row).widget)
                }
                known[entry] = nil
            case .insert(let index, let entry, _):
                known[entry] = contents[entry].map(makeRow)
                guard let root = known[entry]?.root ?? root(of: entry) else { continue }
                gtk_list_box_insert(list.opaque, root.widget, gint(index))
            }
        }
        self.entries = entries
        rows = entries.compactMap { known[$0] }
        list.updateHeadings(rows.map(\.root))
        isPainting = false
        paintSelection()
        guard hadFocus, !list.hasFocusInside else { return }
        if let before, let focused { focusRow(of: before, orAt: focused) } else { focus() }
    }

    private func makeRow(_ content: SourceList.Row) -> SidebarRow {
        let row = SidebarRow(content)
        if case .savedSearch(let id) = content.source { savedSearchMenu.watch(row.root, id) }
        if content.tag != nil { connectTag(row) }
        return row
    }

    /// Returns the row of an entry that is no source.
    private func root(of entry: Entry) -> Handle? {
        switch entry {
        case .findTags: findTags.root
        case .moreTags: moreTags.root
        case .refresh: refreshRow.root
        case .source, .tag: nil
        }
    }

    /// Opens the menu of the focused row, if it has one.
    private func showMenu(_ press: KeyPress) -> Bool {
        let isMenuKey = press.isKey(GDK_KEY_Menu) || press.isKey(GDK_KEY_F10) && press.hasShift
        guard isMenuKey, let row = rows.first(where: { $0.root.hasFocusInside }) else { return false }
        if case .savedSearch(let id) = row.content.source {
            savedSearchMenu.popUp(over: row.root, id)
        } else if let tag = row.content.tag {
            tagMenu.popUp(over: row.root, for: tag)
        } else {
            return false
        }
        return true
    }

    /// F2 renames the saved search or tag of the focused row, Delete deletes it.
    private func change(_ press: KeyPress) -> Bool {
        let (renames, deletes) = (press.isKey(GDK_KEY_F2), press.isKey(GDK_KEY_Delete, GDK_KEY_KP_Delete))
        guard renames || deletes, !press.hasCommandModifier, !press.hasShift,
            let row = rows.first(where: { $0.root.hasFocusInside })
        else { return false }
        if case .savedSearch(let id) = row.content.source {
            Actions.activate("win.\(renames ? "rename" : "delete")-saved-search", String(id.rawValue), from: root)
        } else if let tag = row.content.tag {
            if deletes {
                model.app.tags.delete(tag.id)
            } else if let window = gtk_widget_get_root(root.widget) {
                TagDialogs.rename(tag, in: model.app.tags, over: Handle(window))
            }
        } else {
            return false
        }
        return true
    }

    /// Enter and Space go to the list of the focused row.
    private func activate(_ press: KeyPress) -> Bool {
        guard press.isKey(GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter, GDK_KEY_space, GDK_KEY_KP_Space),
            press.modifiers & 0xF == 0, let row = rows.first(where: { $0.root.hasFocusInside })
        else { return false }
        gtk_list_box_select_row(list.opaque, row.root.cast())
        activated(row.content.source)
        return true
    }

    // MARK: Tags

    private func toggleTags() {
        showsAllTags.toggle()
        // The row must not go while it is being activated.
        Task { [weak self] in self?.paint() }
    }

    private func connectTag(_ row: SidebarRow) {
        SidebarRowGestures.watch(row.root) { [weak self, weak row] in
            guard let self, let row, let tag = row.content.tag else { return }
            row.root.grabFocus()
            self.tagMenu.popUp(over: row.root, for: tag)
        } dropped: { [weak self, weak row] in
            guard let self, let tag = row?.content.tag else { return false }
            return self.dropped(tag)
        }
    }

    private func paintSelection() {
        let source = model.source
        isPainting = true
        defer { isPainting = false }
        gtk_list_box_select_row(list.opaque, rows.first { $0.content.source == source }?.root.cast())
    }

    // MARK: Finding a row by its first letters

    private func findRow(_ press: KeyPress) -> Bool {
        guard !press.hasCommandModifier, let letter = press.character, letter.isLetter || letter.isNumber else {
            return false
        }
        let focused = rows.firstIndex { $0.root.hasFocusInside } ?? -1
        let order = rows.indices.map { (focused + 1 + $0) % rows.count }
        guard let place = order.first(where: { rows[$0].name.lowercased().hasPrefix(letter.lowercased()) }) else {
            return true
        }
        rows[place].root.grabFocus()
        gtk_list_box_select_row(list.opaque, rows[place].root.cast())
        return true
    }
}
