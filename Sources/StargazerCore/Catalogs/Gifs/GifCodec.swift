public import Foundation

/// Encodes and decodes GIFs; `CodableGif` documents the format.
public struct GifCodec: ItemCodec {
    public let kind = CatalogKind.gifs
    public let member = "gif"
    public let format = 1
    public let sortKeys: [SortKey] = [.imported]

    public init() {}

    public func encode(_ facts: any ItemFacts) throws -> Data {
        guard let gif = facts as? Gif else { throw UnknownItemFormat(0) }
        return try written(CodableGif(gif))
    }

    public func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        guard format == self.format else { throw UnknownItemFormat(format) }
        return try CodableGif(from: decoder).gif(webURL: webURL)
    }

    public func facts(titled title: String) -> any ItemFacts { Gif(title: title) }

    public let columns: [ItemColumn] = [
        column("description", \.caption),
        column("author", \.author),
        column("author_url") { $0.authorPage?.absoluteString },
        column("rating", \.rating),
        column("license", \.licenseName),
        column("picture_tags") { $0.tags.joined(separator: ", ") },
        column("width") { $0.original?.width.map(String.init) },
        column("height") { $0.original?.height.map(String.init) },
        column("picture_url") { $0.large?.url.absoluteString },
        column("imported_at") { $0.addedAt.map { ISO8601Date($0).text } },
    ]

    private static func column(_ name: String, _ cell: @escaping @Sendable (Gif) -> String?) -> ItemColumn {
        ItemColumn(name) { ($0 as? Gif).flatMap(cell) }
    }
}
