public import Foundation

/// Encodes and decodes photos; `CodablePhoto` documents the format.
public struct PhotoCodec: ItemCodec {
    public let kind = CatalogKind.photos
    public let member = "photo"
    public let format = 1
    public let sortKeys: [SortKey] = [.posted, .taken]

    public init() {}

    public func encode(_ facts: any ItemFacts) throws -> Data {
        guard let photo = facts as? Photo else { throw UnknownItemFormat(0) }
        return try written(CodablePhoto(photo))
    }

    public func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        guard format == self.format else { throw UnknownItemFormat(format) }
        return try CodablePhoto(from: decoder).photo(webURL: webURL)
    }

    public func facts(titled title: String) -> any ItemFacts { Photo(title: title) }

    public let columns: [ItemColumn] = [
        column("description", \.caption),
        column("author", \.owner),
        column("author_url") { $0.ownerPage?.absoluteString },
        column("license") { photo in
            let license = photo.license.flatMap(PhotoLicense.init)
            return photo.licenseName ?? license?.code ?? license?.page?.absoluteString ?? photo.license.map(String.init)
        },
        column("picture_tags") { $0.tags.joined(separator: ", ") },
        column("views") { $0.views.map(String.init) },
        column("width") { $0.original?.width.map(String.init) },
        column("height") { $0.original?.height.map(String.init) },
        column("picture_url") { ($0.original ?? $0.large)?.url.absoluteString },
        column("posted_at") { $0.postedAt.map { ISO8601Date($0).text } },
        column("taken_at") { $0.takenAt.map { ISO8601Date($0).text } },
    ]

    private static func column(_ name: String, _ cell: @escaping @Sendable (Photo) -> String?) -> ItemColumn {
        ItemColumn(name) { ($0 as? Photo).flatMap(cell) }
    }
}
