import Foundation
public import Observation

/// The search screen of one catalog: what is asked, when, and which answer counts. Asking and formatting happen away
/// from the main actor. (Setting a property to the value it has wakes no observer: `@Observable` compares.)
@MainActor @Observable public final class SearchViewModel {
    /// As typed.
    public private(set) var text = "" { didSet { if text != oldValue { query.update(text) } } }
    /// What the text holds beside words.
    @ObservationIgnored public let query: QueryViewModel
    public private(set) var sort: SortOrder
    public private(set) var phase = SearchPhase.start
    /// What the results are narrowed by, as typed; nil while nobody wishes that. It goes with what they answer.
    public internal(set) var filter: String?
    /// The question last sent; nil at the start.
    public private(set) var searchedQuery: SearchQuery?
    public var profile: CatalogProfile { catalog.profile }
    /// Words that the service offers to search for; nil where it offers none.
    @ObservationIgnored public let terms: TrendingSearchesViewModel?

    /// What is typed has not been answered, but will be. What is kept is an answer too.
    public var isAwaitingAnswer: Bool {
        if phase.isAsking, phase.shownResults?.cacheAge == nil { return true }
        return pause.isRunning
    }

    /// The text is of an earlier run, and its results have not been asked for.
    private var isRestored = false

    @ObservationIgnored let catalog: any Catalog
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored let history: SearchHistory
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let preferences: CurrentPreferences

    @ObservationIgnored private let list: BatchedList<SearchQuery>
    /// What is searched for, or would be if one more search were allowed.
    @ObservationIgnored private var wanted: String?
    /// The search was asked for in so many words, not by a pause in typing: it belongs into the history.
    @ObservationIgnored private var isExplicit = false
    /// What the results answer that a filter is of.
    @ObservationIgnored private var filtered: String?
    @ObservationIgnored private let pause: TypingDebouncer
    @ObservationIgnored private lazy var itemLoader = VisibleItemLoader(catalogs: Catalogs([catalog]), time: time) {
        [weak self] in
        self?.itemLoaded($0)
    }

    public init(
        catalog: any Catalog, flags: ItemFlagSource, history: SearchHistory, time: TimeSource, formats: Formats,
        preferences: CurrentPreferences = CurrentPreferences()
    ) {
        self.catalog = catalog
        self.flags = flags
        self.history = history
        self.time = time
        self.formats = formats
        self.preferences = preferences
        sort = SortOrder(catalog.profile.sorts.first ?? .bestMatch)
        terms = catalog.terms.map { TrendingSearchesViewModel($0, time: time) }
        pause = TypingDebouncer(catalog: catalog, time: time)
        query = QueryViewModel(catalog: catalog, time: time, formats: formats)
        list = BatchedList(
            flags: flags, time: time, formats: formats, service: catalog.profile.service, name: \.text,
            showsCached: catalog.profile.supportsRequestPriority
        ) { query, cursor throws(CatalogFailure) in try await catalog.search(query, after: cursor) }
        list.onEvent = { [weak self] in self?.listChanged($0) }
        list.retry = { [weak self] in self?.retry(isFirst: $0) }
        query.onEdit = { [weak self] in self?.edit($0, searches: $1) }
    }

    // MARK: Intents

    /// Searches 350 ms after the last change, while at least 3 searches are left and the person wants it; for who is not
    /// signed in 700 ms after it, and from three letters on.
    ///
    /// What was pasted in several lines is one line, and an address is searched for by Enter alone.
    public func queryChanged(_ text: String) {
        let text = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        guard text != self.text else { return }
        self.text = text
        isRestored = false
        pause.end()
        guard let query = wantedQuery else { return showStart() }
        if query.text.isEmpty { return begin(query) }
        guard preferences.value.searchesWhileTyping, query != searchedQuery || list.hasFailed,
            AppLink(pasted: text) == nil,
            !isSignedOut || query.text.isLongEnoughToSearch, !self.query.blocksAutomaticSearch
        else { return setDesiredQuery(searchedQuery) }
        pause.begin(isSignedOut: isSignedOut) { [weak self] maySearch in
            guard let self else { return }
            if maySearch, !list.isCountingDown { begin(query) } else { setDesiredQuery(query) }
        }
    }

    /// Enter: searches at once. A search that is running, or whose results are shown, is not sent again.
    public func submit() {
        pause.end()
        query.showAllProblems()
        guard let query = wantedQuery else { return showStart() }
        if query == searchedQuery, !list.hasFailed {
            isExplicit = true
            recordIfExplicit()
        } else {
            begin(query, isExplicit: true)
        }
    }

    public func sortChanged(_ sort: SortOrder) {
        guard sort != self.sort else { return }
        self.sort = sort
        repeatSearch()
    }

    /// Loads the next batch when there is one and nothing is being loaded.
    public func loadNextBatch() { list.loadNext() }

    /// The same, since the end of the list came near. Of a narrowed one it always is near, and the button asks.
    public func didApproachEnd() {
        if ItemFilter(filter ?? "").isBlank { list.loadNext(at: .prefetch) }
    }

    /// The button where the API gives no more of one search: goes on nevertheless, as the catalog can.
    public func loadBeyondResultLimit() { list.loadBeyondLimit() }

    /// The rows from this place on show; what they lack is asked for.
    public func rowsBecameVisible(from place: Int) {
        let rows = phase.shownResults?.rows.dropFirst(max(0, place)).prefix(VisibleItemLoader.maxVisibleRows) ?? []
        itemLoader.load(rows.compactMap { list.item(for: $0.id) })
    }

    /// The retry row: asks again for a batch that failed.
    public func retryBatch() { list.retryNextBatch() }

