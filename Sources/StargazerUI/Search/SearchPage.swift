import CStargazer
package import GtkBridge
import StargazerCore

/// The page that searches: entry, sort, results and the states around them.
@MainActor package final class SearchPage {
    package let root: Handle
    let entry: Handle
    package let results: ItemList
    private let model: SearchViewModel
    private let content: Handle
    private let countRow: Handle
    private let count: Handle
    private let progress: Handle
    private let spinner: Handle
    private let recent: RecentSearches
    private let status = StatusView()
    private let openSample: (@MainActor () -> Void)?
    private let standing: @MainActor () -> AccountStanding
    private var sortMenu: SortMenu?
    private var observation: Observe?
    private var paintedQuery: SearchQuery?
    private var firstRow = FirstRowWish.none
    /// The text that entry and model agreed on last. What the entry holds beyond it was typed and is still to be told.
    private var knownText = ""

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
        self.openSample = openSample
        self.standing = standing
        let ui = UIBuilder(PackageResources.SearchPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        entry = ui["entry"]
        content = ui["content"]
        countRow = ui["count-row"]
        count = ui["count"]
        progress = ui["progress"]
        spinner = ui["spinner"]
        recent = RecentSearches(box: ui["recent"], list: ui["recent-list"], clear: ui["clear-history"], model: model)
        results = ItemList(name: SearchText.results, describedBy: count, pictures: pictures)
        gtk_stack_add_named(content.opaque, results.root.widget, "results")
        gtk_stack_add_named(content.opaque, status.root.widget, "status")
        entry.setAccessibleName(SearchText.title)
        connect(sortButton: ui["sort"])
        observation = Observe { [weak self] in self?.paint() }
    }

    func focusEntry() {
        entry.grabFocus()
        gtk_editable_select_region(entry.opaque, 0, -1)
    }

    private func connect(sortButton: Handle) {
        Signals.connect(entry, "changed") { [weak self] in
            // Typing over a selection empties the entry first: look when all of it has happened.
            Task { self?.takeText() }
        }
        Signals.connect(entry, "activate") { [weak self] in self?.enterPressed() }
        Signals.connect(entry, "stop-search") { [weak self] in self?.escapePressed() }
        Keys.watch(entry, beforeChildren: true) { [weak self] press in
            guard press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), press.modifiers & 0xF == 0 else { return false }
            self?.downPressed()
            return true
        }
        results.leftUpwards = { [weak self] in self?.focusEntry() }
        results.endCameNear = { [weak self] in self?.model.loadNextBatch() }
        results.events.loadMore = { [weak self] in self?.model.loadNextBatch() }
        results.events.tryBatchAgain = { [weak self] in self?.model.tryBatchAgain() }
        results.events.standing = standing
        results.events.toggleFavorite = { [weak self] id in self?.model.toggleFavorite(id) }
        sortMenu = SortMenu(
            button: sortButton, name: SearchText.sort,
            keys: model.sortKeys.map { .init(value: $0.rawValue, label: SearchText.sortName($0)) },
            directions: [
                .init(value: SortDirection.descending.rawValue, label: SearchText.descending),
                .init(value: SortDirection.ascending.rawValue, label: SearchText.ascending),
            ]
        ) { [weak self] key, direction in
            guard let self else { return }
            var sort = self.model.sort
            if let key { sort.key = SortKey(rawValue: key) ?? sort.key }
            if let direction { sort.direction = SortDirection(rawValue: direction) ?? sort.direction }
            self.model.sortChanged(sort)
        }
    }

    private var entryText: String { String(cString: gtk_editable_get_text(entry.opaque)) }

    /// Tells the model what was typed since it was told last.
    private func takeText() {
        let text = entryText
        guard text != knownText else { return }
        knownText = text
        firstRow = .none
        model.queryChanged(text)
    }

    private func enterPressed() {
        takeText()
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

    private func escapePressed() {
        guard !entryText.isEmpty else { return }
        gtk_editable_set_text(entry.opaque, "")
        takeText()
    }

    private func paint() {
        if model.text != knownText {
            knownText = model.text
            gtk_editable_set_text(entry.opaque, model.text)
        }
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
        case .empty(let query): paintEmpty(query)
        case .failed(let failure): paint(failure)
        }
        if phase.shownResults == nil {
            countRow.setVisible(false)
            results.scrollToTop()
            results.show([])
        }
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

    private func paintEmpty(_ query: String) {
        firstRow = .none
        paintedQuery = nil
        var actions: [StatusView.Action] = []
        let loose = SearchLoosening.withoutQualifiers(query)
        if loose != query, !loose.isEmpty {
            actions.append(
                .init(label: SearchText.searchWithoutQualifiers, isSuggested: true) { [weak self] in
                    self?.model.searchAgain(recent: loose)
                })
        }
        actions.append(
            .init(label: SearchText.clearSearch) { [weak self] in
                self?.model.clear()
                self?.focusEntry()
            })
        status.show(
            icon: "edit-find-symbolic", heading: SearchText.emptyHeading, sentence: SearchText.emptySentence(query),
            actions: actions)
        showPage("status")
    }

    private var paintedFailure: (failure: CatalogFailure, standing: AccountStanding)?

    private func paint(_ failure: FailureContent) {
        firstRow = .none
        paintedQuery = nil
        let standing = standing()
        let wording = FailureText.wording(of: failure, standing: standing)
        if let painted = paintedFailure, painted == (failure.failure, standing), visiblePage == "status" {
            status.retell(sentence: wording.sentence)
            return
        }
        paintedFailure = (failure.failure, standing)
        var actions = wording.actions.enumerated().map { index, action in
            StatusView.Action(label: FailureText.label(of: action), isSuggested: index == 0) { [weak self] in
                self?.act(action)
            }
        }
        if failure.failure == .offline, let openSample {
            actions.append(.init(label: FailureText.openSampleCatalog, run: openSample))
        }
        status.show(
            icon: wording.icon, heading: wording.heading, sentence: wording.sentence, code: wording.code,
            actions: actions)
        showPage("status")
    }

    private func act(_ action: FailureWording.Action) {
        switch action {
        case .tryAgain: model.tryAgain()
        case .editSearch: focusEntry()
        case .signIn, .signInAgain, .openPreferences:
            _ = gtk_widget_activate_action_variant(root.widget, "win.sign-in", nil)
        }
    }

    private var visiblePage: String {
        gtk_stack_get_visible_child_name(content.opaque).map { String(cString: $0) } ?? ""
    }

    private func showPage(_ name: String) {
        if visiblePage == "status", name != "status" { paintedFailure = nil }
        if visiblePage != name { gtk_stack_set_visible_child_name(content.opaque, name) }
    }
}
