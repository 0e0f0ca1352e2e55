public import Foundation

/// What is nice to know of an item beside its details, each a question of its own. None of it is needed: what cannot be had
/// is missing.
public protocol Supplements: Sendable {
    /// In the order they are asked for.
    func kinds(of item: Item) -> [SupplementKind]
    /// Asked for as what is merely nice to have (`RequestPriority.background`).
    /// - Returns: nil when the item has none.
    func supplement(_ kind: SupplementKind, of item: Item) async throws(CatalogFailure) -> (any SupplementFacts)?
}

/// Names one supplement; its catalog's face knows what to show of it.
public struct SupplementKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// What one supplement tells.
public protocol SupplementFacts: Sendable, Hashable {
    func content(formats: Formats, now: Date) -> any CatalogContent
}
