public import Foundation

/// Marks a response that comes from the cache.
public struct CachedResponse: Sendable, Hashable {
    /// When the server sent it.
    public var at: Date
    /// Why the request for a newer one failed; nil when none was sent (`CachePolicy.cacheOnly`).
    public var failure: CatalogFailure?

    public init(at: Date, insteadOf failure: CatalogFailure? = nil) {
        self.at = at
        self.failure = failure
    }
}

/// Where a search continues. Only its catalog creates and reads it.
public struct BatchCursor: Sendable, Hashable {
    public let opaque: String

    public init(_ opaque: String) { self.opaque = opaque }
}

public enum BatchEnd: Sendable, Hashable {
    case more(BatchCursor)
    case complete
    /// There are more results, but the API returns only `limit` of them per search.
    /// `beyond` continues at the cost of more searches; it is used only when the user asks for it.
    case resultLimit(limit: Int, beyond: BatchCursor? = nil)
}

public struct ResultBatch: Sendable, Hashable {
    public var items: [Item]
    /// How many items match according to the server; nil when it does not say. May differ from batch to batch.
    public var total: Int?
    /// The server stopped before it had searched everything.
    public var isIncomplete: Bool
    public var unreadable: Int
    /// The item whose exact name was searched for.
    public var exact: ItemID?
    public var end: BatchEnd
    /// The number of slices loaded so far; nil when the search was not split.
    public var slices: Int?
    /// Nil for a fresh response.
    public var cached: CachedResponse?

    public init(
        items: [Item], total: Int?, isIncomplete: Bool = false, unreadable: Int = 0, exact: ItemID? = nil,
        end: BatchEnd, slices: Int? = nil, cached: CachedResponse? = nil
    ) {
        self.items = items
        self.total = total
        self.isIncomplete = isIncomplete
        self.unreadable = unreadable
        self.exact = exact
        self.end = end
        self.slices = slices
        self.cached = cached
    }
}
