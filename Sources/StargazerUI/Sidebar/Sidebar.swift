import CStargazer
import GtkBridge
import StargazerCore

/// The list of sources, in sections. The selected row is the source that the list shows.
@MainActor final class Sidebar {
    let root: Handle
    /// Called when the user selects a row with keys; the focus stays in the sidebar.
    var selected: (ListSource) -> Void = { _ in }
    /// Called when the user presses a row, or Enter on it.
    var activated: (ListSource) -> Void = { _ in }
    private let list = Handle(gtk_list_box_new())
    private let model: WindowModel
    private var rows: [SidebarRow] = []
    private let savedSearchMenu: SavedSearchMenu
    private let refreshRow: RefreshRow
    private var observations: [Observe] = []
    private var isPainting = false

    init(model: WindowModel) {
        self.model = model
        savedSearchMenu = SavedSearchMenu(model)
        refreshRow = RefreshRow(model.app.savedSearchRefresher)
        root = Handle(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(root.opaque, list.widget)
        gtk_widget_set_vexpand(root.widget, 1)
        list.setClass("navigation-sidebar", true)
        for part in [root, list] { part.setAccessibleName(SidebarText.sources) }
        Signals.connect(list, "row-selected") { [weak self] (row: Handle?) in
            guard let self, let row, !self.isPainting else { return }
            self.source(at: row).map(self.selected)
        }
        Signals.connect(list, "row-activated") { [weak self] (row: Handle?) in
            guard let self, let row else { return }
            if row == self.refreshRow.root { return self.refreshRow.activate() }
            self.source(at: row).map(self.activated)
        }
        Keys.watch(list, beforeChildren: true) { [weak self] press in
            guard let self else { return false }
            return self.showMenu(press) || self.findRow(press)
        }
        observations = [
            // The library outlives the window.
            Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paint() } },
            Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paintSelection() } },
            Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.refreshRow.paint() } },
        ]
    }

    /// Focuses the row of the current source.
    func focus() {
        let row = gtk_list_box_get_selected_row(list.opaque).map { Handle($0) } ?? rows.first?.root
        row?.grabFocus()
    }

    /// Runs a closure that moves the focus with Tab. The list is one stop: GTK 4.8 would stop at each row, and select it.
    func asOneStop(_ move: () -> Void) {
        let current = gtk_list_box_get_selected_row(list.opaque).map { Handle($0) } ?? rows.first?.root
        let others = (rows.map(\.root) + [refreshRow.root]).filter { $0 != current }
        others.forEach { gtk_widget_set_focusable($0.widget, 0) }
        move()
        others.forEach { gtk_widget_set_focusable($0.widget, 1) }
    }

    private func source(at row: Handle) -> ListSource? { rows.first { $0.root == row }?.content.source }

    private func paint() {
        let sections = [
            (SidebarText.search, model.sources.searches), (SidebarText.favorites, model.sources.favorites),
            (SavedSearchText.title, model.sources.savedSearches),
        ].filter { !$0.1.isEmpty }
        let contents = sections.flatMap(\.1)
        if contents.map(\.source) != rows.map(\.content.source) {
            isPainting = true
            let hadFocus = list.hasFocusInside
            refreshRow.leave()
            list.removeChildren()
            rows = []
            for (heading, contents) in sections {
                gtk_list_box_append(list.opaque, Self.headingRow(heading).widget)
                for content in contents {
                    let row = SidebarRow(content)
                    rows.append(row)
                    gtk_list_box_append(list.opaque, row.root.widget)
                    if case .savedSearch(let id) = content.source { savedSearchMenu.watch(row.root, id) }
                }
            }
            if !model.sources.savedSearches.isEmpty { gtk_list_box_append(list.opaque, refreshRow.root.widget) }
            isPainting = false
            paintSelection()
            if hadFocus { focus() }
        }
        for (row, content) in zip(rows, contents) { row.show(content) }
        refreshRow.root.setVisible(model.app.savedSearchRefresher.canRefresh)
    }

    /// Opens the menu of the focused row, if it has one.
    private func showMenu(_ press: KeyPress) -> Bool {
        let isMenuKey = press.isKey(GDK_KEY_Menu) || press.isKey(GDK_KEY_F10) && press.hasShift
        guard isMenuKey, let row = rows.first(where: { $0.root.hasFocusInside }),
            case .savedSearch(let id) = row.content.source
        else { return false }
        savedSearchMenu.popUp(over: row.root, id)
        return true
    }

    private static func headingRow(_ heading: String) -> Handle {
        let row = Handle(gtk_list_box_row_new())
        gtk_list_box_row_set_selectable(row.cast(), 0)
        gtk_list_box_row_set_activatable(row.cast(), 0)
        gtk_widget_set_focusable(row.widget, 0)
        let label = Handle(gtk_label_new(heading))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_list_box_row_set_child(row.cast(), label.widget)
        for name in ["heading", "dim-label", "sidebar-heading"] { row.setClass(name, true) }
        row.setAccessibleName(heading)
        return row
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

/// The row of a source: icon, name and count.
@MainActor private final class SidebarRow {
    let root = Handle(gtk_list_box_row_new())
    private(set) var name = ""
    private(set) var content: SourceList.Row
    private let label = Handle(gtk_label_new(nil))
    private let count = Handle(gtk_label_new(nil))
    private let failure = Handle(gtk_image_new_from_icon_name("dialog-warning-symbolic"))
    private let key = Handle(gtk_image_new_from_icon_name("dialog-password-symbolic"))

    init(_ content: SourceList.Row) {
        self.content = content
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_widget_set_hexpand(label.widget, 1)
        // The number of new results stands out; other numbers do not.
        let isNew = content.savedSearch != nil
        for name in isNew ? ["numeric", "caption-heading"] : ["dim-label", "numeric", "caption"] {
            count.setClass(name, true)
        }
        for image in [key, failure] { image.setClass("dim-label", true) }
        let icon = SidebarText.icon(of: content.savedSearch?.source ?? content.source)
        for part in [Handle(gtk_image_new_from_icon_name(icon)), label, count, failure, key] { line.append(part) }
        gtk_list_box_row_set_child(root.cast(), line.widget)
        show(content)
    }

    func show(_ content: SourceList.Row) {
        self.content = content
        name = content.savedSearch?.name ?? SidebarText.name(of: content.source)
        label.setLabel(name)
        failure.setVisible(content.savedSearch?.failure != nil)
        count.setLabel(content.count?.text ?? "")
        count.setVisible(content.count != nil)
        key.setVisible(content.needsKey)
        root.setAccessibleName(SidebarText.accessibleName(of: content))
        root.setTooltip(
            content.needsKey ? SidebarText.needsKey : content.savedSearch.flatMap(SavedSearchText.tooltip))
    }
}
