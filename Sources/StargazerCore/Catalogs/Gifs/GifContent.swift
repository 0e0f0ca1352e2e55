public import Foundation

/// The GIF-specific part of a cell.
public struct GifContent: CatalogContent {
    public let author: String?
    /// `480 × 270`.
    public let size: String?

    public var shownWords: [String] { [author].compactMap(\.self) }

    init(_ gif: Gif, formats: Formats) {
        author = (gif.author ?? gif.username).flatMap(Self.displayText)
        size = gif.original?.size(formats)
    }

    /// Returns nil when no visible text is left.
    fileprivate static func displayText(_ text: String) -> String? {
        let line = CleanText.line(text, limit: ItemContent.maxNameLength)
        return line.isEmpty ? nil : line
    }
}

/// The GIF-specific part of the details.
public struct GifDetailsContent: CatalogContent {
    public let picture: PictureContent
    public let author: String?
    /// The author's page; only http and https.
    public let authorPage: URL?
    public let rating: String?
    public let size: String?
    /// `1.2 MB`.
    public let bytes: String?
    public let frames: NumberContent?
    /// The short name of the license, and its page; only http and https.
    public let licenseName: String?
    public let licensePage: URL?
    /// The day it was made, or what the author states.
    public let made: String?
    /// The day it was added to the service.
    public let added: String?
    /// The page it originally came from; only http and https.
    public let source: URL?
    public let sourceText: String?
    /// The first ``maxTags`` tags.
    public let tags: [String]
    /// The service that it comes from.
    public let service: String?
    /// Its web page; only http and https.
    public let page: URL?

    static let maxTags = 50
    static let maxTagLength = 100

    init(_ gif: Gif, formats: Formats) {
        let row = GifContent(gif, formats: formats)
        (author, size) = (row.author, row.size)
        let still = gif.largeStill ?? gif.still
        let name =
            gif.caption.flatMap(GifContent.displayText) ?? CleanText.line(gif.title, limit: ItemContent.maxNameLength)
        picture = PictureContent(
            url: still?.url, shape: .ratio((gif.original ?? still)?.ratio ?? 1), name: name, animated: gif.large?.url)
        authorPage = gif.authorPage?.asWebURL
        rating = gif.rating.map { CleanText.line($0, limit: Self.maxTagLength) }
        bytes = gif.original?.bytes.map(formats.bytes)
        frames = gif.frames.map { NumberContent($0, formats: formats) }
        added = gif.addedAt.map(formats.day)
        licenseName = gif.licenseName.flatMap(GifContent.displayText)
        licensePage = gif.licensePage?.asWebURL
        made = gif.madeAt.map(formats.dayInUTC) ?? gif.madeText.flatMap(GifContent.displayText)
        service = gif.service.flatMap(GifContent.displayText)
        page = gif.page?.asWebURL
        source = gif.source?.asWebURL
        sourceText = source?.withoutScheme
        tags = gif.tags.prefix(Self.maxTags).map { CleanText.line($0, limit: Self.maxTagLength) }.filter { !$0.isEmpty }
    }
}
