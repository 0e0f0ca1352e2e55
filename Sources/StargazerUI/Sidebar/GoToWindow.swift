import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The window that goes to a source, a saved search or a favorite by a few letters (Ctrl+K).
@MainActor final class GoToWindow {
    private let window: Handle
    private let entry: SearchEntry
    private let list = Handle(gtk_list_box_new())
    private let model: GoToViewModel
    private let chosen: @MainActor (GoToViewModel.Destination) -> Void
    private var shown: [GoToViewModel.Destination] = []
    /// Whether Enter was pressed before the library had answered.
    private var isEnterPending = false
    private var observation: Observe?

    private static let size: (width: Int32, height: Int32) = (440, 420)

    /// - Parameter chosen: called with the result that the user chose, after the window has closed.
    static func show(
        over parent: Handle, model: GoToViewModel, chosen: @escaping @MainActor (GoToViewModel.Destination) -> Void
    ) {
        let controller = GoToWindow(over: parent, model: model, chosen: chosen)
        WidgetController.attach(controller, to: controller.window)
        gtk_window_present(controller.window.cast())
    }

    private init(
        over parent: Handle, model: GoToViewModel, chosen: @escaping @MainActor (GoToViewModel.Destination) -> Void
    ) {
        self.model = model
        self.chosen = chosen
        window = Handle(adw_window_new())
        gtk_window_set_title(window.cast(), SidebarText.goTo)
        gtk_window_set_modal(window.cast(), 1)
        gtk_window_set_default_size(window.cast(), Self.size.width, Self.size.height)
        SecondaryWindow.prepare(window, over: parent)
        entry = SearchEntry(Handle(gtk_search_entry_new()), name: SidebarText.goTo)
        entry.setPlaceholder(SidebarText.goToPlaceholder)
        let header = Handle(adw_header_bar_new())
        header.setClass("flat", true)
        gtk_widget_set_hexpand(entry.widget.widget, 1)
        adw_header_bar_set_title_widget(header.opaque, entry.widget.widget)
        let scroller = Handle(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, list.widget)
        gtk_widget_set_vexpand(scroller.widget, 1)
        list.setClass("navigation-sidebar", true)
        for part in [scroller, list] { part.setAccessibleName(SidebarText.goTo) }
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        [header, scroller].forEach { box.append($0) }
        adw_window_set_content(window.cast(), box.widget)
        connect()
        observation = Observe { [weak self] in self?.paint() }
        entry.focus()
    }

    private func connect() {
        entry.typed = { [weak self] in
            self?.isEnterPending = false
            self?.model.typed($0)
        }
        entry.enterPressed = { [weak self] in self?.enterPressed() }
        entry.keyPressed = { [weak self] press in
            guard let self, press.modifiers & 0xF == 0 else { return false }
            if press.isKey(GDK_KEY_Escape) {
                gtk_window_close(self.window.cast())
            } else if press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down) {
                self.select(self.selected + 1)
            } else if press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up) {
                self.select(self.selected - 1)
            } else {
                return false
            }
            return true
        }
        Signals.connect(list, "row-activated") { [weak self] (row: Handle?) in
            if let row { self?.choose(at: Int(gtk_list_box_row_get_index(row.cast()))) }
        }
    }

    private var selected: Int {
        gtk_list_box_get_selected_row(list.opaque).map { Int(gtk_list_box_row_get_index($0)) } ?? -1
    }

    private func select(_ place: Int) {
        guard shown.indices.contains(place) else { return }
        let row = gtk_list_box_get_row_at_index(list.opaque, gint(place))
        gtk_list_box_select_row(list.opaque, row)
        entry.setActiveSuggestion(row.map { Handle($0) })
    }

    /// Chooses the selected result; the first one when the library has answered.
    private func enterPressed() {
        paint()
        if model.isAwaitingFavorites, selected <= 0 { isEnterPending = true } else { choose(at: selected) }
    }

    private func choose(at place: Int) {
        guard shown.indices.contains(max(0, place)) else { return }
        let (result, chosen) = (shown[max(0, place)], chosen)
        gtk_window_close(window.cast())
        chosen(result)
    }

    private func paint() {
        let (results, isAwaiting) = (model.results, model.isAwaitingFavorites)
        defer {
            if isEnterPending, !isAwaiting {
                isEnterPending = false
                choose(at: 0)
            }
        }
        guard results != shown || list.children.isEmpty else { return }
        shown = results
        entry.setActiveSuggestion(nil)
        gtk_list_box_set_placeholder(list.opaque, nil)
        list.removeChildren()
        if results.isEmpty { gtk_list_box_set_placeholder(list.opaque, Self.noMatches().widget) }
        for result in results { gtk_list_box_append(list.opaque, row(result).widget) }
        select(0)
    }

    private static func noMatches() -> Handle {
        let label = Handle(gtk_label_new(SidebarText.noMatches))
        label.setClass("dim-label", true)
        gtk_widget_set_margin_top(label.widget, 24)
        return label
    }

    private func row(_ result: GoToViewModel.Destination) -> Handle {
        let definition = ListDefinition.of
        let (title, name, icon) =
            switch result {
            case .source(let source):
                (definition(source).title, definition(source).spokenTitle, definition(source).icon)
            case .savedSearch(_, let search):
                (
                    search.name, search.name,
                    definition(search.source ?? .savedSearch(SavedSearchID(rawValue: 0))).icon
                )
            case .favorite(let item):
                (item.title, item.title, CatalogPresentations.registered[item.id.catalog].icon)
            case .command(let command):
                (SidebarText.name(of: command), SidebarText.name(of: command), "list-add-symbolic")
            }
        let tag = if case .source(let source) = result { model.tag(of: source) } else { Tag?.none }
        let picture = icon.map { Handle(gtk_image_new_from_icon_name($0)) }
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
        let label = Handle(gtk_label_new(title))
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        for part in [picture ?? TagDot.make(tag?.color, isHollow: tag == nil), label] { line.append(part) }
        let row = Handle(gtk_list_box_row_new())
        gtk_list_box_row_set_child(row.cast(), line.widget)
        row.setAccessibleName(name)
        return row
    }
}
