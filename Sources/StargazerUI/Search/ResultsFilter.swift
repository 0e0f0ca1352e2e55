import CStargazer
import GtkBridge
import StargazerCore

/// The entry that filters the loaded results, created on first use.
@MainActor final class ResultsFilter {
    var goToRows: () -> Void = {}
    var returnFocus: () -> Void = {}
    private let model: SearchViewModel
    private let container: Handle
    private var entry: SearchEntry?

    /// - Parameter container: the AdwClamp that contains the entry.
    init(container: Handle, model: SearchViewModel) {
        self.model = model
        self.container = container
    }

    /// Shows the entry and focuses it; returns whether there are results to filter.
    @discardableResult
    func begin() -> Bool {
        guard model.beginFilter() else { return false }
        let entry = entry ?? make()
        self.entry = entry
        paint(hasResults: true)
        entry.focus()
        return true
    }

    /// Focuses the entry if it is visible.
    func focus() -> Bool {
        guard let entry, gtk_widget_get_mapped(container.widget) != 0 else { return false }
        entry.focus()
        return true
    }

    /// Clears the entry and keeps the focus in it.
    func clear() {
        model.filterChanged("")
        entry?.show("")
        _ = focus()
    }

    func paint(hasResults: Bool) {
        let text = model.filter
        entry?.show(text ?? "")
        container.setVisible(hasResults && text != nil)
    }

    /// - Returns: false when nothing was filtered.
    func end() -> Bool {
        guard model.filter != nil else { return false }
        let hadFocus = entry?.hasFocus == true
        model.endFilter()
        if hadFocus { returnFocus() }
        return true
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
            // Escape closes an empty filter.
            guard let self, press.isKey(GDK_KEY_Escape), self.model.filter?.isEmpty == true else { return false }
            return self.end()
        }
        return entry
    }
}

/// The buttons of a list that is filtered to nothing.
@MainActor enum ResultsFilterActions {
    /// Offers more rows if there may be any, and to clear the filter.
    static func buttons(
        _ footer: ListFooter, loadMore: @escaping @MainActor () -> Void, tryAgain: @escaping @MainActor () -> Void,
        clear: @escaping @MainActor () -> Void
    ) -> [StatusView.Action] {
        let more: StatusView.Action? =
            switch footer {
            case .loadMore: .init(label: RowText.loadMore, run: loadMore)
            case .failed: .init(label: FailureText.tryAgain, isSuggested: true, run: tryAgain)
            case .none, .loading, .resultLimit: nil
            }
        return [more].compactMap(\.self) + [.init(label: FavoritesText.clearFilter, run: clear)]
    }
}
