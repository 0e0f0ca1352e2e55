import Foundation
public import Observation
public import StargazerLibrary

/// The search screen of one catalog: which requests are sent, when, and which result is shown. Requests and formatting
/// run off the main actor. Setting a property to an equal value notifies no observer, because `@Observable` compares.
@MainActor @Observable public final class SearchViewModel: ListModel {
    public private(set) var text = "" { didSet { if text != oldValue { query.update(text) } } }
    @ObservationIgnored public let query: QueryViewModel
    @ObservationIgnored public let batchSize: BatchSizeViewModel
    /// The order that the text asks for, or the chosen one.
    public var sort: ItemOrder { queries.sort(typedIn: query.text) ?? menuSort }
    private var menuSort: ItemOrder
    public private(set) var phase = SearchPhase.start
    /// The filter on the results, as typed; nil while it is closed. It closes when the results change.
    public internal(set) var filter: String?
    /// Which results are new, for a saved search.
    public var newResults: NewResults? { didSet { if newResults != oldValue { render() } } }
    /// The last query sent; nil at the start.
    public private(set) var searchedQuery: SearchQuery?
    public var profile: CatalogProfile { catalog.profile }
    public var requiresKey: Bool { catalog.key != nil }
    /// Search terms that the service suggests; nil when it offers none.
    @ObservationIgnored public let terms: SearchTermsViewModel?
    @ObservationIgnored public let selection: SelectionViewModel
    public var source: ListSource { .search(profile.kind) }
    public var canSelect: Bool { phase.mayHaveItems }

    public var isAwaitingResponse: Bool {
        if phase.isAsking, phase.shownResults?.cacheAge == nil { return true }
        return pause.isRunning
    }

    /// Whether the rate limit leaves the search for the current text to Enter. Once it allows more, it starts by itself.
    public var needsEnter: Bool { pause.isLimited }

    /// The search that failed while the results of another one stay; nil when there is none.
    public var failedQuery: String? {
        guard case .results(_, let notice?) = phase, let shown = list.shownQuery else { return nil }
        return notice.query.isEmpty || notice.query == shown.text ? nil : notice.query
    }

    /// Whether the text was restored from an earlier run and its search has not been sent.
    private var isRestored = false

    @ObservationIgnored let catalog: any Catalog
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored let history: SearchHistory
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let queries: SearchQueryBuilder

    @ObservationIgnored let list: BatchedList<SearchQuery>
    @ObservationIgnored public private(set) lazy var matchingFavorites = MatchingFavorites(
        search: self, flags: flags, time: time, formats: formats)
    /// The text that is searched for, or would be if the rate limit allowed it.
    @ObservationIgnored private var wanted: String?
    /// Whether the user started the search, not a pause in typing. Such searches are recorded in the history.
    @ObservationIgnored private var isExplicit = false
    /// The search text whose results the filter applies to.
    @ObservationIgnored private var filtered: String?
    @ObservationIgnored private let pause: TypingDebouncer
    /// Called with the first batch of a search when the server has answered.
    @ObservationIgnored var serverResponded: (SearchQuery, ResultBatch) -> Void = { _, _ in }
    @ObservationIgnored private lazy var itemLoader = VisibleItemLoader(catalogs: Catalogs([catalog]), time: time) {
        [weak self] in
        self?.itemLoaded($0)
    }

