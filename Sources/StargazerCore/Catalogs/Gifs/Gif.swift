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
