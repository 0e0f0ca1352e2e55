/// What is kept on disk only because it would take time to get again.
public protocol ClearableCache: Sendable {
    /// Bytes that it takes now; 0 when it cannot be read.
    func size() async -> Int
    /// Removes it all. What cannot be removed stays, silently: `size` tells.
    func clear() async
    /// Whether pages of searches may be kept; those that are go at once when not.
    func setSearchCaching(_ keeps: Bool) async
}

/// Several caches that are looked at and cleared as one.
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
