public import Observation

/// What the pictures on disk take, and the wish to be rid of them. They come back as they are shown again.
@MainActor @Observable public final class PictureCacheViewModel {
    /// Such as `12.3 MB`; empty when none are kept, nil while nobody has looked yet.
    public private(set) var sizeText: String?
    public private(set) var canClear = false

    @ObservationIgnored private let cache: any CacheControl
    @ObservationIgnored private let formats: Formats

    public init(cache: any CacheControl, formats: Formats) {
        self.cache = cache
        self.formats = formats
    }

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
