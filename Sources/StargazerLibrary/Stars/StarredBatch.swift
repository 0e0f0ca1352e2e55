public import Foundation

public struct StarredItem: Sendable, Hashable {
    public var item: Item
    /// Nil when the server does not say.
    public var starredAt: Date?

    public init(item: Item, starredAt: Date?) {
        self.item = item
        self.starredAt = starredAt
    }
}

/// One batch of an account's stars, the newest first. A later batch may repeat an item.
public struct StarredBatch: Sendable, Hashable {
    public var items: [StarredItem]
    public var end: BatchEnd
    /// The number of items in the list up to the end of this batch, as the server counts; nil when it does not say.
    public var position: Int?
    public var unreadable: Int
    /// Whether the server left something out, so that what is missing may still be starred.
    public var isPartial: Bool

    public init(
        items: [StarredItem], end: BatchEnd, position: Int? = nil, unreadable: Int = 0, isPartial: Bool = false
    ) {
        self.items = items
        self.end = end
        self.position = position
        self.unreadable = unreadable
        self.isPartial = isPartial
    }

    /// The cursor of the next batch; nil after the last one.
    package var next: BatchCursor? { if case .more(let next) = end { next } else { nil } }
}
