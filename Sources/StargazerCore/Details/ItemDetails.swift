public import StargazerLibrary

/// Everything that a catalog knows about an item.
public struct ItemDetails: Sendable, Hashable {
    public var item: Item
    public var facts: any DetailFacts
    /// Nil for a fresh response.
    public var cached: CachedResponse?
    /// Why they were read without the account's token, as public data; nil if they were not.
    public var refusal: TokenRefusal?

    public init(item: Item, facts: any DetailFacts, cached: CachedResponse? = nil, refusal: TokenRefusal? = nil) {
        self.item = item
        self.facts = facts
        self.cached = cached
        self.refusal = refusal
    }

    public static func == (one: ItemDetails, other: ItemDetails) -> Bool {
        one.item == other.item && one.cached == other.cached && one.refusal == other.refusal
            && one.facts.isEqual(to: other.facts)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(item) }
}
