public import StargazerLibrary

/// Lists related to an item: a person's followers, an owner's repositories.
public protocol Relations: Sendable {
    /// Returns the lists offered for this item, in display order.
    func kinds(of item: Item) -> [RelationKind]
    /// - Parameter cursor: nil for the first batch, otherwise the cursor from the previous batch.
    func items(
        _ kind: RelationKind, of item: Item, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch
    /// Returns the length of a list; nil when it is unknown before the list is loaded.
    func size(of kind: RelationKind, of item: Item) -> ListSize?
    /// Loads the length of a list whose `size(of:of:)` is nil.
    func loadSize(_ kind: RelationKind, of item: Item) async throws(CatalogFailure) -> ListSize?
    /// Returns the lists in which two items can be compared, in display order; empty for none.
    func comparableLists(of item: Item) -> [RelationKind]
    /// Returns the inverse list: a person in both lists is a mutual follow. Nil when there is none.
    func opposite(of kind: RelationKind) -> RelationKind?
    /// Returns the number of list requests left in the rate limit; nil when the server has not said.
    func requestsLeft() async -> Int?
}

extension Relations {
    public func size(of kind: RelationKind, of item: Item) -> ListSize? { nil }
    public func opposite(of kind: RelationKind) -> RelationKind? { nil }
    public func comparableLists(of item: Item) -> [RelationKind] { [] }
    public func loadSize(_ kind: RelationKind, of item: Item) async throws(CatalogFailure) -> ListSize? {
        size(of: kind, of: item)
    }
    public func requestsLeft() async -> Int? { nil }
}

public struct ListSize: Sendable, Hashable {
    public var items: Int
    /// The requests that the whole list needs.
    public var requests: Int

    public init(items: Int, requests: Int) {
        self.items = items
        self.requests = requests
    }

    static func + (one: ListSize, other: ListSize) -> ListSize {
        ListSize(items: one.items + other.items, requests: one.requests + other.requests)
    }
}
