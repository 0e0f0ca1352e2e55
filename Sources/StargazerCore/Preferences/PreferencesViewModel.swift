public import Observation

/// The result of clearing the search history.
public enum ClearHistoryResult: Sendable, Hashable {
    /// Cleared; `undoClearHistory` restores it.
    case cleared(searches: Int, viewed: Int)
    case notCleared(LibraryFailure)
}

/// The search preferences of all catalogs. Changes take effect immediately.
@MainActor @Observable public final class PreferencesViewModel {
    public var preferences: Preferences { current.value }
    /// The number of saved searches in all catalogs.
    public var historyCount: Int { histories.reduce(0) { $0 + $1.queries.count } }
    /// The number of recently viewed items in all catalogs.
    public var viewedCount: Int { histories.reduce(0) { $0 + $1.viewed.count } }
    /// The result of the last clearing; nil before the first.
    public private(set) var historyOutcome: ClearHistoryResult?

    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let histories: [SearchHistory]
    /// The entries cleared last, for undo.
    @ObservationIgnored private var cleared: [(history: SearchHistory, entries: SearchHistory.Entries)] = []

    public init(current: CurrentPreferences, histories: [SearchHistory]) {
        self.current = current
        self.histories = histories
    }

    // MARK: User actions

    public func searchWhileTyping(_ isOn: Bool) { current.change { $0.searchesWhileTyping = isOn } }

    /// Turns recording on or off. Recorded entries stay until they are cleared.
    public func setSavesHistory(_ isOn: Bool) { current.change { $0.savesHistory = isOn } }

    /// Turns automatic loading of document pictures on or off. When off, they load on demand.
    public func loadDocumentPictures(_ isOn: Bool) { current.change { $0.loadsDocumentPictures = isOn } }

    /// Turns playing all GIFs of a list on or off.
    public func playAnimations(_ isOn: Bool) { current.change { $0.playsAnimations = isOn } }

    /// Turns the hourly refresh of saved searches on or off.
    public func refreshSavedSearches(_ isOn: Bool) { current.change { $0.refreshesSavedSearches = isOn } }

    public func clearHistory() {
        let full = histories.filter { !$0.entries.isEmpty }
        var answers: [(SearchHistory, Result<SearchHistory.Entries, LibraryFailure>)] = []
        for history in full {
            history.clear { [weak self] answer in
                answers.append((history, answer))
                if answers.count == full.count { self?.cleared(answers) }
            }
        }
    }

    private func cleared(_ answers: [(SearchHistory, Result<SearchHistory.Entries, LibraryFailure>)]) {
        cleared = answers.compactMap { history, answer in (try? answer.get()).map { (history, $0) } }
        for case (_, .failure(let failure)) in answers { return historyOutcome = .notCleared(failure) }
        historyOutcome = .cleared(
            searches: cleared.reduce(0) { $0 + $1.entries.queries.count },
            viewed: cleared.reduce(0) { $0 + $1.entries.viewed.count })
    }

    /// Restores the entries cleared last, as older than all entries recorded since.
    public func undoClearHistory() {
        for (history, entries) in cleared { history.restore(entries) }
        cleared = []
        historyOutcome = nil
    }
}

/// The search preferences of one catalog. A rating takes effect immediately.
@MainActor @Observable public final class CatalogPreferencesViewModel {
    /// The ratings to choose from, strictest first; empty when the catalog has none.
    public var ratings: [ContentRating] { catalog.ratings }
    /// The rating in use; nil when the catalog has none.
    public var rating: ContentRating? { current.value.rating(for: catalog) }

    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let catalog: CatalogProfile

    public init(current: CurrentPreferences, catalog: CatalogProfile) {
        self.current = current
        self.catalog = catalog
    }

    /// Sets the least strict rating, from the next search on.
    public func allow(_ rating: ContentRating) { current.change { [catalog] in $0.ratings[catalog.kind] = rating } }
}

/// The cache on disk: its size, and clearing it. The cache fills again as content is shown.
@MainActor @Observable public final class CacheViewModel {
    /// Such as `12.3 MB`; empty for an empty cache, nil until it has been measured.
    public private(set) var sizeText: String?
    public private(set) var canClear = false

    @ObservationIgnored private let cache: any ClearableCache
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameter preferences: while the search history is off, search pages are not cached.
    public init(cache: any ClearableCache, preferences: CurrentPreferences, formats: Formats) {
        self.cache = cache
        self.formats = formats
        let settings = Observations { preferences.value.savesHistory }
        watching = Task { for await keeps in settings { await cache.setSearchCaching(keeps) } }
    }

    isolated deinit { watching?.cancel() }

    /// Measures the cache.
    public func measure() async {
        let bytes = await cache.size()
        sizeText = bytes > 0 ? formats.bytes(bytes) : ""
        canClear = bytes > 0
    }

    public func clear() async {
        guard canClear else { return }
        canClear = false
        await cache.clear()
        await measure()
    }
}
