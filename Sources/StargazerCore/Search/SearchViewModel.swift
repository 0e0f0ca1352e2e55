import Foundation
public import Observation

/// The search screen: what is asked, when, and which answer counts. Every answer carries the ticket of its search and
/// is dropped when a newer search was begun. Asking and formatting happen away from the main actor. (Setting a property
/// to the value it has wakes no observer: `@Observable` compares.)
@MainActor @Observable public final class SearchViewModel {
    /// As typed.
    public internal(set) var text = ""
    public internal(set) var sort = SortOrder.bestMatch
    public private(set) var phase = SearchPhase.start
    /// The question last sent; nil at the start.
    public internal(set) var searchedQuery: SearchQuery?
    /// Newest first.
    public var recentQueries: [String] { history.queries }
    /// The orders the catalog offers.
    public var sortKeys: [SortKey] { catalog.abilities.sortKeys }

    /// The text is of an earlier run, and its results have not been asked for.
    var isRestored = false

    /// A pause in typing that means a search.
    static let pause = Duration.milliseconds(350)
    /// Searches kept for the Enter key: with fewer left, typing alone asks nothing.
    static let reserve = 3
    /// Waiting that deserves a sign of life.
    static let patience = Duration.milliseconds(500)

    @ObservationIgnored let catalog: any Catalog
    @ObservationIgnored let shelf: FavoritesShelf
    @ObservationIgnored private let stars: GitHubStars?
    @ObservationIgnored let history: SearchHistory
    @ObservationIgnored let time: TimeSource
    @ObservationIgnored let formats: Formats
    @ObservationIgnored let preferences: CurrentPreferences
    @ObservationIgnored let countdown: RetryCountdown

    @ObservationIgnored var state = SearchState()
    @ObservationIgnored private(set) var ticket = 0
    /// The search was asked for in so many words, not by a pause in typing: it belongs into the history.
    @ObservationIgnored var isDeliberate = false

    @ObservationIgnored private var pausing: Task<Void, Never>?
    @ObservationIgnored var searching: Task<Void, Never>?
    @ObservationIgnored private var patience: Task<Void, Never>?
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameter stars: nil where there is no account.
    public init(
        catalog: any Catalog, shelf: FavoritesShelf, stars: GitHubStars? = nil, history: SearchHistory,
        time: TimeSource, formats: Formats, preferences: CurrentPreferences = CurrentPreferences()
    ) {
        self.catalog = catalog
        self.shelf = shelf
        self.stars = stars
        self.history = history
        self.time = time
        self.formats = formats
        self.preferences = preferences
        countdown = RetryCountdown(time: time, formats: formats)
        watching = Task { [weak self] in
            for await _ in Observations({ (shelf.favorites, stars?.marks) }) { self?.flagsChanged() }
        }
    }

    isolated deinit {
        for task in [pausing, searching, patience, watching] { task?.cancel() }
    }

    // MARK: Intents

    /// Searches 350 ms after the last change, while at least 3 searches are left and the person wants it.
    public func queryChanged(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        isRestored = false
        pausing?.cancel()
        guard let query = wantedQuery else { return showStart() }
        guard preferences.value.searchesWhileTyping, query != searchedQuery || state.hasFailed else { return }
        pausing = Task { [weak self, catalog, time] in
            do { try await time.sleep(Self.pause) } catch { return }
            let left = await catalog.searchesLeft() ?? Self.reserve
            guard let self, !Task.isCancelled, left >= Self.reserve, !countdown.isRunning else { return }
            begin(query)
        }
    }

    /// Enter: searches at once. A search that is running, or whose results are shown, is not sent again.
    public func submit() {
        pausing?.cancel()
        guard let query = wantedQuery else { return showStart() }
        if query == searchedQuery, !state.hasFailed {
            isDeliberate = true
            noteIfDeserved()
        } else {
            begin(query, isDeliberate: true)
        }
    }

