public import Observation

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
