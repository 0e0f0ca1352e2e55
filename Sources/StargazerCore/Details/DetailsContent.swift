public import Foundation

/// What the details pane shows of an item, ready to be painted. Nothing in it is markup.
public struct DetailsContent: Equatable, Sendable, Identifiable {
    /// What the row of the item shows too.
    public internal(set) var item: ItemContent
    /// The description in full; `""` if none.
    public let summary: String
    /// All that its catalog can tell has been loaded.
    public let isWhole: Bool
    /// What its catalog alone shows; its face puts it in words.
    public let more: any CatalogContent
    /// The lists that it leads to, in the order they are offered.
    public let relations: [RelationKind]

    public var id: ItemID { item.id }

    public static func == (one: DetailsContent, other: DetailsContent) -> Bool {
        one.item == other.item && one.isWhole == other.isWhole && one.relations == other.relations
            && one.more.isEqual(to: other.more)
    }
}

extension DetailsContent {
    /// - Parameters:
    ///   - details: nil while only the row's facts are known.
    ///   - now: what the relative dates count from.
    public init(
        _ item: Item, details: (any DetailFacts)? = nil, relations: [RelationKind] = [],
        flags: ItemFlags = ItemFlags(), formats: Formats, now: Date
    ) {
        self.relations = relations
        self.item = ItemContent(item, flags: flags, formats: formats, now: now)
        summary = self.item.wholeSummary
        isWhole = details != nil
        more = item.facts.details(details, formats: formats, now: now)
    }
}
