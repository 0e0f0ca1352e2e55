public import Foundation
public import StargazerLibrary

/// The content of the details pane, ready for display. It contains no markup.
public struct DetailsContent: Equatable, Sendable, Identifiable {
    /// The part that the item's row shows as well.
    public internal(set) var item: ItemContent
    /// The full description; empty if none.
    public let summary: String
    /// The age of a cached response, `3 hours ago`; nil for a fresh one.
    public let cacheAge: String?
    /// Whether the full details have been loaded.
    public let isComplete: Bool
    /// The catalog-specific content, which the catalog's presentation shows.
    public let more: any CatalogContent
    /// The supplements loaded so far. The catalog's presentation shows them.
    public internal(set) var supplements: [any CatalogContent]
    public internal(set) var awaitsSupplements: Bool
    /// The favorites that belong to the item; nil for none.
    public internal(set) var ownedFavorites: OwnedFavorites?
    /// Whether they are being counted.
    public internal(set) var awaitsOwnedFavorites = false
    /// Why the details were read without the account's token; nil if they were not.
    public internal(set) var refusal: FailureContent?
    /// The related lists, in display order.
    public let relations: [RelationKind]
    public let isComparable: Bool

    public var id: ItemID { item.id }

    public static func == (one: DetailsContent, other: DetailsContent) -> Bool {
        one.item == other.item && one.isComplete == other.isComplete && one.cacheAge == other.cacheAge
            && one.awaitsSupplements == other.awaitsSupplements && one.relations == other.relations
            && one.isComparable == other.isComparable && one.ownedFavorites == other.ownedFavorites
            && one.awaitsOwnedFavorites == other.awaitsOwnedFavorites && one.refusal == other.refusal
            && one.more.isEqual(to: other.more) && one.supplements.count == other.supplements.count
            && zip(one.supplements, other.supplements).allSatisfy { $0.isEqual(to: $1) }
    }
}

extension DetailsContent {
    /// - Parameters:
    /// - details: nil while only the row's facts are known.
    /// - cachedAt: when the server sent the response, if it is cached.
    public init(
        _ item: Item, details: (any DetailFacts)? = nil, supplements: [any CatalogContent] = [],
        awaitsSupplements: Bool = false,
        relations: [RelationKind] = [], isComparable: Bool = false, flags: ItemFlags = ItemFlags(),
        cachedAt: Date? = nil, formats: Formats, now: Date
    ) {
        self.relations = relations
        self.isComparable = isComparable
        self.supplements = supplements
        self.awaitsSupplements = awaitsSupplements
        self.item = ItemContent(item, flags: flags, formats: formats, now: now)
        summary = self.item.fullSummary
        cacheAge = cachedAt.map { formats.relative($0, now: now) }
        isComplete = details != nil
        more = item.facts.details(details, formats: formats, now: now)
    }
}
