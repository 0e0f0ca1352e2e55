import CStargazer
package import GtkBridge
import StargazerCore

/// The page that searches: entry, sort, results and the states around them.
@MainActor package final class SearchPage {
    package let root: Handle
    let entry: SearchEntry
    package let results: ItemList
    private let model: SearchViewModel
    private let content: Handle
    private let countRow: Handle
    private let count: Handle
    private let progress: Handle
    private let spinner: Handle
    private let recent: RecentSearches
    private let status: SearchStatus
    private let start: Handle
    private var sortMenu: SortMenu?
    private var observations: [Observe] = []
    private var paintedQuery: SearchQuery?
    private var firstRow = FirstRowWish.none

    /// Down and Enter that came before the results did.
    private enum FirstRowWish { case none, focus, open }

    /// - Parameters:
    ///   - openSample: starts the sample catalog; nil when this is it.
    ///   - standing: whether somebody is signed in, for what failures offer.
    init(
        model: SearchViewModel, pictures: PictureStore, openSample: (@MainActor () -> Void)?,
        standing: @escaping @MainActor () -> AccountStanding
    ) {
        self.model = model
        status = SearchStatus(model: model, standing: standing, openSample: openSample)
        let ui = UIBuilder(PackageResources.SearchPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        entry = SearchEntry(ui["entry"], name: SearchText.title)
        start = ui["start"]
        content = ui["content"]
        countRow = ui["count-row"]
        count = ui["count"]
        progress = ui["progress"]
        spinner = ui["spinner"]
        recent = RecentSearches(box: ui["recent"], list: ui["recent-list"], clear: ui["clear-history"], model: model)
        results = ItemList(name: SearchText.results, describedBy: count, pictures: pictures)
        gtk_stack_add_named(content.opaque, results.root.widget, "results")
        gtk_stack_add_named(content.opaque, status.root.widget, "status")
        connect(standing)
        connect(sortButton: ui["sort"])
        observations = [
            Observe { [weak self] in self?.paint() },
            Observe { [start] in
                adw_status_page_set_description(start.opaque, Markup.escape(SearchText.startSentence(standing())))
            },
        ]
    }

    private func connect(_ standing: @escaping @MainActor () -> AccountStanding) {
        entry.typed = { [weak self] text in
            self?.firstRow = .none
            self?.model.queryChanged(text)
        }
        entry.enterPressed = { [weak self] in self?.enterPressed() }
        entry.downPressed = { [weak self] in self?.downPressed() }
        status.editSearch = { [weak self] in self?.entry.focus() }
        results.leftUpwards = { [weak self] in self?.entry.focus() }
        results.endCameNear = { [weak self] in self?.model.loadNextBatch() }
        results.events.loadMore = { [weak self] in self?.model.loadNextBatch() }
        results.events.tryBatchAgain = { [weak self] in self?.model.tryBatchAgain() }
        results.events.standing = standing
        results.events.toggleFavorite = { [weak self] id in self?.model.toggleFavorite(id) }
    }

    private func connect(sortButton: Handle) {
        sortMenu = SortMenu(
            button: sortButton, keys: model.sortKeys.map { .init(value: $0.rawValue, label: SearchText.sortName($0)) }
        ) { [weak self] key, direction in
            guard let self else { return }
            var sort = self.model.sort
            if let key { sort.key = SortKey(rawValue: key) ?? sort.key }
            if let direction { sort.direction = SortDirection(rawValue: direction) ?? sort.direction }
            self.model.sortChanged(sort)
        }
    }

    private func enterPressed() {
        if firstRow == .focus {
            firstRow = .open
        } else {
            model.submit()
        }
    }

    private func downPressed() {
        if case .searching = model.phase {
            firstRow = .focus
        } else {
            results.focusSelectedRow()
        }
    }

    private func paint() {
        entry.show(model.text)
        sortMenu?.show(
            key: model.sort.key.rawValue, direction: model.sort.direction.rawValue,
            hasDirection: model.sort.key != .bestMatch)
        recent.show(model.recentQueries)
        let phase = model.phase
        paintProgress(phase)
        switch phase {
        case .start: showPage("start")
        case .searching(let previous?, _): paint(previous)
        case .searching(nil, let isSlow): showPage(isSlow ? "spinner" : "quiet")
        case .results(let results, _):
            paint(results)
            grantFirstRow()
        case .empty(let query):
            status.showNone(query)
            showStatus()
        case .failed(let failure):
            status.show(failure)
            showStatus()
        }
        if phase.shownResults == nil {
            countRow.setVisible(false)
            results.scrollToTop()
            results.show([])
        }
    }

    private func showStatus() {
        firstRow = .none
        paintedQuery = nil
        showPage("status")
    }

    private func paintProgress(_ phase: SearchPhase) {
        var (waits, works) = (false, false)
        if case .searching(let previous, let isSlow) = phase, isSlow {
            waits = previous == nil
            works = previous != nil
        }
        gtk_spinner_set_spinning(spinner.opaque, waits ? 1 : 0)
        progress.setVisible(works)
        gtk_spinner_set_spinning(progress.opaque, works ? 1 : 0)
    }

    private func paint(_ content: ResultsContent) {
        count.setLabel(RowText.count(content.count))
        countRow.setVisible(true)
        var isNew = false
        if case .results = model.phase { isNew = model.searchedQuery != paintedQuery }
        if isNew {
            paintedQuery = model.searchedQuery
            results.clearSelection()
            results.scrollToTop()
        }
        results.show(ListEntry.entries(content.rows, tail: content.tail))
        showPage("results")
    }

    /// Down or Enter that came early takes the first row now.
    private func grantFirstRow() {
        let wish = firstRow
        firstRow = .none
        guard wish != .none, let id = results.focusSelectedRow() else { return }
        if wish == .open { results.events.open(id) }
    }

    private var visiblePage: String {
        gtk_stack_get_visible_child_name(content.opaque).map { String(cString: $0) } ?? ""
    }

    private func showPage(_ name: String) {
        if name != "status" { status.hidden() }
        if visiblePage != name { gtk_stack_set_visible_child_name(content.opaque, name) }
    }
}