    public init(
        catalog: any Catalog, flags: ItemFlagSource, history: SearchHistory, time: TimeSource, formats: Formats,
        preferences: CurrentPreferences = CurrentPreferences(), network: (any NetworkStatus)? = nil
    ) {
        self.catalog = catalog
        self.flags = flags
        self.history = history
        self.time = time
        self.formats = formats
        queries = SearchQueryBuilder(catalog: catalog, preferences: preferences)
        batchSize = BatchSizeViewModel(current: preferences, catalog: catalog.profile)
        menuSort = queries.defaultSort
        terms = catalog.terms.map { SearchTermsViewModel($0, time: time) }
        selection = SelectionViewModel(flags: flags, formats: formats, time: time)
        pause = TypingDebouncer(catalog: catalog, time: time)
        query = QueryViewModel(
            rules: catalog.profile.query, time: time, formats: formats, problems: { catalog.problems(in: $0) })
        list = BatchedList(
            flags: flags, time: time, formats: formats, service: catalog.profile.service, name: \.text,
            showsCached: catalog.profile.supportsRequestPriority, network: network
        ) { query, cursor throws(CatalogFailure) in try await catalog.search(query, after: cursor) }
        list.onEvent = { [weak self] in self?.listChanged($0) }
        list.retry = { [weak self] in self?.retry(isFirst: $0) }
        selection.item = { [weak self] in self?.item(for: $0) }
        query.onEdit = { [weak self] in self?.edit($0, searches: $1) }
    }

    // MARK: User actions

    /// Updates the text, and searches automatically after a pause in typing of 350 ms. While signed out, the pause is
    /// 700 ms, and the text needs at least three letters. At least 3 searches must be left in the rate limit. Line breaks
    /// and tabs become spaces. A pasted address is only searched for on Enter.
    public func queryChanged(_ text: String) {
        let text = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        guard text != self.text else { return }
        self.text = text
        isRestored = false
        pause.end()
        guard let query = requestedQuery else { return showStart() }
        if query.text.isEmpty { return begin(query) }
        guard query != searchedQuery || list.hasFailed, AppLink(pasted: text) == nil,
            !isSignedOut || query.text.isLongEnoughToSearch, !self.query.blocksAutomaticSearch
        else { return setDesiredQuery(searchedQuery) }
        pause.begin(isSignedOut: isSignedOut) { [weak self] maySearch in
            guard let self, let query = requestedQuery else { return }
            if maySearch, !list.isCountingDown { begin(query) } else { setDesiredQuery(query) }
        }
    }

    /// Searches immediately, on Enter. A search that is running, or whose results are shown, is not repeated.
    public func submit() {
        pause.end()
        query.showAllProblems()
        guard let query = requestedQuery else { return showStart() }
        if query == searchedQuery, !list.hasFailed {
            isExplicit = true
            recordIfExplicit()
        } else {
            begin(query, isExplicit: true)
        }
    }

    public func sortChanged(_ sort: ItemOrder) {
        guard sort != self.sort else { return }
        menuSort = sort
        text = query.text.withoutSort
        if !sortKeys.isEmpty { repeatSearch() }
    }

    public var chosenSort: ItemOrder? { menuSort == queries.defaultSort ? nil : menuSort }

    public func show(_ text: String, sort: ItemOrder?, searches: Bool) {
        let before = self.sort
        menuSort = queries.supported(sort) ?? queries.defaultSort
        if text == self.text, self.sort != before, !searches { return repeatSearch() }
        edit(text, searches: searches)
        // The text may be that of an earlier run, which was not sent yet.
        if !searches { resume() }
    }

    public var sortKeys: [SortKey] { queries.sortKeys(for: text) }

    /// Loads the missing facts of the rows that start at this position.
    public func rowsBecameVisible(from index: Int) {
        let rows = phase.shownResults?.rows.dropFirst(max(0, index)).prefix(VisibleItemLoader.maxVisibleRows) ?? []
        itemLoader.load(rows.compactMap { list.item(for: $0.id) })
    }

    public func refresh() {
        if case .loading = list.stage, requestedQuery == searchedQuery { return }
        if requestedQuery?.text.isEmpty == true { terms?.loadIfNeeded(isForced: true) }
        repeatSearch()
    }

    public func tryAgain() {
        if list.hasFailed { repeatSearch() } else { retryBatch() }
    }

    public func clear() {
        text = ""
        if let query = requestedQuery { begin(query) } else { showStart() }
    }

    public func edit(_ text: String, searches: Bool) {
        guard searches else { return queryChanged(text) }
        self.text = text
        submit()
    }

