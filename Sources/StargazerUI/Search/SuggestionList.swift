import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The suggestions under the entry. The focus stays in the entry, where Tab chooses a suggestion; until one is chosen,
/// all other keys do what they do without suggestions.
@MainActor final class SuggestionList {
    /// Called when a favorite is chosen.
    var open: (Item) -> Void = { _ in }
    private let entry: SearchEntry
    private let model: SuggestionsViewModel
    private let presentation: any QualifierPresentation
    private let list = Handle(gtk_list_box_new())
    private var popover: Handle?
    private var weakObject: WeakGObject?
    private var shown: [Suggestion] = []
    private var isHovered = false
    /// The maximum width next to other text, in characters.
    private static let maxTextLength: gint = 28
    private var observation: Observe?

    init(entry: SearchEntry, model: SuggestionsViewModel, presentation: any QualifierPresentation) {
        self.entry = entry
        self.model = model
        self.presentation = presentation
        g_object_ref_sink(list.raw)
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_SINGLE)
        list.setClass("suggestions", true)
        list.setAccessibleName(SuggestionText.title)
        Signals.connect(list, "row-activated") { [weak self] (row: Handle?) in
            guard let self, let row else { return }
            let place = Int(gtk_list_box_row_get_index(row.cast()))
            if self.shown.indices.contains(place) { self.choose(self.shown[place]) }
        }
        entry.keyPressed = { [weak self] press in self?.handleKey(press) ?? false }
        entry.pressedWhileEmpty = { [weak self] in self?.model.showHistory() }
        entry.cleared = { [weak self] in self?.model.close() }
        entry.focusLost = { [weak self] in
            // Pressing a suggestion takes the focus before the release chooses it.
            if let self, !self.isHovered { self.model.close() }
        }
        observation = Observe { [weak self] in self?.paint() }
    }

    /// Removes the popover, which its pane would otherwise keep.
    isolated deinit {
        if let popover, weakObject?.isAlive == true { gtk_widget_unparent(popover.widget) }
        g_object_unref(list.raw)
    }

    /// Chooses the selected suggestion on Enter, and returns whether there was one.
    func enterPressed() -> Bool {
        guard let chosen = model.chosen else {
            model.close()
            return false
        }
        choose(chosen)
        return true
    }

    private func choose(_ suggestion: Suggestion) {
        if let item = model.accept(suggestion) { open(item) }
        entry.goToEnd()
    }

    private func handleKey(_ press: KeyPress) -> Bool {
        let modifiers = press.modifiers & 0xF
        if press.isKey(GDK_KEY_space), modifiers == GDK_CONTROL_MASK.rawValue {
            model.showAll()
            return true
        }
        guard !shown.isEmpty else { return false }
        if press.isKey(GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab) {
            model.move(press.isKey(GDK_KEY_Tab) ? 1 : -1)
            // After the last one the focus moves on.
            return model.chosen != nil
        }
        guard modifiers == 0 else { return false }
        if press.isKey(GDK_KEY_Escape) {
            model.close()
            return true
        }
        let isDown = press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down)
        guard isDown || press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up) else { return false }
        guard model.chosen != nil else {
            model.close()
            return false
        }
        model.move(isDown ? 1 : -1)
        return true
    }

    private func paint() {
        let all = model.all
        // Read the suggestions even without focus, so that later changes are observed.
        let offered = entry.hasFocus ? all : []
        if offered != shown { fill(offered) }
        let place = model.chosen.flatMap { shown.firstIndex(of: $0) }
        let row = place.flatMap { gtk_list_box_get_row_at_index(list.opaque, gint($0)) }
        gtk_list_box_select_row(list.opaque, row)
        entry.setActiveSuggestion(row.map { Handle($0) })
    }

    private func fill(_ all: [Suggestion]) {
        entry.setActiveSuggestion(nil)
        shown = all
        list.removeChildren()
        for suggestion in all { gtk_list_box_append(list.opaque, row(suggestion).widget) }
        if all.isEmpty {
            isHovered = false
            if let popover { gtk_popover_popdown(popover.cast()) }
        } else {
            show()
        }
    }

    private func row(_ suggestion: Suggestion) -> Handle {
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        let icon =
            switch suggestion {
            case .favorite: "starred-symbolic"
            case .recent: "document-open-recent-symbolic"
            case .completion: "stargazer-filters-symbolic"
            case .term: "system-search-symbolic"
            }
        line.append(Handle(gtk_image_new_from_icon_name(icon)))
        let text = Handle(gtk_label_new(SuggestionText.text(suggestion)))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        line.append(text)
        var last = text
        if let words = SuggestionText.aside(suggestion, of: presentation), !words.isEmpty {
            gtk_label_set_max_width_chars(text.opaque, Self.maxTextLength)
            last = Handle(gtk_label_new(words))
            gtk_label_set_ellipsize(last.opaque, PANGO_ELLIPSIZE_END)
            for name in ["dim-label", "caption"] { last.setClass(name, true) }
            line.append(last)
        }
        // Let the last label fill the line without requesting width, so that the popover is no wider than its anchor.
        gtk_label_set_max_width_chars(last.opaque, 1)
        gtk_widget_set_hexpand(last.widget, 1)
        gtk_label_set_xalign(last.opaque, last == text ? 0 : 1)
        let row = Handle(gtk_list_box_row_new())
        gtk_list_box_row_set_child(row.cast(), line.widget)
        row.setAccessibleName(SuggestionText.accessibleName(suggestion, of: presentation))
        return row
    }

    // MARK: The popover

    private func show() {
        guard let popover = popover ?? make() else { return }
        self.popover = popover
        gtk_widget_set_size_request(list.widget, gtk_widget_get_width(entry.widget.widget) - Self.frame, -1)
        sgz_pane_show_popover(popover.cast(), entry.widget.widget)
    }

    /// The total width of the popover's frame on both sides of the list.
    private static let frame: gint = 14

    private func make() -> Handle? {
        guard let pane = gtk_widget_get_ancestor(entry.widget.widget, sgz_pane_get_type()).map({ Handle($0) }),
            let window = gtk_widget_get_root(entry.widget.widget).map({ Handle($0) })
        else { return nil }
        let popover = Handle(gtk_popover_new())
        gtk_popover_set_autohide(popover.cast(), 0)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        gtk_popover_set_position(popover.cast(), GTK_POS_BOTTOM)
        // Clicking the popover must not move the focus.
        gtk_widget_set_can_focus(popover.widget, 0)
        popover.setClass("menu", true)
        gtk_popover_set_child(popover.cast(), list.widget)
        gtk_widget_set_parent(popover.widget, pane.widget)
        weakObject = WeakGObject(popover)
        watchPointer(over: popover)
        watchClicks(in: window, outside: popover)
        return popover
    }

    private func watchPointer(over popover: Handle) {
        let motion = Handle(gtk_event_controller_motion_new())
        Signals.connect(motion, "enter") { [weak self] in self?.isHovered = true }
        Signals.connect(motion, "leave") { [weak self] in self?.isHovered = false }
        gtk_widget_add_controller(popover.widget, motion.opaque)
    }

    /// Closes the suggestions on a click anywhere else, without consuming the click.
    private func watchClicks(in window: Handle, outside popover: Handle) {
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, 0)
        gtk_event_controller_set_propagation_phase(click.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(click, "pressed") { [weak self, click] (_: Int32) in
            guard let self, !self.shown.isEmpty,
                let event = gtk_event_controller_get_current_event(click.opaque),
                gdk_event_get_surface(event) != gtk_native_get_surface(popover.opaque)
            else { return }
            self.model.close()
        }
        gtk_widget_add_controller(window.widget, click.opaque)
    }
}
