import Foundation
public import Observation

/// The search screen of one catalog: what is asked, when, and which answer counts. Asking and formatting happen away
/// from the main actor. (Setting a property to the value it has wakes no observer: `@Observable` compares.)
@MainActor @Observable public final class SearchViewModel {
    /// As typed.
    public private(set) var text = "" { didSet { if text != oldValue { query.take(text) } } }
    /// What the text holds beside words.
    @ObservationIgnored public let query: QueryViewModel
    public private(set) var sort: SortOrder
    public private(set) var phase = SearchPhase.start
    /// The question last sent; nil at the start.
    public private(set) var searchedQuery: SearchQuery?
    public var profile: CatalogProfile { catalog.profile }

    /// What is typed has not been answered, but will be.
    public var isAwaitingAnswer: Bool {
        if case .searching = phase { return true }
        return isPausing
    }

    /// The text is of an earlier run, and its results have not been asked for.
    private var isRestored = false

    /// A pause in typing that means a search.
    static let pause = Duration.milliseconds(350)
    /// The same for who is not signed in where one can be, and so may search only a few times a minute.
    static let thriftyPause = Duration.milliseconds(700)
    /// For them typing alone searches for no less than so many letters.
    nonisolated static let fewestLetters = 3
    /// Searches kept for the Enter key: with fewer left, typing alone asks nothing.
    static let reserve = 3

    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored let history: SearchHistory
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let preferences: CurrentPreferences

    @ObservationIgnored private let list: BatchedList<SearchQuery>
    /// What is searched for, or would be if one more search were allowed.
    @ObservationIgnored private var wanted: String?
    /// The search was asked for in so many words, not by a pause in typing: it belongs into the history.
    @ObservationIgnored private var isDeliberate = false
    @ObservationIgnored private var pausing: Task<Void, Never>?
    /// Something was typed that is asked for when the pause is over.
    private var isPausing = false
    @ObservationIgnored private lazy var filling = ItemFilling(catalogs: Catalogs([catalog]), time: time) {
        [weak self] in
        self?.filled($0)
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
        query = QueryViewModel(catalog: catalog, time: time, formats: formats)
        list = BatchedList(
            flags: flags, time: time, formats: formats, service: catalog.profile.service, name: \.text
        ) { query, cursor throws(CatalogFailure) in try await catalog.search(query, after: cursor) }
        list.told = { [weak self] in self?.listTold($0) }
        list.retry = { [weak self] in self?.retry(isFirst: $0) }
        query.edited = { [weak self] in self?.edit($0, searches: $1) }
    }

    isolated deinit { pausing?.cancel() }

    // MARK: Intents

    /// Searches 350 ms after the last change, while at least 3 searches are left and the person wants it; for who is not
    /// signed in 700 ms after it, and from three letters on.
    public func queryChanged(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        isRestored = false
        endPause()
        guard let query = wantedQuery else { return showStart() }
        if query.text.isEmpty { return begin(query) }
        guard preferences.value.searchesWhileTyping, query != searchedQuery || list.hasFailed,
            !isThrifty || query.text.isWorthSearching, !self.query.isNotWorthAsking
        else { return want(searchedQuery) }
        isPausing = true
        let pause = isThrifty ? Self.thriftyPause : Self.pause
        pausing = Task { [weak self, catalog, time] in
            do { try await time.sleep(pause) } catch { return }
            let left = await catalog.searchesLeft() ?? Self.reserve
            guard let self, !Task.isCancelled else { return }
            endPause()
            if left >= Self.reserve, !list.isCountingDown { begin(query) } else { want(query) }
        }
    }

    /// Enter: searches at once. A search that is running, or whose results are shown, is not sent again.
    public func submit() {
        endPause()
        query.judge()
        guard let query = wantedQuery else { return showStart() }
        if query == searchedQuery, !list.hasFailed {
            isDeliberate = true
            noteIfDeserved()
        } else {
            begin(query, isDeliberate: true)
        }
    }

    public func sortChanged(_ sort: SortOrder) {
        guard sort != self.sort else { return }
        self.sort = sort
        repeatSearch()
    }

