public import Foundation
public import StargazerLibrary

/// A GIF as search results and favorites show it.
public struct Gif: Sendable, Hashable {
    public var title: String
    /// The alternative text; nil when there is none.
    public var caption: String?
    /// The channel's user name, as searches take it; nil when there is no channel.
    public var username: String?
    /// The channel's display name.
    public var author: String?
    public var authorPage: URL?
    public var page: URL?
    /// The page it originally came from.
    public var source: URL?
    /// The service's content rating: `g`, `pg`, `pg-13`, `r`.
    public var rating: String?
    public var tags: [String]
    public var addedAt: Date?
    /// The author's clock, which has no time zone; interpreted as UTC.
    public var madeAt: Date?
    /// When it was made, as the author states it, where that is not a date.
    public var madeText: String?
    /// The short name of the license, `CC BY-SA 4.0`; nil where the service has no licenses.
    public var licenseName: String?
    public var licensePage: URL?
    public var service: String?
    public var original: Rendition?
    public var frames: Int?
    /// For cells: still and animated.
    public var still: Rendition?
    public var small: Rendition?
    /// For the details: still and animated.
    public var largeStill: Rendition?
    public var large: Rendition?

    /// The service of GIFs that were stored without its name.
    static let firstService = "GIPHY"

    public init(title: String) {
        self.title = title
        tags = []
    }
}

/// Empty: the details request returns nothing beyond the item. It only marks that the details have been loaded.
public struct GifDetails: DetailFacts {
    public init() {}
}

/// Everything except the title is optional. Addresses other than http and https are dropped; dates are `ISO8601Date`s.
extension Gif: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, caption, username, author, source, rating, tags, service, original, frames, still, small, large
        case authorPage = "author_url"
        case page = "url"
        case addedAt = "imported_at"
        case madeAt = "made_at"
        case madeText = "made_text"
        case licenseName = "license_name"
        case licensePage = "license_url"
        case largeStill = "large_still"
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(title: try fields.decode(String.self, forKey: .title))
        caption = try fields.decodeIfPresent(.caption)
        username = try fields.decodeIfPresent(.username)
        author = try fields.decodeIfPresent(.author)
        authorPage = try fields.decodeWebURL(.authorPage)
        page = try fields.decodeWebURL(.page)
        source = try fields.decodeWebURL(.source)
        rating = try fields.decodeIfPresent(.rating)
        tags = try fields.decodeIfPresent(.tags) ?? []
        addedAt = try fields.decodeDate(.addedAt)
        madeAt = try fields.decodeDate(.madeAt)
        madeText = try fields.decodeIfPresent(.madeText)
        licenseName = try fields.decodeIfPresent(.licenseName)
        licensePage = try fields.decodeWebURL(.licensePage)
        service = try fields.decodeIfPresent(.service) ?? Self.firstService
        original = try fields.decodeRendition(.original)
        frames = try fields.decodeIfPresent(.frames)
        still = try fields.decodeRendition(.still)
        small = try fields.decodeRendition(.small)
        largeStill = try fields.decodeRendition(.largeStill)
        large = try fields.decodeRendition(.large)
    }
}

public struct GifCodec: ItemCodec {
    public let kind = CatalogKind.gifs
    public let member = "gif"
    public let format = 1
    public let sortKeys: [SortKey] = [.imported]

    public init() {}

    public func encode(_ facts: any ItemFacts) throws -> Data {
        guard let gif = facts as? Gif else { throw UnknownItemFormat(0) }
        return try written(gif)
    }

    public func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        guard format == self.format else { throw UnknownItemFormat(format) }
        var gif = try Gif(from: decoder)
        if let webURL { gif.page = URL(web: webURL) }
        return gif
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
