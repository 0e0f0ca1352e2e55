import CStargazer
import GtkBridge
import StargazerCore

/// The popover with the filters of a search. The filters edit the search text and follow its changes.
@MainActor final class FilterMenu {
    private let popover = Handle(gtk_popover_new())
    private let model: SearchViewModel
    private let presentation: any CatalogPresentation
    private var rows: [any FilterRow] = []
    private var clear: Handle?
    private var observation: Observe?
    /// Whether a filter changed since the last search.
    private var isPending = false

    init(button: Handle, model: SearchViewModel, presentation: any CatalogPresentation) {
        self.model = model
        self.presentation = presentation
        button.setAccessibleName(FilterText.filters)
        button.setVisible(!model.query.rules.filters.isEmpty)
        gtk_menu_button_set_popover(button.opaque, popover.widget)
        Signals.connect(popover, "show") { [weak self] in self?.opened() }
        Signals.connect(popover, "closed") { [weak self] in self?.closed() }
    }

    private func opened() {
        if rows.isEmpty { fill() }
        observation = Observe { [weak self] in self?.paint() }
    }

    private func closed() {
        observation?.cancel()
        observation = nil
        guard isPending else { return }
        isPending = false
        model.submit()
    }

    /// Creates the rows when the popover first opens.
    private func fill() {
        let grid = Handle(gtk_grid_new())
        gtk_grid_set_row_spacing(grid.cast(), 6)
        gtk_grid_set_column_spacing(grid.cast(), 12)
        for (line, filter) in model.query.rules.filters.enumerated() {
            let name = presentation.description(of: filter.name)?.name ?? filter.name.rawValue
            let changed: @MainActor ([String]) -> Void = { [weak self] values in
                self?.isPending = true
                self?.model.query.set(filter.name, to: values)
            }
            let row: any FilterRow =
                if case .words([]) = filter.values {
                    FilterEntry(filter, name: name, changed: changed) { [popover] in gtk_popover_popdown(popover.cast())
                    }
                } else {
                    FilterDropDown(filter, name: name, presentation: presentation, changed: changed)
                }
            rows.append(row)
            let label = Handle(gtk_label_new(name))
            gtk_label_set_xalign(label.opaque, 0)
            gtk_grid_attach(grid.cast(), label.widget, 0, gint(line), 1, 1)
            gtk_widget_set_hexpand(row.root.widget, 1)
            gtk_grid_attach(grid.cast(), row.root.widget, 1, gint(line), 1, 1)
        }
        let clear = Handle(gtk_button_new_with_label(FilterText.clear))
        clear.setClass("flat", true)
        gtk_widget_set_margin_top(clear.widget, 6)
        Signals.connect(clear, "clicked") { [weak self] in
            self?.isPending = false
            self?.model.query.clearFilters()
        }
        self.clear = clear
        gtk_grid_attach(grid.cast(), clear.widget, 0, gint(rows.count), 2, 1)
        grid.setClass("filters", true)
        gtk_popover_set_child(popover.cast(), grid.widget)
    }

    private func paint() {
        for row in rows { row.show(model.query) }
        clear?.setSensitive(!model.query.chips.isEmpty)
    }
}

/// The row of one filter, which shows its value in the search text.
@MainActor protocol FilterRow {
    var root: Handle { get }
    func show(_ query: QueryViewModel)
}

/// A filter with a list of values. A long list has a search field.
@MainActor final class FilterDropDown: FilterRow {
    let root: Handle
    private let filter: Qualifier
    private let presentation: any CatalogPresentation
    private let list: GObjectRef
    private var choices: [FilterChoice] = []
    private var isPainting = false

    private static let longList = 12

    init(
        _ filter: Qualifier, name: String, presentation: any CatalogPresentation,
        changed: @escaping @MainActor ([String]) -> Void
    ) {
        self.filter = filter
        self.presentation = presentation
        list = GObjectRef(adopting: Handle(gtk_string_list_new(nil)))
        g_object_ref(list.handle.raw)
        let text = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        root = Handle(gtk_drop_down_new(list.opaque, text))
        root.setAccessibleName(name)
        gtk_string_list_append(list.opaque, FilterText.any)
        if case .words(let known) = filter.values, known.count > Self.longList {
            gtk_drop_down_set_enable_search(root.opaque, 1)
            Self.focusSearchFieldOnOpen(in: root)
        }
        Signals.connect(root, "notify::selected") { [weak self] in
            guard let self, !self.isPainting else { return }
            let place = Int(gtk_drop_down_get_selected(self.root.opaque)) - 1
            changed(self.choices.indices.contains(place) ? self.choices[place].values : [])
        }
    }

    /// Focuses the search field when the popover opens. GTK focuses the list, where typed letters would be lost.
    static func focusSearchFieldOnOpen(in dropDown: Handle) {
        guard let list = dropDown.children.first(where: { $0.isA("GtkPopover") }),
            let field = find("GtkSearchEntry", in: list)
        else { return }
        Signals.connect(list, "map") { Task { field.grabFocus() } }
    }

    static func find(_ type: String, in widget: Handle) -> Handle? {
        widget.isA(type) ? widget : widget.children.lazy.compactMap { find(type, in: $0) }.first
    }

    func show(_ query: QueryViewModel) {
        let (all, chosen) = query.choices(of: filter)
        isPainting = true
        defer { isPainting = false }
        if all != choices {
            // Keep the unchanged choices at the start.
            let same = zip(all, choices).prefix { $0 == $1 }.count
            let names = all[same...].map { FilterText.choice($0.content, of: filter.name, presentation) }
            splice(at: same + 1, removing: choices.count - same, adding: names)
            choices = all
        }
        let place = guint((chosen ?? -1) + 1)
        if gtk_drop_down_get_selected(root.opaque) != place { gtk_drop_down_set_selected(root.opaque, place) }
    }

    private func splice(at place: Int, removing: Int, adding names: [String]) {
        var texts: [UnsafeMutablePointer<CChar>?] = names.map { g_strdup($0) } + [nil]
        defer { texts.forEach { g_free($0) } }
        texts.withUnsafeMutableBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) { texts in
                gtk_string_list_splice(list.opaque, guint(place), guint(removing), texts.baseAddress)
            }
        }
    }
}

/// A filter for any word, or, where the filter allows it, for several words.
@MainActor final class FilterEntry: FilterRow {
    let root = Handle(gtk_entry_new())
    private let filter: Qualifier
    private var isPainting = false

    init(
        _ filter: Qualifier, name: String, changed: @escaping @MainActor ([String]) -> Void,
        done: @escaping @MainActor () -> Void
    ) {
        self.filter = filter
        root.setAccessibleName(name)
        gtk_entry_set_placeholder_text(root.cast(), FilterText.any)
        Signals.connect(root, "changed") { [weak self] in
            guard let self, !self.isPainting else { return }
            changed(self.values)
        }
        Signals.connect(root, "activate", done)
    }

    private var values: [String] {
        let text = String(cString: gtk_editable_get_text(root.opaque)).filter { $0 != "\"" }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        return filter.isRepeated || words.isEmpty ? words : [words.joined(separator: " ")]
    }

    func show(_ query: QueryViewModel) {
        let wanted = query.values(of: filter)
        guard wanted != values else { return }
        isPainting = true
        defer { isPainting = false }
        gtk_editable_set_text(root.opaque, wanted.joined(separator: " "))
    }
}
