import CStargazer
import GtkBridge
import StargazerCore
package import StargazerLibrary

/// The content of a search's list page: results, the start page before them, and status pages.
@MainActor package final class SearchListContent: ListPageContent {
    package let list: ItemCollection
    package var editSearch: @MainActor () -> Void = {} { didSet { status.editSearch = editSearch } }
    let start: StartPage
    let status: SearchStatus
    private let model: SearchViewModel
    private let frame: ListPageFrame
    private let presentation: any CatalogPresentation
    private let key: APIKeyViewModel?
    private let keyPage: APIKeyPage?
    private let filter: ResultsFilter
    private let suggestedSearches: SuggestedSearchesView
    private var paintedQuery: SearchQuery?
    private var hasFailureNotice = false
    private var observation: Observe?

    /// - Parameter chooseSource: searches another service, by its name.
    init(
        model: SearchViewModel, of app: AppModel, frame: ListPageFrame, ui: UIBuilder, pictures: PictureStore,
        openSample: (@MainActor () -> Void)?, hasFavorites: @escaping @MainActor () -> Bool,
        chooseSource: @escaping @MainActor (String) -> Void
    ) {
        let host = model.profile.host
        let signInState: @MainActor () -> SignInState = { [weak app] in app?.signInState(on: host) ?? .none }
        self.model = model
        self.frame = frame
        let presentation = CatalogPresentations.registered[model.profile]
        self.presentation = presentation
        key = model.requiresKey ? app.keys[model.profile.kind] : nil
        status = SearchStatus(
            model: model, signInState: signInState, openSample: openSample, hasFavorites: hasFavorites)
        start = StartPage(
            model: StartViewModel(search: model, of: app),
            stars: app.starsImport?.host == model.profile.host ? app.starsImport : nil, presentation: presentation,
            pictures: pictures)
        keyPage = key.flatMap { key in
            presentation.apiKeyInstructions.map {
                let other = app.sources.keyless(of: model.profile.kind)
                return APIKeyPage(
                    model: key, words: $0, service: model.profile.service,
                    alternative: other.map { service in (service, { @MainActor in chooseSource(service) }) })
            }
        }
        filter = ResultsFilter(container: ui["filter-place"], model: model)
        suggestedSearches = SuggestedSearchesView(model: model)
        frame.insert(aboveList: suggestedSearches.root)
        list = ItemCollection(
            name: SearchText.results, describedBy: frame.count, shape: model.profile.shape, pictures: pictures,
            origin: ListFooterContext(
                service: model.profile.service, loadBeyondLimit: presentation.loadBeyondLimit, signInState: signInState),
            several: model.selection, maxSummaryLines: presentation.summaryLines)
        frame.add(start.root, named: "start")
        frame.add(status.root, named: "status")
        if let keyPage { frame.add(keyPage.root, named: "key") }
        connect()
        observation = Observe { [weak self] in self?.keyChanged() }
    }

    private func connect() {
        filter.goToRows = { [weak self] in
            // Enter may come before the rows that were typed for.
            _ = self?.paint()
            self?.list.focusSelectedRow()
        }
        filter.returnFocus = { [weak self] in
            // Without a selected row, the first one would take the focus, and the list would leave its place.
            guard let self else { return }
            if self.list.selectedID == nil { self.editSearch() } else { self.list.focusSelectedRow() }
        }
        start.movedAboveFirstRow = { [weak self] in self?.editSearch() }
        list.didApproachEnd = { [weak model] in model?.didApproachEnd() }
        list.actions.on(.loadMore) { [weak model] in model?.loadNextBatch() }
        list.actions.on(.tryAgain) { [weak model] in model?.retryBatch() }
        list.actions.on(.loadBeyondLimit) { [weak model] in model?.loadBeyondResultLimit() }
    }

    package func sortName(_ key: SortKey) -> String { SearchText.sortName(key, of: presentation) }
    package func order(_ sort: ItemOrder) -> String { SearchText.order(sort, of: presentation) }
    package func submitted() {}
    package func focusFirst() { start.focusFirst() }
    /// Moves the focus to the field for the key, while the key is missing.
    func focusKey() { if frame.shown == "key" { keyPage?.focus() } }

    package func beginFilter() -> Bool {
        list.cancelPendingFocus()
        return frame.shown != "key" && filter.begin()
    }

    package func focusFilter() -> Bool { filter.focus() }
    package func endFilter() -> Bool { filter.end() }

    /// Sends the search that waited for the key, and moves the focus from the key page to the entry.
    private func keyChanged() {
        guard let key, let keyPage, key.phase.isReady else { return }
        let hadFocus = gtk_widget_get_focus_child(keyPage.root.widget) != nil
        // Not while painting.
        Task { [weak self] in
            self?.model.apiKeyBecameAvailable()
            if hadFocus { self?.editSearch() }
        }
    }

    // MARK: Painting

    package func paint() -> Bool {
        let phase = model.phase
        var (isRefreshing, isNew) = (false, false)
        switch phase {
        case _ where key?.phase == .loading: showPart("quiet")
        case _ where keyPage != nil && key?.phase.isReady == false: showPart("key")
        case .start:
            isNew = frame.shown != "start"
            showPart("start")
        case .searching(let previous?, let isSlow):
            isRefreshing = isSlow
            isNew = paint(previous)
        case .searching(nil, _) where !model.matchingFavorites.items.isEmpty: showMatchingFavorites()
        case .searching(nil, let isSlow): showPart(isSlow ? "spinner" : "quiet")
        case .results(let results, _): isNew = paint(results)
        case .empty(let query):
            status.showNoResults(query)
            showPart("status")
            isNew = true
        case .failed(let failure):
            status.show(failure)
            showPart("status")
        }
        let results = frame.shown == "key" ? nil : phase.shownResults
        frame.showCount(results.map(count), isRefreshing: isRefreshing)
        filter.paint(hasResults: results != nil)
        paintFootnote(hasResults: results != nil)
        if results == nil, frame.shown != "rows" {
            list.show(ListEntries())
        }
        return isNew
    }

    /// - Parameter part: not the results. Those of the same query come back after a failure, at their place.
    private func showPart(_ part: String) {
        if part != "status" { status.didHide() }
        if ["start", "key"].contains(part) { paintedQuery = nil }
        frame.show(part)
    }

    private func count(_ content: ResultsContent) -> String {
        // A search without text shows what is trending.
        let isTrending = model.searchedQuery?.text.isEmpty == true
        return content.isFiltered
            ? ResultsFilterText.count(content.count)
            : SearchText.count(content, isTrending: isTrending, of: model.profile.service, presentation: presentation)
    }

    private func paintFootnote(hasResults: Bool) {
        var lines = [presentation.attribution].compactMap(\.self)
        if case .ready(let notSavedWarning?) = key?.phase { lines.append(APIKeyText.notSavedWarning(notSavedWarning)) }
        frame.showFootnote(hasResults ? lines : [])
    }

    private func paint(_ content: ResultsContent) -> Bool {
        list.root.setClass("older", content.olderQuery != nil)
        // Until the server answers, or while it cannot be reached, the visible results belong to an older query, unless they
        // are cached results of the same one.
        var isAnswer = content.cacheAge != nil
        if case .results = model.phase, content.olderQuery == nil { isAnswer = true }
        let isNew = isAnswer && model.searchedQuery != paintedQuery
        if isNew { paintedQuery = model.searchedQuery }
        if content.isFiltered, content.rows.isEmpty {
            showNoMatch(content.footer, isNew: isNew)
            return isNew
        }
        status.didHide()
        list.show(
            .results(sections(content), footer: content.footer) { [weak model] place in
                model?.rowsBecameVisible(from: place)
            },
            isNew: isNew, filter: content.isFiltered ? model.filter : nil)
        frame.show("rows")
        paintNoticePlace()
        return isNew
    }

    /// Keeps the rows where they are while the banner about a failure takes room from the list, or gives it back.
    private func paintNoticePlace() {
        let hasNotice = if case .results(_, _?) = model.phase { true } else { false }
        guard hasNotice != hasFailureNotice else { return }
        hasFailureNotice = hasNotice
        list.keepScrollPosition()
    }

    /// Shows the matching favorites, which are there before the server answers.
    private func showMatchingFavorites() {
        status.didHide()
        paintedQuery = nil
        list.show(.results([ListSection(model.matchingFavorites.items, under: heading(FavoritesText.title))]))
        frame.show("rows")
    }

    /// Returns the results, below matching favorites if there are any.
    private func sections(_ content: ResultsContent) -> [ListSection] {
        let matches = content.isFiltered ? [] : model.matchingFavorites.items
        guard !matches.isEmpty else { return [ListSection(content.rows)] }
        let known = Set(matches.map(\.id))
        let favorites = ListSection(matches, under: heading(FavoritesText.title))
        let others = content.rows.filter { !known.contains($0.id) }
        return [favorites] + (others.isEmpty ? [] : [ListSection(others, under: heading(SearchText.results))])
    }

    /// A grid has only cells, and its favorites have stars.
    private func heading(_ text: String) -> String? { list.layout.shape.isGrid ? nil : text }

    private func showNoMatch(_ footer: ListFooter, isNew: Bool) {
        let hadFocus = status.root.hasFocusInside
        status.showNoMatch(model.filter ?? "", footer: footer) { [weak self] in self?.filter.clear() }
        list.show(ListEntries(), isNew: isNew, filter: model.filter)
        frame.show("status")
        if hadFocus, !status.root.hasFocusInside { _ = filter.focus() }
    }
}