    /// Asks the same again; the results stay until the new ones are there.
    public func refresh() {
        if case .loading = list.stage, wantedQuery == searchedQuery { return }
        repeatSearch()
    }

    /// The button of a failed page or of a notice.
    public func tryAgain() {
        if list.hasFailed { repeatSearch() } else { retryBatch() }
    }

    public func clear() {
        text = ""
        if let query = wantedQuery { begin(query) } else { showStart() }
    }

    /// The text becomes another one without being typed, and is searched for at once or after a pause.
    func edit(_ text: String, searches: Bool) {
        guard searches else { return queryChanged(text) }
        self.text = text
        submit()
    }

    public func toggleFavorite(_ id: ItemID) {
        guard let query = list.answered, let item = list.item(for: id) else { return }
        flags.favoritesModel.toggle(item)
        history.record(query.text)
    }

    /// A row was opened: its search was worth keeping in the history.
    public func itemOpened(_ id: ItemID) {
        if let query = list.answered, list.item(for: id) != nil { history.record(query.text) }
    }

    /// The item behind a row of the list.
    public func item(for id: ItemID) -> Item? { list.item(for: id) }

    // MARK: The last query comes back at the next start

    /// The text to come back to; empty at the start page.
    public var lastQuery: String { isRestored ? text : searchedQuery?.text ?? "" }

    /// Takes over the last query of an earlier run. Nothing is asked before `resume`.
    public func restore(_ text: String, sort: SortOrder) {
        guard searchedQuery == nil, self.text.isEmpty else { return }
        self.text = text
        if profile.sorts.contains(sort.key) { self.sort = sort }
        isRestored = wantedQuery != nil
    }

    /// Loads the results of the restored query, or what is trending, once, unless something else was typed or asked
    /// meanwhile.
    public func resume() {
        guard isRestored || isPristine, let query = wantedQuery else { return }
        begin(query)
    }

    /// The key is there that was missing: what could not be asked is asked now.
    public func apiKeyBecameAvailable() {
        if list.hasFailed || searchedQuery == nil, let query = wantedQuery { begin(query) }
    }

    // MARK: Searching

    /// One could be signed in, and is not. Who has a key is somebody.
    private var isSignedOut: Bool { catalog.key == nil && flags.stars.map { $0.states.host == nil } ?? false }

    /// Nothing was typed, nor asked for.
    private var isPristine: Bool { searchedQuery == nil && text.isEmpty }

    /// Whether a blank entry is a question as well.
    private var showsTrending: Bool { profile.hasTrending && catalog.key.map { $0.value != nil } ?? true }

    /// What the entry and the sort order ask for; nil when the entry is blank and nothing is to be shown for that.
    private var wantedQuery: SearchQuery? {
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !words.isEmpty || showsTrending else { return nil }
        let chosen = preferences.value
        return SearchQuery(
            text: words, sort: sort, batchSize: chosen.batchSize(for: profile), rating: chosen.rating(for: profile))
    }

    private func repeatSearch() {
        guard let query = wantedQuery else { return }
        begin(query, isExplicit: isExplicit && query.text == searchedQuery?.text)
    }

    private func begin(_ query: SearchQuery, isExplicit: Bool = false, isAutomatic: Bool = false) {
        endTyping()
        self.isExplicit = isExplicit
        wanted = query.text
        list.begin(query, isAutomatic: isAutomatic)
    }

    private func showStart() {
        endTyping()
        list.clear()
    }

    private func endTyping() {
        isRestored = false
        itemLoader.end()
        pause.end()
    }

    /// Says of what is shown whether it answers this.
    private func setDesiredQuery(_ query: SearchQuery?) {
        guard wanted != query?.text else { return }
        wanted = query?.text
        render()
    }

    private func listChanged(_ event: BatchedList<SearchQuery>.Event) {
        searchedQuery = list.asked
        if case .restored = event { wanted = searchedQuery?.text }
        render()
        guard case .found = event else { return }
        if searchedQuery?.text.isEmpty == true { terms?.loadIfNeeded() }
        recordIfExplicit()
        rowsBecameVisible(from: 0)
    }

    private func retry(isFirst: Bool) {
        guard let query = searchedQuery else { return }
        if isFirst { return begin(wantedQuery ?? query, isExplicit: isExplicit, isAutomatic: true) }
        // A list goes on in the size it began with.
        if var wanted = wantedQuery {
            wanted.batchSize = query.batchSize
            if wanted != query { return begin(wanted) }
        }
        list.loadBatch(isAutomatic: true)
    }

    private func recordIfExplicit() {
        guard isExplicit, case .shown = list.stage, let query = list.answered, query == searchedQuery else { return }
        history.record(query.text)
    }

    /// More is known of an item that shows.
    private func itemLoaded(_ item: Item) {
        list.update(item)
        flags.favoritesModel.refresh([item])
    }

    /// The phase follows the list.
    func render() {
        if filter != nil, list.answered?.text != filtered { filter = nil }
        filtered = list.answered?.text
        let older = list.answered.flatMap { wanted == nil || wanted == $0.text ? nil : $0.text }
        var content = list.results?.content(
            formats: formats, catalogResultLimit: profile.resultLimit, footer: list.footer, olderQuery: older,
            cacheAge: list.cacheAge
        )
        if let filter { content = content?.filtered(to: filter, formats: formats) }
        phase =
            switch list.stage {
            case .start: .start
            case .loading(let isSlow): .searching(previous: content, isSlow: isSlow)
            case .shown(let notice): content.map { .results($0, notice: notice) } ?? .start
            case .empty: .empty(query: searchedQuery?.text ?? "")
            case .failed(let failure): .failed(failure)
            }
    }
}