    public func toggleFavorite(_ id: ItemID) {
        guard let item = item(for: id) else { return }
        flags.favoritesModel.toggle(item)
        if let query = list.shownQuery { history.record(query.text) }
    }

    // MARK: Restoring the last search

    /// The text to restore at the next start; empty for the start page.
    public var lastQuery: String { isRestored ? text : searchedQuery?.text ?? "" }

    /// Restores the last search of an earlier run. Sends nothing before `resume`.
    public func restore(_ text: String, sort: ItemOrder) {
        guard searchedQuery == nil, self.text.isEmpty else { return }
        self.text = text
        menuSort = queries.supported(sort) ?? menuSort
        isRestored = requestedQuery != nil
    }

    /// Loads the restored search or the trending items, once, unless the user has typed or searched meanwhile.
    public func resume() {
        guard isRestored || isPristine, let query = requestedQuery else { return }
        begin(query)
    }

    /// Continues the search of another source of the same items, without the qualifiers that this one does not know.
    /// Sends nothing before `resume`.
    func continueSearch(of other: SearchViewModel) {
        let known = other.query.text.text(knownTo: query.rules)
        // The other source may have got this search without qualifiers, which come back with it.
        let isSame =
            known == text || !other.text.isEmpty && query.text.text(knownTo: other.query.rules) == other.text
        guard !isSame || searchedQuery == nil || list.hasFailed else { return }
        pause.end()
        if !isSame { text = known }
        menuSort = queries.supported(other.sort) ?? menuSort
        isRestored = requestedQuery != nil
        if !isRestored { showStart() }
    }

    /// Prepares to search again if the results were found with another rating. Sends nothing before `resume`.
    /// - Returns: whether they were.
    func ratingChanged() -> Bool {
        guard let searchedQuery, let query = requestedQuery, query.rating != searchedQuery.rating else { return false }
        isRestored = true
        return true
    }

    /// Sends the search that was waiting for an API key.
    public func apiKeyBecameAvailable() {
        if list.hasFailed || searchedQuery == nil, let query = requestedQuery { begin(query) }
    }

    // MARK: Search

    /// Whether the catalog has an account and none is signed in. Catalogs with an API key never count as signed out.
    private var isSignedOut: Bool { catalog.key == nil && flags.stars.map { $0.host == nil } ?? false }

    /// Nothing has been typed or searched for.
    private var isPristine: Bool { searchedQuery == nil && text.isEmpty }

    /// The query for the current text and sort order; nil when the text is empty and nothing is shown for that.
    private var requestedQuery: SearchQuery? { queries.query(for: text, sort: sort) }

    private func repeatSearch() {
        guard let query = requestedQuery else { return }
        begin(query, isExplicit: isExplicit && query.text == searchedQuery?.text)
    }

    private func begin(_ query: SearchQuery, isExplicit: Bool = false, isAutomatic: Bool = false) {
        cancelPendingWork()
        self.isExplicit = isExplicit
        wanted = query.text
        list.begin(query, isAutomatic: isAutomatic)
    }

    private func showStart() {
        cancelPendingWork()
        list.clear()
    }

    private func cancelPendingWork() {
        isRestored = false
        itemLoader.end()
        pause.end()
    }

    /// Updates whether the visible results belong to this query.
    private func setDesiredQuery(_ query: SearchQuery?) {
        guard wanted != query?.text else { return }
        wanted = query?.text
        render()
    }

    private func listChanged(_ event: BatchedList<SearchQuery>.Event) {
        searchedQuery = list.requestedQuery
        if case .restored = event { wanted = searchedQuery?.text }
        render()
        guard case .found = event else { return }
        if searchedQuery?.text.isEmpty == true { terms?.loadIfNeeded() }
        recordIfExplicit()
        rowsBecameVisible(from: 0)
        if let query = searchedQuery, let batch = list.firstBatch { serverResponded(query, batch) }
    }