/// Chips with recent and trending searches above what is trending.
@MainActor final class SuggestedSearchesView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let model: SearchViewModel
    private var shown: [SuggestedSearch] = []
    private var observation: Observe?

    init(model: SearchViewModel) {
        self.model = model
        sgz_wrap_layout_apply(root.raw, 6)
        root.setClass("offered", true)
        root.setVisible(false)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        let suggestedSearches = model.suggestedSearches
        root.setVisible(!suggestedSearches.isEmpty)
        guard suggestedSearches != shown else { return }
        shown = suggestedSearches
        root.removeChildren()
        for offer in suggestedSearches { root.append(make(offer)) }
    }

    private func make(_ offer: SuggestedSearch) -> Handle {
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        if case .recent = offer { line.append(Handle(gtk_image_new_from_icon_name("document-open-recent-symbolic"))) }
        let text = Handle(gtk_label_new(CleanText.line(offer.text)))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        line.append(text)
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), line.widget)
        for name in ["topic", "chip", "caption", "flat"] { button.setClass(name, true) }
        button.setAccessibleName(SearchText.accessibleName(offer))
        button.setTooltip(CatalogText.searchFor(CleanText.line(offer.text)))
        Signals.connect(button, "clicked") { [weak self] in self?.model.searchAgain(recent: offer.text) }
        return button
    }
}
