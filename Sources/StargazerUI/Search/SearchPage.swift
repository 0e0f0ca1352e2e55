import CStargazer
package import GtkBridge
import StargazerCore

/// The page that searches: entry, sort, results and the states around them.
@MainActor package final class SearchPage {
    package let root: Handle
    let entry: SearchEntry
    package let results: ItemCollection
    private let model: SearchViewModel
    private let face: any CatalogFace
    private let content: Handle
    private let countRow: Handle
    private let count: Handle
    private let progress: Handle
    private let spinner: Handle
    let recent: RecentSearches
    let status: SearchStatus
    private let start: Handle
    /// Below everything, while results show: what the service asks to be said, and what became of its key.
    private let foot: Handle
    private let key: KeyViewModel?
    private let keyPage: KeyPage?
    private var sortMenu: SortMenu?
    private let queryBar: QueryBar
    private let filterMenu: FilterMenu
    let suggestions: SuggestionList
    private let typing: SuggestionsViewModel
    private var wasAsking = false
    private var observations: [Observe] = []
    private var paintedQuery: SearchQuery?
    private var firstRow = FirstRowWish.none

    /// Down and Enter that came before the results did.
    private enum FirstRowWish { case none, focus, open }

    /// - Parameters:
    ///   - suggestions: what is offered while somebody types.
    ///   - key: of this catalog; nil where it needs none.
    ///   - catalogs: those that can be searched in its place; no choice is offered among less than two.
    ///   - openSample: starts the sample catalog; nil when this is it.
    ///   - standing: whether somebody is signed in, for what failures offer.
    init(
        model: SearchViewModel, suggestions typing: SuggestionsViewModel, key: KeyViewModel?, catalogs: [CatalogKind],
        pictures: PictureStore, openSample: (@MainActor () -> Void)?,
        standing: @escaping @MainActor () -> AccountStanding
    ) {
        self.model = model
        self.key = key
        face = CatalogFaces.every[model.profile.kind]
        status = SearchStatus(model: model, standing: standing, openSample: openSample)
        let ui = UIBuilder(PackageResources.SearchPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        entry = SearchEntry(ui["entry"], name: SearchText.title)
        let face = face
        entry.ask(face.placeholder)
        start = ui["start"]
        foot = ui["foot"]
        keyPage = key.flatMap { key in
            face.keyWords.map { KeyPage(model: key, words: $0, service: model.profile.service) }
        }
        if catalogs.count > 1 {
            adw_clamp_set_child(ui["catalogs"].opaque, CatalogToggles.make(catalogs).widget)
            ui["catalogs"].setVisible(true)
        }
        queryBar = QueryBar(ui, query: model.query, face: face)
        filterMenu = FilterMenu(button: ui["filters"], model: model, face: face)
        self.typing = typing
        suggestions = SuggestionList(entry: entry, anchor: ui["entry-row"], model: typing, face: face)
        content = ui["content"]
        countRow = ui["count-row"]
        count = ui["count"]
        progress = ui["progress"]
        spinner = ui["spinner"]
        recent = RecentSearches(box: ui["recent"], list: ui["recent-list"], clear: ui["clear-history"], model: model)
        results = ItemCollection(
            name: SearchText.results, describedBy: count, shape: model.profile.shape, pictures: pictures,
            origin: TailOrigin(service: model.profile.service, standing: standing))
        gtk_stack_add_named(content.opaque, results.root.widget, "results")
        gtk_stack_add_named(content.opaque, status.root.widget, "status")
        if let keyPage { gtk_stack_add_named(content.opaque, keyPage.root.widget, "key") }
        connect()
        connect(sortButton: ui["sort"], words: ui["order"])
        observations = [
            Observe { [weak self] in self?.paint() },
            Observe { [weak self] in self?.keyChanged() },
            Observe { [start, face] in
                adw_status_page_set_description(start.opaque, Markup.escape(face.startSentence(standing())))
            },
        ]
    }

    private func connect() {
        entry.typed = { [weak self] text in
            self?.firstRow = .none
            self?.model.queryChanged(text)
            self?.typing.typed(text)
        }
        entry.enterPressed = { [weak self] in self?.enterPressed() }
        entry.downPressed = { [weak self] in self?.downPressed() }
        status.editSearch = { [weak self] in self?.entry.focus() }
        results.leftUpwards = { [weak self] in self?.entry.focus() }
        recent.leftUpwards = { [weak self] in self?.entry.focus() }
        results.endCameNear = { [weak self] in self?.model.loadNextBatch() }
        results.actions.on(.loadMore) { [weak self] in self?.model.loadNextBatch() }
        results.actions.on(.tryAgain) { [weak self] in self?.model.tryBatchAgain() }
        results.actions.on(.toggleFavorite) { [weak self] id in self?.model.toggleFavorite(id) }
    }

    private func connect(sortButton: Handle, words: Handle) {
        // One order is no choice.
        guard model.profile.sorts.count > 1 else { return [sortButton, words].forEach { $0.setVisible(false) } }
        sortMenu = SortMenu(
            button: sortButton, words: words
        ) { [weak self] key, direction in
            guard let self else { return }
            var sort = self.model.sort
            if let key { sort.key = SortKey(rawValue: key) }
            if let direction { sort.direction = SortDirection(rawValue: direction) ?? sort.direction }
            self.model.sortChanged(sort)
        }
        sortMenu?.offer(
            model.profile.sorts.map { .init(value: $0.rawValue, label: SearchText.sortName($0, of: face)) })
    }

    /// The keyboard goes to the results, as soon as they are there.
    func focusResults() { downPressed() }

    private func enterPressed() {
        if suggestions.enterPressed() { return }
        if firstRow == .focus {
            firstRow = .open
        } else {
            model.submit()
        }
    }

    private func downPressed() {
        if model.isAwaitingAnswer {
            firstRow = .focus
        } else if results.focusSelectedRow() == nil {
            recent.focusFirst()
        }
    }

    /// The key came: what could not be asked is asked, and the keyboard goes on where one searches.
    private func keyChanged() {
        guard let key, let keyPage, key.phase.isReady else { return }
        let hadFocus = gtk_widget_get_focus_child(keyPage.root.widget) != nil
        // Not within the painting.
        Task { [weak self] in
            self?.model.keyArrived()
            if hadFocus { self?.entry.focus() }
        }
    }

    private func paint() {
        entry.show(model.text)
        sortMenu?.show(
            SearchText.order(model.sort, of: face), key: model.sort.key.rawValue,
            direction: model.sort.direction.rawValue,
            hasDirection: model.sort.key.hasDirection)
        recent.show(model.recentQueries)
        // With nothing to press it would be scrolled by keys, as something that has no name.
        gtk_widget_set_can_focus(start.widget, model.recentQueries.isEmpty ? 0 : 1)
        let phase = model.phase
        paintProgress(phase)
        if wasAsking, !phase.isAsking { suggestions.answerCame() }
        wasAsking = phase.isAsking
        paintFoot(phase)
        switch phase {
        case _ where key?.phase == .looking: showPage("quiet")
        case _ where keyPage != nil && key?.phase.isReady == false: showKey()
        case .start: showPage("start")
        case .searching(let previous?, _): paint(previous)
        case .searching(nil, let isSlow): showPage(isSlow ? "spinner" : "quiet")
        case .results(let results, let notice):
            paint(results)
            if notice != nil { firstRow = .none } else if !model.isAwaitingAnswer { grantFirstRow() }
        case .empty(let query):
            status.showNone(query)
            showStatus()
        case .failed(let failure):
            status.show(failure)
            showStatus()
        }
        if phase.shownResults == nil || visiblePage == "key" {
            countRow.setVisible(false)
            results.scrollToTop()
            results.show(ListEntries())
        }
    }

    private func showKey() {
        firstRow = .none
        paintedQuery = nil
        showPage("key")
    }

    private func paintFoot(_ phase: SearchPhase) {
        var words = [face.attribution].compactMap(\.self)
        if case .ready(let unkept?) = key?.phase { words.append(KeyText.unkept(unkept)) }
        foot.setLabel(words.joined(separator: "\n"))
        foot.setVisible(!words.isEmpty && phase.shownResults != nil && key?.phase.isReady != false)
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
        count.setLabel(SearchText.count(content, isTrending: isTrending, of: model.profile.service))
        results.root.setClass("older", content.olderQuery != nil)
        countRow.setVisible(true)
        var isNew = false
        if case .results = model.phase { isNew = model.searchedQuery != paintedQuery }
        if isNew {
            paintedQuery = model.searchedQuery
            results.clearSelection()
            results.scrollToTop()
        }
        results.show(
            .results(content.rows, tail: content.tail) { [weak self] place in self?.model.rowsShow(from: place) })
        showPage("results")
    }

    /// What is shown, or on its way, answers a blank entry.
    private var isTrending: Bool { model.searchedQuery?.text.isEmpty == true }

    /// Down or Enter that came early takes the first row now.
    private func grantFirstRow() {
        let wish = firstRow
        firstRow = .none
        guard wish != .none, let id = results.focusSelectedRow() else { return }
        if wish == .open { ItemActions.run(.open, id, from: results.root) }
    }

    private var visiblePage: String {
        gtk_stack_get_visible_child_name(content.opaque).map { String(cString: $0) } ?? ""
    }

    private func showPage(_ name: String) {
        if name != "status" { status.hidden() }
        if visiblePage != name { gtk_stack_set_visible_child_name(content.opaque, name) }
    }
}