    private func retry(isFirst: Bool) {
        guard let query = searchedQuery else { return }
        if isFirst { return begin(requestedQuery ?? query, isExplicit: isExplicit, isAutomatic: true) }
        // A list continues with the batch size it started with.
        if var wanted = requestedQuery {
            wanted.batchSize = query.batchSize
            if wanted != query { return begin(wanted) }
        }
        list.loadBatch(isAutomatic: true)
    }

    private func recordIfExplicit() {
        guard isExplicit, case .shown = list.stage, let query = list.shownQuery, query == searchedQuery else { return }
        history.record(query.text)
    }

    private func itemLoaded(_ item: Item) {
        list.update(item)
        flags.favoritesModel.refresh([item])
    }

    /// Updates the phase from the list.
    func render() {
        if filter != nil, list.shownQuery?.text != filtered { filter = nil }
        filtered = list.shownQuery?.text
        phase = SearchPhase(
            list, requested: wanted, new: newResults, filter: filter, resultLimit: profile.resultLimit, formats: formats
        )
    }
}

/// Changes of the search text other than typing, and the search history.
extension SearchViewModel {
    public func searchAgain(recent text: String) { edit(text, searches: true) }

    public func search(for query: SearchQuery) {
        sortChanged(query.sort)
        edit(query.text, searches: true)
    }

    /// Adds words, which may be a qualifier, to the search text, unless it contains them already, and searches.
    public func searchAgain(adding words: String) {
        edit(text(adding: words), searches: true)
    }

    /// Whether the list shows, or awaits, the results of the text with these words.
    func isSearched(with words: String) -> Bool { searchedQuery?.text == text && text(adding: words) == text }

    private func text(adding words: String) -> String {
        let known = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if known.isEmpty { return words }
        let hasThem = " \(known) ".range(of: " \(words) ", options: .caseInsensitive) != nil
        return hasThem ? known : "\(known) \(words)"
    }

    /// Recent searches, newest first.
    public var recentQueries: [String] { history.queries }

    public func clearHistory(done: @escaping (Result<Void, LibraryFailure>) -> Void = { _ in }) {
        history.clear(done: done)
    }
}

extension SearchViewModel {
    public func loadNextBatch() { list.loadNext() }

    /// Prefetches the next batch near the end of the list. Not while a filter is active: the end is then always near.
    public func didApproachEnd() {
        if ItemFilter(filter ?? "").isBlank { list.loadNext(at: .prefetch) }
    }

    /// Loads results beyond the API's limit, where the catalog supports it.
    public func loadBeyondResultLimit() { list.loadBeyondLimit() }

    public func retryBatch() { list.retryNextBatch() }

    func retry(after change: ServiceChange) {
        if change == .signedIn, needsEnter { return submit() }
        switch phase {
        case .failed(let content) where content.failure.mayPass(after: change): tryAgain()
        case .results(_, notice: let content?) where content.failure.mayPass(after: change): tryAgain()
        default: break
        }
    }

    public func restoreText() { queryChanged(searchedQuery?.text ?? "") }

    public func itemOpened(_ id: ItemID) {
        if let query = list.shownQuery, list.item(for: id) != nil { history.record(query.text) }
    }

    public func item(for id: ItemID) -> Item? { list.item(for: id) ?? matchingFavorites.item(for: id) }

    /// The query of the visible results and their first batch, if the server has answered.
    var response: (query: SearchQuery, first: ResultBatch)? {
        guard case .shown(nil) = list.stage, let query = list.shownQuery, query == searchedQuery else { return nil }
        return list.firstBatch.map { (query, $0) }
    }
}

/// Filters the loaded results by the words that rows show. Sends no requests.
extension SearchViewModel {
    /// - Returns: whether there are results to filter.
    @discardableResult
    public func beginFilter() -> Bool {
        guard phase.shownResults != nil else { return false }
        if filter == nil { filter = "" }
        return true
    }

    public func filterChanged(_ text: String) {
        guard let filter, text != filter else { return }
        self.filter = text
        render()
    }

    public func endFilter() {
        guard filter != nil else { return }
        filter = nil
        render()
    }
}
