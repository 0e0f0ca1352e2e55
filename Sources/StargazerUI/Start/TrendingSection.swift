import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The trending section: the choice of the period, the criteria, the first items, and their topics.
@MainActor final class TrendingSection {
    let section = StartSection(CatalogText.trending)
    let topics = StartSection(StartText.topics)
    let items: StartItemList
    /// The action in place of items.
    let lines: StartLinkList
    private let model: StartViewModel
    private let presentation: any CatalogPresentation
    private let periods: ToggleGroup<TrendingPeriod>
    private let filterQualifier: TrendingFilterDropDown?
    /// Shows the choice, and opens the popover that changes it.
    private let button = Handle(gtk_menu_button_new())
    private let spinner = Handle(gtk_spinner_new())
    private let waiting = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let chips = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let topicLine: TopicLine

    init(
        model: StartViewModel, presentation: any CatalogPresentation, pictures: PictureStore
    ) {
        self.model = model
        self.presentation = presentation
        items = StartItemList(
            CatalogText.trending, pictures: pictures,
            more: (StartText.showAll, { [weak model] in model?.searchTrending() }))
        lines = StartLinkList(CatalogText.trending) { [weak model] _ in model?.refresh() }
        let popover = Handle(gtk_popover_new())
        periods = ToggleGroup { [weak model, popover] in
            gtk_popover_popdown(popover.cast())
            model?.choose($0)
        }
        filterQualifier = model.filterQualifier.map { filterQualifier in
            TrendingFilterDropDown(
                name: presentation.description(of: filterQualifier.name)?.name ?? filterQualifier.name.rawValue,
                values: filterQualifier.values
            ) { [weak model, popover] in
                gtk_popover_popdown(popover.cast())
                model?.filter(by: $0)
            }
        }
        topicLine = TopicLine(box: chips)
        spinner.setAccessibleName(StartText.waiting)
        gtk_widget_set_hexpand(spinner.widget, 1)
        for align in [gtk_widget_set_halign, gtk_widget_set_valign] { align(spinner.widget, GTK_ALIGN_CENTER) }
        waiting.setClass("start-waiting", true)
        waiting.append(spinner)
        let choices = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
        choices.setClass("filters", true)
        choices.append(periods.root)
        if let filterQualifier { choices.append(filterQualifier.root) }
        gtk_popover_set_child(popover.cast(), choices.widget)
        gtk_menu_button_set_popover(button.opaque, popover.widget)
        for style in ["flat", "order"] { button.setClass(style, true) }
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        section.addToHeading(button)
        [waiting, items.list, lines.list].forEach { section.add($0) }
        topics.add(chips)
    }

    func show(_ phase: TrendingPhase?) {
        section.root.setVisible(phase != nil)
        guard let phase else { return topics.root.setVisible(false) }
        periods.show(
            model.periods.map { .init(choice: $0, label: StartText.period($0)) }, chosen: model.choice.period)
        filterQualifier?.show(model.choice.filterValue)
        let choice = [StartText.period(model.choice.period), model.choice.filterValue].compactMap(\.self)
        gtk_menu_button_set_label(button.opaque, choice.joined(separator: " · "))
        button.setAccessibleName(StartText.trendingChoice(JoinText.list(choice)))
        var (content, isWaiting, isSlow): (TrendingContent?, Bool, Bool) = (nil, false, false)
        var line = StartLinkList.Line(icon: "view-refresh-symbolic", text: StartText.showTrending)
        switch phase {
        case .loading(let slow): (isWaiting, isSlow) = (true, slow)
        case .unknown(let failure):
            guard let failure else { break }
            line.text = FailureText.label(of: .tryAgain)
            line.note = FailureText.wording(of: failure, signInState: .none, presentation: presentation).heading
        case .shown(let shown):
            content = shown
            line.note = StartText.nothing
        }
        let about = content.map { [presentation.trendingCriteria(since: $0.since), $0.age].compactMap(\.self) } ?? []
        let tooltip = about.joined(separator: "\n")
        button.setTooltip(tooltip.isEmpty ? nil : tooltip)
        button.setAccessibleDescription(tooltip)
        waiting.setVisible(isWaiting)
        gtk_spinner_set_spinning(spinner.opaque, isSlow ? 1 : 0)
        items.show(content?.rows ?? [])
        let hasItems = content?.rows.isEmpty == false
        items.list.setVisible(hasItems)
        lines.show([line])
        lines.list.setVisible(!isWaiting && !hasItems)
        let terms = content?.terms ?? []
        topicLine.show(terms.map { Topic($0.text, search: $0.query) })
        topics.root.setVisible(!terms.isEmpty)
    }
}

