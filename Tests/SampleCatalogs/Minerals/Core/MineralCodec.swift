import Foundation
import StargazerLibrary

/// Encodes and decodes minerals.
struct MineralCodec: ItemCodec {
    let kind = CatalogKind.minerals
    let member = "mineral"
    let format = 1
    let sortKeys: [SortKey] = [.hardness]

    let columns: [ItemColumn] = [
        column("formula") { $0.formula }, column("description") { $0.summary }, column("place") { $0.place },
        column("hardness") { $0.hardness.map { "\(Double($0) / 10)" } },
        column("described") { $0.described.map { "\($0)" } },
    ]

    func encode(_ facts: any ItemFacts) throws -> Data {
        guard let mineral = facts as? Mineral else { throw UnknownItemFormat(0) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(CodableMineral(mineral))
    }

    func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        guard format == 1 else { throw UnknownItemFormat(format) }
        return try CodableMineral(from: decoder).mineral
    }

    func facts(titled title: String) -> any ItemFacts { Mineral(name: title) }

    private static func column(_ name: String, _ cell: @escaping @Sendable (Mineral) -> String?) -> ItemColumn {
        ItemColumn(name) { ($0 as? Mineral).flatMap(cell) }
    }
}

/// Format 1, which the server uses too. Everything except the name is optional.
struct CodableMineral: Codable {
    var name: String
    var formula: String?
    var summary: String?
    var hardness: Int?
    var described: Int?
    var place: String?
    var page: String?
    var picture: String?

    init(_ mineral: Mineral) {
        name = mineral.name
        formula = mineral.formula
        summary = mineral.summary
        hardness = mineral.hardness
        described = mineral.described
        place = mineral.place
        page = mineral.page?.absoluteString
        picture = mineral.picture?.absoluteString
    }

    var mineral: Mineral {
        Mineral(
            name: name, formula: formula ?? "", summary: summary ?? "", hardness: hardness, described: described,
            place: place ?? "", page: Self.address(page), picture: Self.address(picture))
    }

    private static func address(_ text: String?) -> URL? {
        guard let url = text.flatMap({ URL(string: $0) }), ["https", "http"].contains(url.scheme) else { return nil }
        return url
    }
}
