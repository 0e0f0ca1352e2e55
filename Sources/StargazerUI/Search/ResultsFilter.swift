import CStargazer
import GtkBridge
import StargazerCore

/// The entry that narrows the results, under their count, and the button that shows it. It is made when it is first
/// wished for.
@MainActor final class ResultsFilter {
    /// To the rows below.
    var goToRows: () -> Void = {}
    private let model: SearchViewModel
    private let button: Handle
    private let container: Handle
    private var entry: SearchEntry?

    /// - Parameter place: the AdwClamp that it stands in.
    init(button: Handle, container: Handle, model: SearchViewModel) {
        self.model = model
        self.button = button
        self.container = container
        button.setAccessibleName(ResultsFilterText.filterName)
        button.setTooltip(ResultsFilterText.filterName)
        Signals.connect(button, "toggled") { [weak self] in
            guard let self, self.isPressed != (self.model.filter != nil) else { return }
            if self.isPressed { self.begin() } else { self.end() }
        }
    }

    /// Shows the entry and goes to it.
    /// - Returns: whether there is anything to narrow.
    @discardableResult
    func begin() -> Bool {
        guard model.beginFilter() else { return false }
        let entry = entry ?? make()
        self.entry = entry
        paint(hasResults: true)
        entry.focus()
        return true
    }

    /// Goes to the entry, where it shows.
    func focus() -> Bool {
        guard let entry, gtk_widget_get_mapped(container.widget) != 0 else { return false }
        entry.focus()
        return true
    }

    /// Empties the entry and stays in it.
    func clear() {
        model.filterChanged("")
        entry?.show("")
        _ = focus()
    }

    func paint(hasResults: Bool) {
        let text = model.filter
        entry?.show(text ?? "")
        container.setVisible(hasResults && text != nil)
        if isPressed != (text != nil) { gtk_toggle_button_set_active(button.cast(), text != nil ? 1 : 0) }
    }

    private var isPressed: Bool { gtk_toggle_button_get_active(button.cast()) != 0 }

    private func end() {
        let hadFocus = entry?.hasFocus == true
        model.endFilter()
        if hadFocus { goToRows() }
    }

    private func make() -> SearchEntry {
        let widget = Handle(gtk_search_entry_new())
        let entry = SearchEntry(widget, name: ResultsFilterText.filterName)
        entry.setPlaceholder(ResultsFilterText.placeholder)
        adw_clamp_set_child(container.opaque, widget.widget)
        entry.typed = { [weak model] in model?.filterChanged($0) }
        entry.enterPressed = { [weak self] in self?.goToRows() }
        entry.downPressed = { [weak self] in self?.goToRows() }
        entry.keyPressed = { [weak self] press in
            // With nothing to empty it goes away.
            guard let self, press.isKey(GDK_KEY_Escape), self.model.filter?.isEmpty == true else { return false }
            self.end()
            return true
        }
        return entry
    }
}
