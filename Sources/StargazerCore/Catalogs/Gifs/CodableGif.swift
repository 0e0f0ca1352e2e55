import Foundation

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