/// The filter of the trending section: a drop-down with a search field.
@MainActor private final class TrendingFilterDropDown {
    let root: Handle
    private let values: [String]
    private let list: GObjectRef
    private var isPainting = false

    init(name: String, values: [String], chosen: @escaping @MainActor (String?) -> Void) {
        self.values = values
        list = GObjectRef(adopting: Handle(gtk_string_list_new(nil)))
        gtk_string_list_append(list.opaque, StartText.any(name))
        g_object_ref(list.handle.raw)
        let text = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        root = Handle(gtk_drop_down_new(list.opaque, text))
        root.setAccessibleName(name)
        root.setClass("narrowing", true)
        gtk_widget_set_valign(root.widget, GTK_ALIGN_CENTER)
        gtk_drop_down_set_enable_search(root.opaque, 1)
        FilterDropDown.focusSearchFieldOnOpen(in: root)
        // GTK uses class names as accessible names. The chosen value itself must not be focusable.
        if let toggle = FilterDropDown.find("GtkToggleButton", in: root) {
            toggle.setAccessibleName(name)
            // The toggle button becomes active before the list opens.
            Signals.connect(toggle, "state-flags-changed") { [weak self] in
                if gtk_toggle_button_get_active(toggle.cast()) != 0 { self?.addAllValues() }
            }
        }
        FilterDropDown.find("GtkListItemWidget", in: root).map { gtk_widget_set_focusable($0.widget, 0) }
        Signals.connect(root, "notify::selected") { [weak self] in
            guard let self, !self.isPainting else { return }
            let place = Int(gtk_drop_down_get_selected(self.root.opaque)) - 1
            chosen(self.values.indices.contains(place) ? self.values[place] : nil)
        }
    }

    /// Adds the values when first needed: GTK creates rows for all values, half a MiB, for a rarely used filter.
    private func addAllValues() {
        // The list starts with only the item for "any".
        guard g_list_model_get_n_items(list.opaque) == 1 else { return }
        for text in values { gtk_string_list_append(list.opaque, text) }
    }

    func show(_ value: String?) {
        if value != nil { addAllValues() }
        let place = guint((value.flatMap { values.firstIndex(of: $0) } ?? -1) + 1)
        guard gtk_drop_down_get_selected(root.opaque) != place else { return }
        isPainting = true
        defer { isPainting = false }
        gtk_drop_down_set_selected(root.opaque, place)
    }
}

/// Linked buttons of which one is active.
@MainActor final class ToggleGroup<Choice: Hashable> {
    struct Option: Equatable {
        var choice: Choice
        var label: String
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let chosen: @MainActor (Choice) -> Void
    private var options: [Option] = []
    private var buttons: [Handle] = []
    private var isPainting = false

    init(chosen: @escaping @MainActor (Choice) -> Void) {
        self.chosen = chosen
        root.setClass("linked", true)
        root.setClass("toggle-group", true)
        gtk_widget_set_valign(root.widget, GTK_ALIGN_CENTER)
    }

    func show(_ options: [Option], chosen: Choice) {
        isPainting = true
        defer { isPainting = false }
        if options.map(\.choice) != self.options.map(\.choice) { make(options) }
        for (option, button) in zip(options, buttons) {
            gtk_button_set_label(button.cast(), option.label)
            if option.choice == chosen { gtk_toggle_button_set_active(button.cast(), 1) }
        }
        self.options = options
    }

    private func make(_ options: [Option]) {
        root.removeChildren()
        buttons = []
        for option in options {
            let button = Handle(gtk_toggle_button_new())
            if let first = buttons.first { gtk_toggle_button_set_group(button.cast(), first.cast()) }
            Signals.connect(button, "toggled") { [weak self] in
                guard let self, !self.isPainting else { return }
                if gtk_toggle_button_get_active(button.cast()) != 0 { self.chosen(option.choice) }
            }
            root.append(button)
            buttons.append(button)
        }
    }
}
