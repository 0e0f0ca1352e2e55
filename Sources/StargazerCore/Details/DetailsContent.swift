public import Foundation

/// What the details pane shows of an item, ready to be painted. Nothing in it is markup.
public struct DetailsContent: Equatable, Sendable, Identifiable {
    /// What the row of the item shows too.
    public internal(set) var item: ItemContent
    /// The description in full; `""` if none.
    public let summary: String
    /// How old it is, `3 hours ago`, where it was kept from an earlier time.
    public let cacheAge: String?
    /// All that its catalog can tell has been loaded.
    public let isComplete: Bool
    /// What its catalog alone shows; its face puts it in words.
    public let more: any CatalogContent
    /// What came beside its details, as far as it has come; its face knows what each is.
    public internal(set) var supplements: [any CatalogContent]
    /// The lists that it leads to, in the order they are offered.
    public let relations: [RelationKind]
    /// Whether it can be compared with another of its kind.
    public let isComparable: Bool

    public var id: ItemID { item.id }

    public static func == (one: DetailsContent, other: DetailsContent) -> Bool {
        one.item == other.item && one.isComplete == other.isComplete && one.cacheAge == other.cacheAge
            && one.relations == other.relations && one.isComparable == other.isComparable
            && one.more.isEqual(to: other.more) && one.supplements.count == other.supplements.count
            && zip(one.supplements, other.supplements).allSatisfy { $0.isEqual(to: $1) }
    }
}

extension DetailsContent {
    /// - Parameters:
    ///   - details: nil while only the row's facts are known.
    ///   - keptAt: when the server told this, where that was not just now.
    ///   - now: what the relative dates count from.
    public init(
        _ item: Item, details: (any DetailFacts)? = nil, supplements: [any CatalogContent] = [],
        relations: [RelationKind] = [], isComparable: Bool = false, flags: ItemFlags = ItemFlags(),
        cachedAt: Date? = nil, formats: Formats, now: Date
    ) {
        self.relations = relations
        self.isComparable = isComparable
        self.supplements = supplements
        self.item = ItemContent(item, flags: flags, formats: formats, now: now)
        summary = self.item.fullSummary
        cacheAge = cachedAt.map { formats.relative($0, now: now) }
        isComplete = details != nil
        more = item.facts.details(details, formats: formats, now: now)
    }
}
