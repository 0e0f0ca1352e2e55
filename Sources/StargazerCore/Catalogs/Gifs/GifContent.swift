public import Foundation

/// What a cell says of moving pictures alone.
public struct GifContent: CatalogContent {
    public let author: String?
    /// `480 × 270`.
    public let size: String?

    init(_ gif: Gif, formats: Formats) {
        author = (gif.author ?? gif.username).flatMap(Self.displayText)
        size = gif.original?.size(formats)
    }

    /// Nil when nothing is left of it.
    fileprivate static func displayText(_ text: String) -> String? {
        let line = CleanText.line(text, limit: ItemContent.maxNameLength)
        return line.isEmpty ? nil : line
    }
}

/// What the details show of moving pictures alone.
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
    /// The day it came to the service.
    public let added: String?
    /// Where it was found before; only http and https.
    public let source: URL?
    public let sourceText: String?
    /// The first of them, as many as ``maxTags``.
    public let tags: [String]

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
        source = gif.source?.asWebURL
        sourceText = source?.withoutScheme
        tags = gif.tags.prefix(Self.maxTags).map { CleanText.line($0, limit: Self.maxTagLength) }.filter { !$0.isEmpty }
    }
}
