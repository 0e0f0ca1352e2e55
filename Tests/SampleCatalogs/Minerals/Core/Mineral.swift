import Foundation
import StargazerLibrary

/// A mineral, as lists return it.
struct Mineral: Hashable, Sendable {
    var name: String
    var formula = ""
    var summary = ""
    /// Mohs hardness in tenths.
    var hardness: Int?
    /// The year of the first description.
    var described: Int?
    /// The place of the best-known specimens.
    var place = ""
    var page: URL?
    var picture: URL?
}

/// What only the details request returns.
struct MineralDetails: DetailFacts {
    var system: String
    var uses: [String]
}

extension CatalogKind {
    static let minerals = CatalogKind(rawValue: "minerals")
}

extension SortKey {
    static let hardness = SortKey(rawValue: "hardness")
    static let described = SortKey(rawValue: "described")
}

extension RelationKind {
    static let samePlace = RelationKind(rawValue: "same-place")
    static let others = RelationKind(rawValue: "others")
}

extension Mineral: ItemFacts {
    var title: String { name }
    var webURL: URL? { page }
    var words: [String] { [summary, formula, place].filter { !$0.isEmpty } }
    var links: [ItemLink] { [] }

    func value(of key: SortKey) -> SortValue? {
        switch key {
        case .hardness: hardness.map { .number($0) }
        case .described: described.map { .number($0) }
        default: nil
        }
    }

    func content(id: ItemID, formats: Formats, now: Date) -> ItemContent {
        ItemContent(
            id: id, facts: self, context: CleanText.line(place), summary: summary,
            picture: PictureContent(url: picture, shape: .ratio(4 / 3), name: CleanText.line(name)),
            more: MineralContent(self, formats: formats))
    }

    func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent {
        MineralDetailsContent(self, details as? MineralDetails, formats: formats)
    }
}
