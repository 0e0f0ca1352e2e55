import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The popover with the filters of a list. The filters edit the text in its entry and follow its changes.
@MainActor final class FilterMenu {
    private let popover = Handle(gtk_popover_new())
    private let button: Handle
    private let count = Handle(gtk_label_new(nil))
    private let list: any ListModel
    private let presentation: any QualifierPresentation
    private let batchSizeModel: BatchSizeViewModel?
    private let sources: SourceRow?
    /// Created with the rows: a widget without a parent would never be freed.
    private var batchSize: BatchSizeField?
    private var batchSizeLine: Handle?
    private var rows: [(filter: Qualifier, line: Handle, row: any FilterRow)] = []
    /// Gives all names one width.
    private let names = GObjectRef(adopting: Handle(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)))
    private let lines = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    private let clear = Handle(gtk_button_new_with_label(FilterText.clear))
    /// Shows the filters that are rarely used.
    private let more = Handle(gtk_button_new_with_label(FilterText.more))
    private var showsMore = false
    /// Whether the values of the list's items were counted when the filters were put in order; nil before.
    private var isArrangedByCounts: Bool?
    /// Those that show without ``more``.
    private var first: Set<QualifierName> = []
    private var buttonObservation: Observe?
    private var observation: Observe?
    /// Whether a filter changed since the last search.
    private var isPending = false

    /// The height at which the filters scroll.
    private static let maximumHeight: gint = 440

    /// - Parameters:
    ///   - batchSize: nil for a list that is not loaded in pages.
    ///   - sources: the services to choose from; nil for a single one.
    init(
        button: Handle, list: any ListModel, presentation: any QualifierPresentation,
        batchSize: BatchSizeViewModel? = nil, sources: SourceRow? = nil
    ) {
        self.list = list
        self.button = button
        self.presentation = presentation
        batchSizeModel = batchSize
        self.sources = sources
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        line.append(Handle(gtk_image_new_from_icon_name("stargazer-filters-symbolic")))
        count.setClass("numeric", true)
        line.append(count)
        gtk_menu_button_set_child(button.opaque, line.widget)
        button.setClass("filters-button", true)
        gtk_menu_button_set_popover(button.opaque, popover.widget)
        gtk_popover_set_child(popover.cast(), makeContent().widget)
        Signals.connect(popover, "show") { [weak self] in self?.opened() }
        Signals.connect(popover, "closed") { [weak self] in self?.closed() }
        buttonObservation = Observe { [weak self] in self?.paintButton() }
    }

    private func opened() {
        if gtk_widget_get_first_child(lines.widget) == nil { fill() }
        sources?.paint()
        list.query.showsFilters = true
        (showsMore, isArrangedByCounts) = (false, nil)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func closed() {
        list.query.showsFilters = false
        observation?.cancel()
        observation = nil
        if batchSize?.finish() == true { isPending = true }
        // The popover opens at the size that it has now.
        batchSize?.paint()
        guard isPending else { return }
        isPending = false
        list.submit()
    }

    /// Searches with the filters and closes the popover.
    private func submit() {
        guard batchSize?.isValid != false else { return }
        isPending = true
        gtk_popover_popdown(popover.cast())
    }

    /// Creates the rows when the popover first opens.
    private func fill() {
        if let sources { fillSources(sources) }
        for filter in list.query.rules.filters {
            let name = presentation.description(of: filter.name)?.name ?? filter.name.rawValue
            let row = row(of: filter, name: name)
            rows.append((filter, line(row.root, name: name), row))
        }
        if let batchSizeModel {
            let batchSize = BatchSizeField(batchSizeModel)
            self.batchSize = batchSize
            batchSize.activated = { [weak self] in self?.submit() }
            batchSizeLine = line(batchSize.entry, name: FilterText.batchSize)
            lines.append(batchSize.note)
        }
    }

    private func makeContent() -> Handle {
        lines.setClass("filters", true)
        let scroller = Handle(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, Self.maximumHeight)
        gtk_scrolled_window_set_child(scroller.opaque, lines.widget)
        let content = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        for part in [scroller, makeButtons()] { content.append(part) }
        return content
    }

    /// Shows all filters. The focus goes to the first that was hidden.
    private func showMore() {
        let hidden = rows.first {
            gtk_widget_get_visible($0.line.widget) == 0 && list.query.filters.contains($0.filter)
        }
        showsMore = true
        paint()
        (hidden?.row.root ?? batchSize?.entry)?.grabFocus()
    }

    private func fillSources(_ sources: SourceRow) {
        _ = line(sources.makeDropDown(), name: FilterText.source)
        // The list of the other source has a page, and a menu, of its own.
        sources.willChoose = { [weak self] in
            self?.isPending = false
            if let popover = self?.popover { gtk_popover_popdown(popover.cast()) }
        }
    }

    private func row(of filter: Qualifier, name: String) -> any FilterRow {
        let changed: @MainActor ([String]) -> Void = { [weak self] values in
            self?.isPending = true
            self?.list.query.set(filter.name, to: values)
        }
        guard list.query.hasChoices(filter) else {
            return FilterEntry(filter, name: name, changed: changed) { [weak self] in self?.submit() }
        }
        return FilterDropDown(filter, name: name, presentation: presentation, changed: changed)
    }

    /// Adds a field after its name.
    private func line(_ field: Handle, name: String) -> Handle {
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        let label = Handle(gtk_label_new(name))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_size_group_add_widget(names.cast(), label.widget)
        gtk_widget_set_hexpand(field.widget, 1)
        for part in [label, field] { line.append(part) }
        lines.append(line)
        return line
    }

    private func makeButtons() -> Handle {
        let buttons = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        gtk_box_set_homogeneous(buttons.cast(), 1)
        buttons.setClass("filters", true)
        more.setClass("flat", true)
        Signals.connect(more, "clicked") { [weak self] in self?.showMore() }
        Signals.connect(clear, "clicked") { [weak self] in
            self?.isPending = false
            self?.list.query.clearFilters()
            // The button is going to hide.
            self?.rows.first { gtk_widget_get_visible($0.line.widget) != 0 }?.row.root.grabFocus()
        }
        for button in [more, clear] { buttons.append(button) }
        return buttons
    }

    private func paintButton() {
        let active = list.query.activeCount
        count.setLabel(active == 0 ? "" : NumberText.full(active))
        count.setVisible(active > 0)
        button.setAccessibleName(FilterText.filters(active: active))
        button.setVisible(!list.query.rules.filters.isEmpty || sources != nil)
    }

    private func paint() {
        let filters = list.query.filters
        let isCounted = list.query.facets != nil
        if isArrangedByCounts != isCounted { arrange() }
        isArrangedByCounts = isCounted
        for (filter, line, row) in rows {
            let isFirst = first.contains(filter.name) || !list.query.values(of: filter).isEmpty
            let isShown = filters.contains(filter) && (showsMore || isFirst)
            line.setVisible(isShown)
            if isShown { row.show(list.query) }
        }
        more.setVisible(!showsMore && (batchSize != nil || filters.contains { !first.contains($0.name) }))
        batchSizeLine?.setVisible(showsMore)
        batchSize?.paint()
        clear.setVisible(list.query.activeCount > 0)
    }

    /// Puts the filters in order. They keep it while they change, so that none moves away from the pointer.
    private func arrange() {
        let (first, others) = list.query.orderedFilters
        self.first = Set(first.map(\.name))
        var previous = sources == nil ? nil : gtk_widget_get_first_child(lines.widget)
        for filter in first + others {
            guard let index = rows.firstIndex(where: { $0.filter == filter }) else { continue }
            let line = rows[index].line
            gtk_box_reorder_child_after(lines.cast(), line.widget, previous)
            previous = line.widget
        }
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
    private let presentation: any QualifierPresentation
    private let list: GObjectRef
    private var choices: [FilterChoice] = []
    private var isPainting = false

    private static let longList = 12

    init(
        _ filter: Qualifier, name: String, presentation: any QualifierPresentation,
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
        // Values that are counted are not known in advance.
        if case .words(let known) = filter.values, known.isEmpty || known.count > Self.longList {
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
            let names = all[same...].map { FilterText.choice($0, of: filter.name, presentation) }
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

/// The field for the number of results per page. While it is not valid, it says why.
@MainActor final class BatchSizeField {
    let entry = Handle(gtk_entry_new())
    /// Visible while the number is not valid.
    let note = Handle(gtk_label_new(nil))
    /// Called on Enter.
    var activated: () -> Void = {}
    private let model: BatchSizeViewModel

    var isValid: Bool { model.problem == nil }

    init(_ model: BatchSizeViewModel) {
        self.model = model
        entry.setAccessibleName(FilterText.batchSize)
        entry.setClass("numeric", true)
        gtk_entry_set_input_purpose(entry.cast(), GTK_INPUT_PURPOSE_DIGITS)
        gtk_editable_set_width_chars(entry.opaque, 4)
        gtk_label_set_xalign(note.opaque, 1)
        gtk_label_set_wrap(note.opaque, 1)
        gtk_label_set_max_width_chars(note.opaque, 36)
        for name in ["caption", "error"] { note.setClass(name, true) }
        Signals.connect(entry, "changed") { [weak self] in
            guard let self else { return }
            self.model.typed(String(cString: gtk_editable_get_text(self.entry.opaque)))
        }
        Signals.connect(entry, "activate") { [weak self] in self?.activated() }
    }

    /// Applies a valid number and discards an invalid one; returns whether the number changed.
    func finish() -> Bool {
        let isChanged = model.canApply
        if isChanged { model.apply() } else { model.reset() }
        return isChanged
    }

    func paint() {
        if String(cString: gtk_editable_get_text(entry.opaque)) != model.text {
            gtk_editable_set_text(entry.opaque, model.text)
        }
        let problem = model.problem.map { FilterText.sentence($0, range: model.range) } ?? ""
        entry.setClass("error", !problem.isEmpty)
        entry.setAccessibleDescription(problem)
        note.setLabel(problem)
        note.setVisible(!problem.isEmpty)
    }
}
