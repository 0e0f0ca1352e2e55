public import Observation

/// What is kept on disk only to be quick: how much it is, and the wish to be rid of it. It comes back as it is shown again.
@MainActor @Observable public final class CacheViewModel {
    /// Such as `12.3 MB`; empty when nothing is kept, nil while nobody has looked yet.
    public private(set) var sizeText: String?
    public private(set) var canClear = false

    @ObservationIgnored private let cache: any ClearableCache
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameter preferences: without a history of searches no pages of them are kept.
    public init(cache: any ClearableCache, preferences: CurrentPreferences, formats: Formats) {
        self.cache = cache
        self.formats = formats
        let wishes = Observations { preferences.value.savesHistory }
        watching = Task { for await keeps in wishes { await cache.setSearchCaching(keeps) } }
    }

    isolated deinit { watching?.cancel() }

    /// Looks how much there is.
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