    public func sortChanged(_ sort: SortOrder) {
        guard sort != self.sort else { return }
        self.sort = sort
        guard let query = wantedQuery else { return }
        begin(query, isDeliberate: isDeliberate && query.text == searchedQuery?.text)
    }

    /// Loads the next batch when there is one and nothing is being loaded; called by scrolling and by the button.
    public func loadNextBatch() {
        if case .idle = state.batch { loadBatch() }
    }

    /// The retry row: asks again for a batch that failed.
    public func tryBatchAgain() {
        guard case .failed = state.batch else { return }
        countdown.cancel()
        loadBatch()
    }

    /// Asks the same again; the results stay until the new ones are there.
    public func refresh() {
        if case .searching = state.stage, wantedQuery == searchedQuery { return }
        repeatSearch()
    }

    /// The button of a failed page or of a notice.
    public func tryAgain() {
        if state.hasFailed { repeatSearch() } else { tryBatchAgain() }
    }

    public func clear() {
        text = ""
        showStart()
    }

    public func searchAgain(recent text: String) {
        self.text = text
        submit()
    }

    public func clearHistory() { history.clear() }

    public func toggleFavorite(_ id: ItemID) {
        guard let list = state.list, let item = list.item(for: id) else { return }
        shelf.toggle(item)
        history.note(list.query.text)
    }

    /// A row was opened: its search was worth keeping in the history.
    public func itemOpened(_ id: ItemID) {
        if let list = state.list, list.item(for: id) != nil { history.note(list.query.text) }
    }

    /// The item behind a row of the list.
    public func item(for id: ItemID) -> Item? { state.list?.item(for: id) }

    // MARK: Searching

    /// What the entry and the sort order ask for; nil when the entry is blank.
    var wantedQuery: SearchQuery? {
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return words.isEmpty ? nil : SearchQuery(text: words, sort: sort, batchSize: batchSize)
    }

    /// What the person chose, within the catalog's range.
    private var batchSize: Int {
        let sizes = catalog.abilities.batchSizes
        return min(max(preferences.value.batchSize, sizes.lowerBound), sizes.upperBound)
    }

    private func repeatSearch() {
        guard let query = wantedQuery else { return }
        begin(query, isDeliberate: isDeliberate && query.text == searchedQuery?.text)
    }

    func begin(_ query: SearchQuery, isDeliberate: Bool = false, isAutomatic: Bool = false) {
        endAll()
        self.isDeliberate = isDeliberate
        searchedQuery = query
        state.stage = .searching(isSlow: false)
        render()
        let ticket = ticket
        patience = Task { [weak self, time] in
            do { try await time.sleep(Self.patience) } catch { return }
            guard let self, !Task.isCancelled, ticket == self.ticket else { return }
            state.stage = .searching(isSlow: true)
            render()
        }
        searching = Task { [weak self, catalog, formats, time] in
            let answer = await catalog.formattedBatch(of: query, after: nil, formats: formats, time: time)
            guard let self, !Task.isCancelled, ticket == self.ticket else { return }
            patience?.cancel()
            switch answer {
            case .success(let first): found(first, for: query)
            case .failure(let failure): failed(failure, query, isAutomatic: isAutomatic)
            }
        }
    }

    private func showStart() {
        endAll()
        state.list = nil
        searchedQuery = nil
        state.stage = .start
        render()
    }

    /// Whatever is under way is over, and what it still answers is late.
    private func endAll() {
        ticket += 1
        isRestored = false
        for task in [pausing, searching, patience] { task?.cancel() }
        countdown.cancel()
        state.batch = .idle
    }

    // MARK: Showing

    private func flagsChanged() {
        flag(&state.list)
        render()
    }

    func flag(_ list: inout ResultList?) {
        list?.flag(shelf.contains) { [stars] in stars?.mark(of: $0) ?? nil }
    }

    /// The phase follows the state.
    func render() {
        phase = state.phase(formats: formats, catalogCeiling: catalog.abilities.ceiling)
    }
}
