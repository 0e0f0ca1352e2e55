public import Foundation

/// Says of an answer that it was kept from an earlier time, since no newer one is to be had.
public struct CachedResponse: Sendable, Hashable {
    /// When the server gave it.
    public var at: Date
    /// Why there is no newer one; `.cancelled` where none was asked for (`RequestPriority.cached`).
    public var failure: CatalogFailure

    public init(at: Date, insteadOf failure: CatalogFailure) {
        self.at = at
        self.failure = failure
    }
}

/// Where a search goes on: made and read by its catalog alone.
public struct BatchCursor: Sendable, Hashable {
    public let opaque: String

    public init(_ opaque: String) { self.opaque = opaque }
}

/// What comes after a batch.
public enum BatchEnd: Sendable, Hashable {
    case more(BatchCursor)
    /// All there is has been given.
    case complete
    /// There is more, but the API gives no more than `limit` results of one search. Where there is a way to go on
    /// nevertheless, which costs more searches, it is gone when the person asks for it.
    case resultLimit(limit: Int, beyond: BatchCursor? = nil)
}

/// One answer of a search.
public struct ResultBatch: Sendable, Hashable {
    public var items: [Item]
    /// How many the server says match, nil when it does not say. It may differ from batch to batch.
    public var total: Int?
    /// The server gave up before it had looked everywhere.
    public var isIncomplete: Bool
    /// The one whose very name was searched for.
    public var exact: ItemID?
    public var end: BatchEnd
    /// Slices that the whole was read in so far; nil where it was not divided.
    public var slices: Int?
    /// Nil for what the server has just said.
    public var cached: CachedResponse?

    public init(
        items: [Item], total: Int?, isIncomplete: Bool = false, exact: ItemID? = nil, end: BatchEnd,
        slices: Int? = nil, cached: CachedResponse? = nil
    ) {
        self.items = items
        self.total = total
        self.isIncomplete = isIncomplete
        self.exact = exact
        self.end = end
        self.slices = slices
        self.cached = cached
    }
}
