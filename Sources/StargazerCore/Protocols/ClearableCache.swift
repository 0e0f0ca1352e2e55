/// Data on disk that can be loaded again, at the cost of time.
public protocol ClearableCache: Sendable {
    /// Returns the size in bytes, or 0 when it cannot be read.
    func size() async -> Int
    /// Removes everything it can. Reports no error for what it cannot remove; `size` shows what is left.
    func clear() async
    /// Sets whether search pages may be cached. Turning this off also removes the cached pages.
    func setSearchCaching(_ keeps: Bool) async
}

/// Several caches, measured and cleared as one.
public struct CombinedCache: ClearableCache {
    private let parts: [any ClearableCache]

    public init(_ parts: [any ClearableCache]) { self.parts = parts }

    public func size() async -> Int {
        var bytes = 0
        for part in parts { bytes += await part.size() }
        return bytes
    }

    public func clear() async {
        for part in parts { await part.clear() }
    }

    public func setSearchCaching(_ keeps: Bool) async {
        for part in parts { await part.setSearchCaching(keeps) }
    }
}
