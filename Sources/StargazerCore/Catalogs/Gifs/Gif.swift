public import Foundation

/// A moving picture as search results and favorites show it.
public struct Gif: Sendable, Hashable {
    public var title: String
    /// What is to be seen, for those who do not see it; nil when nobody wrote it down.
    public var caption: String?
    /// The name of the channel it is from, as searches take it; nil when nobody put their name to it.
    public var username: String?
    /// The channel's name as people write it.
    public var author: String?
    public var authorPage: URL?
    /// Its page in a browser.
    public var page: URL?
    /// Where it was found before.
    public var source: URL?
    /// For whom it is fit, as the service has it: `g`, `pg`, `pg-13`, `r`.
    public var rating: String?
    public var tags: [String]
    public var addedAt: Date?
    /// In the size that was sent in.
    public var original: Rendition?
    public var frames: Int?
    /// For cells: unmoved, and moving.
    public var still: Rendition?
    public var small: Rendition?
    /// For the details: unmoved, and moving.
    public var largeStill: Rendition?
    public var large: Rendition?

    public init(title: String) {
        self.title = title
        tags = []
    }
}

/// Nothing more is told by its own address that is not part of the item; that it has been asked for is.
public struct GifDetails: DetailFacts {
    public init() {}
}
