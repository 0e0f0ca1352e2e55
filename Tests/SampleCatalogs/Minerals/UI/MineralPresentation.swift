import Foundation
import StargazerCore
import StargazerLibrary
import StargazerUI

/// The presentation of minerals.
struct MineralPresentation: CatalogPresentation {
    let kind = CatalogKind.minerals

    let name = "Minerals"
    let icon = "emoji-nature-symbolic"
    let placeholder = "Search minerals"
    let searchActionLabel = "Search Minerals"
    let noResultsText = "No Minerals Found"
    let selectionPrompt = "Select a mineral to read about it here"
    let gone = (
        heading: "This Mineral Is No Longer There", statement: "This mineral is no longer there.",
        sentence: "It was taken out of the cabinet."
    )
    let blocked = "This Mineral Is Not Shown"
    let apiKeyInstructions: APIKeyInstructions? = APIKeyInstructions(
        icon: "emoji-nature-symbolic", heading: "Minerals Need a Key", sentence: "The cabinet is locked.",
        steps: ["Ask the curator."])

    func name(of key: SortKey) -> String? {
        switch key {
        case .hardness: "Hardness"
        case .described: "Year of Description"
        default: nil
        }
    }

    func order(_ sort: ItemOrder) -> String? {
        switch (sort.key, sort.direction) {
        case (.hardness, .descending): "Hardest"
        case (.hardness, .ascending): "Softest"
        case (.described, .descending): "Recently Described"
        case (.described, .ascending): "Known Longest"
        default: nil
        }
    }

    func name(of relation: RelationKind) -> String? {
        switch relation {
        case .samePlace: "More from the Same Place"
        case .others: "Other Minerals"
        default: nil
        }
    }

    func metadataLine(of item: ItemContent) -> MetadataLine {
        guard let more = item.more as? MineralContent else { return MetadataLine() }
        return MetadataLine([more.formula, more.hardness].compactMap(\.self))
    }

    func metadataTooltip(of item: ItemContent) -> String? {
        (item.more as? MineralContent)?.hardness.map { "Hardness \($0) by Mohs" }
    }

    func accessibleMetadata(_ item: ItemContent) -> [String] {
        guard let more = item.more as? MineralContent else { return [] }
        return [item.context, more.formula, more.hardness.map { "hardness \($0)" } ?? ""].filter { !$0.isEmpty }
    }

    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? { nil }

    func subtitle(of details: DetailsContent) -> [Fact] {
        guard let more = details.more as? MineralDetailsContent else {
            return [Fact(label: "", text: details.item.context)]
        }
        return [more.cell.formula, more.place].filter { !$0.isEmpty }.map { Fact(label: "", text: $0) }
    }

    func blocks(of details: DetailsContent) -> [DetailBlock] {
        guard let more = details.more as? MineralDetailsContent else { return [] }
        let facts: [(label: String, text: String?, address: String?)] = [
            ("First described", more.described, nil), ("Crystal system", more.system, nil),
            ("Page", details.item.webURL.map { _ in details.item.name }, details.item.webURL?.absoluteString),
        ]
        return [
            .rows(
                [more.cell.hardness.map { Fact(label: "Hardness", text: $0) }].compactMap(\.self)
                    + [Fact(label: "Other Minerals", text: "11", target: .relation(.others))]),
            .facts(
                facts.compactMap { fact in
                    fact.text.map { Fact(label: fact.label, text: $0, target: fact.address.map { .web($0) }) }
                }),
        ]
    }

    func topics(of details: DetailsContent) -> [Topic] {
        (details.more as? MineralDetailsContent)?.uses.map { Topic($0, search: $0) } ?? []
    }
}
