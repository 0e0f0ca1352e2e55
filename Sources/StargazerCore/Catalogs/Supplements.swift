public import Foundation

/// Optional facts about an item besides its details, each with its own request.
/// Facts that cannot be loaded are omitted.
public protocol Supplements: Sendable {
    /// Returns the supplements of this item, in the order to load them.
    func kinds(of item: Item) -> [SupplementKind]
    /// Loads one supplement, with the priority `RequestPriority.background`.
    /// - Returns: nil when the item has none.
    func supplement(_ kind: SupplementKind, of item: Item) async throws(CatalogFailure) -> (any SupplementFacts)?
}

/// Names one supplement. Its catalog's presentation shows it.
public struct SupplementKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The content of one supplement.
public protocol SupplementFacts: Sendable, Hashable {
    func content(formats: Formats, now: Date) -> any CatalogContent
}