    /// Loads the next batch when there is one and nothing is being loaded; called by scrolling and by the button.
    public func loadNextBatch() { list.loadNext() }

    /// The rows from this place on show; what they lack is asked for.
    public func rowsShow(from place: Int) {
        if let results = list.results { filling.want(results.items(from: place, count: ItemFilling.atOnce)) }
    }

    /// The retry row: asks again for a batch that failed.
    public func tryBatchAgain() { list.tryNextAgain() }

    /// Asks the same again; the results stay until the new ones are there.
    public func refresh() {
        if case .asking = list.stage, wantedQuery == searchedQuery { return }
        repeatSearch()
    }

    /// The button of a failed page or of a notice.
    public func tryAgain() {
        if list.hasFailed { repeatSearch() } else { tryBatchAgain() }
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
        flags.shelf.toggle(item)
        history.note(query.text)
    }

    /// A row was opened: its search was worth keeping in the history.
    public func itemOpened(_ id: ItemID) {
        if let query = list.answered, list.item(for: id) != nil { history.note(query.text) }
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
        guard isRestored || isUntouched, let query = wantedQuery else { return }
        begin(query)
    }

    /// The key is there that was missing: what could not be asked is asked now.
    public func keyArrived() {
        if list.hasFailed || searchedQuery == nil, let query = wantedQuery { begin(query) }
    }

    // MARK: Searching

    /// One could be signed in, and is not. Who has a key is somebody.
    private var isThrifty: Bool { catalog.key == nil && flags.stars.map { $0.marks.host == nil } ?? false }

    /// Nothing was typed, nor asked for.
    private var isUntouched: Bool { searchedQuery == nil && text.isEmpty }

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
        begin(query, isDeliberate: isDeliberate && query.text == searchedQuery?.text)
    }

    private func begin(_ query: SearchQuery, isDeliberate: Bool = false, isAutomatic: Bool = false) {
        endTyping()
        self.isDeliberate = isDeliberate
        wanted = query.text
        list.begin(query, isAutomatic: isAutomatic)
    }

    private func showStart() {
        endTyping()
        list.clear()
    }

    private func endTyping() {
        isRestored = false
        filling.end()
        endPause()
    }

    private func endPause() {
        pausing?.cancel()
        isPausing = false
    }

    /// Says of what is shown whether it answers this.
    private func want(_ query: SearchQuery?) {
        guard wanted != query?.text else { return }
        wanted = query?.text
        render()
    }

    private func listTold(_ event: BatchedList<SearchQuery>.Event) {
        searchedQuery = list.asked
        if case .putBack = event { wanted = searchedQuery?.text }
        render()
        guard case .found = event else { return }
        noteIfDeserved()
        rowsShow(from: 0)
    }

    private func retry(isFirst: Bool) {
        guard let query = searchedQuery else { return }
        if isFirst { return begin(wantedQuery ?? query, isDeliberate: isDeliberate, isAutomatic: true) }
        // A list goes on in the size it began with.
        if var wanted = wantedQuery {
            wanted.batchSize = query.batchSize
            if wanted != query { return begin(wanted) }
        }
        list.loadBatch(isAutomatic: true)
    }

    private func noteIfDeserved() {
        guard isDeliberate, case .shown = list.stage, let query = list.answered, query == searchedQuery else { return }
        history.note(query.text)
    }

    /// More is known of an item that shows.
    private func filled(_ item: Item) {
        list.fill(item)
        flags.shelf.refresh([item])
    }

    /// The phase follows the list.
    private func render() {
        let older = list.answered.flatMap { wanted == nil || wanted == $0.text ? nil : $0.text }
        let content = list.results?.content(
            formats: formats, catalogCeiling: profile.ceiling, tail: list.tail, olderQuery: older)
        phase =
            switch list.stage {
            case .start: .start
            case .asking(let isSlow): .searching(previous: content, isSlow: isSlow)
            case .shown(let notice): content.map { .results($0, notice: notice) } ?? .start
            case .empty: .empty(query: searchedQuery?.text ?? "")
            case .failed(let failure): .failed(failure)
            }
    }
}
