import CStargazer
import GtkBridge
import StargazerCore

/// The line above the results: the count, a spinner while newer results load, and the sort order. The sort button next
/// to the entry changes the order as well.
@MainActor final class ResultsHeader {
    /// The label that describes the list.
    let label: Handle
    private let root: Handle
    private let progress: Handle
    private let model: SearchViewModel
    private let presentation: any CatalogPresentation
    private let sortButtons: [Handle]
    private var sortMenu: SortMenu?

    init(_ ui: UIBuilder, model: SearchViewModel, presentation: any CatalogPresentation) {
        self.model = model
        self.presentation = presentation
        root = ui["count-row"]
        label = ui["count"]
        progress = ui["progress"]
        sortButtons = [ui["sort"], ui["order"]]
        connect(button: ui["sort"], words: ui["order"])
    }

    private func connect(button: Handle, words: Handle) {
        let sorts = model.profile.sorts
        // A single sort order is no choice.
        guard sorts.count > 1 else { return [button, words].forEach { $0.setVisible(false) } }
        let menu = SortMenu(button: button, words: words) { [weak model] key, direction in
            guard let model else { return }
            var sort = model.sort
            if let key { sort.key = SortKey(rawValue: key) }
            if let direction { sort.direction = SortDirection(rawValue: direction) ?? sort.direction }
            model.sortChanged(sort)
        }
        menu.offer(sorts.map { .init(value: $0.rawValue, label: SearchText.sortName($0, of: presentation)) })
        sortMenu = menu
    }

    func paintOrder() {
        guard let sortMenu else { return }
        for button in sortButtons { button.setVisible(!model.sortKeys.isEmpty) }
        sortMenu.show(
            SearchText.order(model.sort, of: presentation), key: model.sort.key.rawValue,
            direction: model.sort.direction.rawValue, hasDirection: model.sort.key.hasDirection)
    }

    /// - Parameter isRefreshing: newer results are loading, and it takes a while.
    func paintProgress(_ isRefreshing: Bool) {
        progress.setVisible(isRefreshing)
        gtk_spinner_set_spinning(progress.opaque, isRefreshing ? 1 : 0)
    }

    /// - Parameter content: nil while there are no results to count.
    func paint(_ content: ResultsContent?) {
        root.setVisible(content != nil)
        guard let content else { return }
        // A search without text shows what is trending.
        let isTrending = model.searchedQuery?.text.isEmpty == true
        label.setLabel(
            content.isFiltered
                ? ResultsFilterText.count(content.count)
                : SearchText.count(
                    content, isTrending: isTrending, of: model.profile.service, presentation: presentation))
    }
}
