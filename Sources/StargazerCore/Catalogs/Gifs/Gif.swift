public import Foundation

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
    /// Its web page.
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
    /// The name of the service that it comes from.
    public var service: String?
    /// In its original size.
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

/// The encoded form of a GIF. Everything except the title is optional.
/// Addresses other than http and https are dropped; dates use the format of `ISO8601Date`.
struct CodableGif: Codable {
    var title: String
    var caption: String?
    var username: String?
    var author: String?
    var authorURL: String?
    var url: String?
    var source: String?
    var rating: String?
    var tags: [String]?
    var addedAt: ISO8601Date?
    var madeAt: ISO8601Date?
    var madeText: String?
    var licenseName: String?
    var licenseURL: String?
    var service: String?
    var original: CodableRendition?
    var frames: Int?
    var still: CodableRendition?
    var small: CodableRendition?
    var largeStill: CodableRendition?
    var large: CodableRendition?

    private enum CodingKeys: String, CodingKey {
        case title, caption, username, author, url, source, rating, tags, original, frames, still, small, large
        case service
        case authorURL = "author_url"
        case addedAt = "imported_at"
        case largeStill = "large_still"
        case madeAt = "made_at"
        case madeText = "made_text"
        case licenseName = "license_name"
        case licenseURL = "license_url"
    }

    init(_ gif: Gif) {
        title = gif.title
        caption = gif.caption
        username = gif.username
        author = gif.author
        authorURL = gif.authorPage?.absoluteString
        url = gif.page?.absoluteString
        source = gif.source?.absoluteString
        rating = gif.rating
        tags = gif.tags
        addedAt = gif.addedAt.map(ISO8601Date.init)
        madeAt = gif.madeAt.map(ISO8601Date.init)
        madeText = gif.madeText
        licenseName = gif.licenseName
        licenseURL = gif.licensePage?.absoluteString
        service = gif.service
        original = gif.original.map(CodableRendition.init)
        frames = gif.frames
        still = gif.still.map(CodableRendition.init)
        small = gif.small.map(CodableRendition.init)
        largeStill = gif.largeStill.map(CodableRendition.init)
        large = gif.large.map(CodableRendition.init)
    }

    /// - Parameter webURL: the address stored next to the object.
    func gif(webURL: String?) -> Gif {
        var gif = Gif(title: title)
        gif.caption = caption
        gif.username = username
        gif.author = author
        gif.authorPage = URL(web: authorURL)
        gif.page = URL(web: webURL ?? url)
        gif.source = URL(web: source)
        gif.rating = rating
        gif.tags = tags ?? []
        gif.addedAt = addedAt?.date
        gif.madeAt = madeAt?.date
        gif.madeText = madeText
        gif.licenseName = licenseName
        gif.licensePage = URL(web: licenseURL)
        gif.service = service ?? Gif.firstService
        gif.original = original?.rendition
        gif.frames = frames
        gif.still = still?.rendition
        gif.small = small?.rendition
        gif.largeStill = largeStill?.rendition
        gif.large = large?.rendition
        return gif
    }
}

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
