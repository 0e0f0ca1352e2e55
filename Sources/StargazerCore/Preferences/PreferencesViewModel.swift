public import Observation
public import StargazerLibrary

/// The search preferences of all catalogs. Changes take effect immediately.
@MainActor @Observable public final class PreferencesViewModel {
    public var preferences: Preferences { current.value }
    /// The number of searches in the histories of all catalogs.
    public var historyCount: Int { histories.reduce(0) { $0 + $1.queries.count } }
    /// The number of recently viewed items in all catalogs.
    public var viewedCount: Int { histories.reduce(0) { $0 + $1.viewed.count } }
    /// Why the history was not cleared.
    public private(set) var historyFailure: LibraryFailure?

    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let histories: [SearchHistory]

    public init(current: CurrentPreferences, histories: [SearchHistory]) {
        self.current = current
        self.histories = histories
    }

    // MARK: User actions

    /// Turns recording on or off. Recorded entries stay until they are cleared.
    public func setSavesHistory(_ isOn: Bool) { current.change { $0.savesHistory = isOn } }

    public func loadDocumentPictures(_ isOn: Bool) { current.change { $0.loadsDocumentPictures = isOn } }

    public func playAnimations(_ isOn: Bool) { current.change { $0.playsAnimations = isOn } }

    public func playDocumentAnimations(_ isOn: Bool) { current.change { $0.playsDocumentAnimations = isOn } }

    public func refreshSavedSearches(_ isOn: Bool) { current.change { $0.refreshesSavedSearches = isOn } }

    /// Clears the histories of all catalogs. One undo restores them.
    public func clearHistory() {
        historyFailure = nil
        SearchHistory.clear(histories) { [weak self] result in
            if case .failure(let failure) = result { self?.historyFailure = failure }
        }
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
