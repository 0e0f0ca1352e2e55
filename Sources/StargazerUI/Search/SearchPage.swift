import CStargazer
package import GtkBridge
import StargazerCore

/// The page that searches: entry, sort, results and the states around them.
@MainActor package final class SearchPage {
    package let root: Handle
    let entry: SearchEntry
    package let results: ItemCollection
    private let model: SearchViewModel
    private let presentation: any CatalogPresentation
    private let content: Handle
    private let line: ResultsHeader
    private let spinner: Handle
    private let offered: SuggestedSearchesView
    let start: StartPage
    let status: SearchStatus
    /// Below everything, while results show: what the service asks to be said, and what became of its key.
    private let foot: Handle
    private let key: APIKeyViewModel?
    private let keyPage: APIKeyPage?
    private let queryBar: QueryBar
    private let filterMenu: FilterMenu
    private let filter: ResultsFilter
    /// Enter on what may be an address; says whether it was one.
    var openLink: (String) -> Bool = { _ in false }
    let suggestions: SuggestionList
    let matches: MatchingFavoritesView
    private let typing: SuggestionsViewModel
    private var observations: [Observe] = []
    private var paintedQuery: SearchQuery?
    private var paintedFilter: String?
    private var firstRow = FirstRowWish.none

    /// Down and Enter that came before the results did.
    private enum FirstRowWish { case none, focus, open }

    /// - Parameters:
    ///   - suggestions: what is offered while somebody types.
    ///   - start: what stands where results will.
    ///   - matches: favorites that answer what is searched for.
    ///   - stars: those of an account that can be brought in; nil where nobody signs in.
    ///   - key: of this catalog; nil where it needs none.
    ///   - catalogs: those that can be searched in its place; no choice is offered among less than two.
    ///   - openSample: starts the sample catalog; nil when this is it.
    ///   - standing: whether somebody is signed in, for what failures offer.
    init(
        model: SearchViewModel, suggestions typing: SuggestionsViewModel, start: StartViewModel,
        stars: StarImportViewModel?, matches: MatchingFavorites, key: APIKeyViewModel?, catalogs: [CatalogKind],
        pictures: PictureStore, openSample: (@MainActor () -> Void)?,
        signInState: @escaping @MainActor () -> SignInState
    ) {
        self.model = model
        self.key = key
        presentation = CatalogPresentations.registered[model.profile.kind]
        status = SearchStatus(model: model, signInState: signInState, openSample: openSample)
        let ui = UIBuilder(PackageResources.SearchPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        entry = SearchEntry(ui["entry"], name: SearchText.entry)
        let presentation = presentation
        entry.setPlaceholder(presentation.placeholder)
        self.start = StartPage(
            model: start, stars: stars?.host == model.profile.host ? stars : nil, presentation: presentation,
            pictures: pictures
        ) { presentation.startPageDescription(signInState()) }
        foot = ui["foot"]
        offered = SuggestedSearchesView(model: model)
        gtk_box_insert_child_after(root.cast(), offered.root.widget, ui["catalogs"].widget)
        keyPage = key.flatMap { key in
            presentation.apiKeyInstructions.map { APIKeyPage(model: key, words: $0, service: model.profile.service) }
        }
        if catalogs.count > 1 {
            adw_clamp_set_child(ui["catalogs"].opaque, CatalogToggles.make(catalogs).widget)
            ui["catalogs"].setVisible(true)
        }
        queryBar = QueryBar(ui, query: model.query, presentation: presentation)
        filterMenu = FilterMenu(button: ui["filters"], model: model, presentation: presentation)
        filter = ResultsFilter(button: ui["narrow"], container: ui["filter-place"], model: model)
        self.typing = typing
        suggestions = SuggestionList(entry: entry, anchor: ui["entry-row"], model: typing, presentation: presentation)
        self.matches = MatchingFavoritesView(container: ui["matches-place"], box: ui["matches"], model: matches)
        content = ui["content"]
        line = ResultsHeader(ui, model: model, presentation: presentation)
        spinner = ui["spinner"]
        results = ItemCollection(
            name: SearchText.results, describedBy: line.label, shape: model.profile.shape, pictures: pictures,
            origin: ListFooterContext(
                service: model.profile.service, loadBeyondLimit: presentation.loadBeyondLimit, signInState: signInState)
        )
        gtk_stack_add_named(content.opaque, self.start.root.widget, "start")
        gtk_stack_add_named(content.opaque, results.root.widget, "results")
        gtk_stack_add_named(content.opaque, status.root.widget, "status")
        if let keyPage { gtk_stack_add_named(content.opaque, keyPage.root.widget, "key") }
        connect()
        observations = [
            Observe { [weak self] in self?.paint() },
            Observe { [weak self] in self?.keyChanged() },
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
        results.movedAboveFirstRow = { [weak self] in
            if let self, !self.filter.focus() { self.entry.focus() }
        }
        filter.goToRows = { [weak self] in
            if let self, self.results.focusSelectedRow() == nil { self.entry.focus() }
        }
        start.movedAboveFirstRow = { [weak self] in self?.entry.focus() }
        results.didApproachEnd = { [weak self] in self?.model.didApproachEnd() }
        results.actions.on(.loadMore) { [weak self] in self?.model.loadNextBatch() }
        results.actions.on(.tryAgain) { [weak self] in self?.model.retryBatch() }
        results.actions.on(.loadBeyondLimit) { [weak self] in self?.model.loadBeyondResultLimit() }
        results.actions.on(.toggleFavorite) { [weak self] id in self?.model.toggleFavorite(id) }
    }

    /// The keyboard goes to what narrows the results.
    /// - Returns: whether there are any.
    func filterResults() -> Bool {
        results.cancelPendingFocus()
        return visiblePage != "key" && filter.begin()
    }

    /// The keyboard goes to the results, as soon as they are there.
    func focusResults() { downPressed() }

    private func enterPressed() {
        if suggestions.enterPressed() || openLink(model.text) { return }
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
            start.focusFirst()
        }
    }

    /// The key came: what could not be asked is asked, and the keyboard goes on where one searches.
    private func keyChanged() {
        guard let key, let keyPage, key.phase.isReady else { return }
        let hadFocus = gtk_widget_get_focus_child(keyPage.root.widget) != nil
        // Not within the painting.
        Task { [weak self] in
            self?.model.apiKeyBecameAvailable()
            if hadFocus { self?.entry.focus() }
        }
    }

    private func paint() {
        entry.show(model.text)
        line.paintOrder()
        let phase = model.phase
        paintProgress(phase)
        paintFoot(phase)
        switch phase {
        case _ where key?.phase == .loading: showPage("quiet")
        case _ where keyPage != nil && key?.phase.isReady == false: showKey()
        case .start: showPage("start")
        case .searching(let previous?, _):
            paint(previous)
            if !model.isAwaitingAnswer { grantFirstRow() }
        case .searching(nil, let isSlow): showPage(isSlow ? "spinner" : "quiet")
        case .results(let results, let notice):
            paint(results)
            if notice != nil { firstRow = .none } else if !model.isAwaitingAnswer { grantFirstRow() }
        case .empty(let query):
            status.showNoResults(query)
            showStatus()
        case .failed(let failure):
            status.show(failure)
            showStatus()
        }
        let hasResults = phase.shownResults != nil && visiblePage != "key"
        filter.paint(hasResults: hasResults)
        if !hasResults {
            line.paint(nil)
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
        var words = [presentation.attribution].compactMap(\.self)
        if case .ready(let notSavedWarning?) = key?.phase { words.append(APIKeyText.notSavedWarning(notSavedWarning)) }
        foot.setLabel(words.joined(separator: "\n"))
        foot.setVisible(!words.isEmpty && phase.shownResults != nil && key?.phase.isReady != false)
    }

    /// Nothing that has been loaded passes the filter.
    private func showNoMatch(_ footer: ListFooter) {
        let hadFocus = status.root.hasFocusInside
        status.showNoMatch(model.filter ?? "", footer: footer) { [weak self] in self?.filter.clear() }
        results.show(ListEntries())
        showPage("status")
        if hadFocus, !status.root.hasFocusInside { _ = filter.focus() }
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
        line.paintProgress(works)
    }

    private func paint(_ content: ResultsContent) {
        line.paint(content)
        results.root.setClass("older", content.olderQuery != nil)
        // Until the answer is there, what shows is of an older question, unless it was kept of the same one.
        var isAnswer = content.cacheAge != nil
        if case .results = model.phase { isAnswer = true }
        let isNew = isAnswer && model.searchedQuery != paintedQuery
        if isNew {
            paintedQuery = model.searchedQuery
            results.clearSelection()
            results.scrollToTop()
        }
        if paintedFilter != model.filter {
            paintedFilter = model.filter
            results.scrollToTop()
        }
        if content.isFiltered, content.rows.isEmpty { return showNoMatch(content.footer) }
        results.show(
            .results(content.rows, footer: content.footer) { [weak self] place in
                self?.model.rowsBecameVisible(from: place)
            },
            isNew: isNew)
        showPage("results")
    }

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
        if name != "status" { status.didHide() }
        guard visiblePage != name else { return }
        // Screen readers would find what is in a stack whether or not it shows.
        if name == "start" { start.root.setVisible(true) }
        gtk_stack_set_visible_child_name(content.opaque, name)
        if name != "start" { start.root.setVisible(false) }
    }
}
