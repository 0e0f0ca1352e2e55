public import Foundation
public import StargazerLibrary

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

extension CatalogKind {
    public static let gifs = CatalogKind(rawValue: "gifs")
}

extension SortKey {
    /// When it was added to the service.
    public static let imported = SortKey(rawValue: "imported")
}

extension RelationKind {
    public static let sameChannel = RelationKind(rawValue: "same-channel")
}

extension ContentRating {
    public static let everybody = ContentRating(rawValue: "g")
    public static let guidance = ContentRating(rawValue: "pg")
    public static let teenagers = ContentRating(rawValue: "pg-13")
    public static let adults = ContentRating(rawValue: "r")
}

extension QueryProblem {
    /// The text is longer than the service accepts.
    public static let gifWordsTooLong = QueryProblem.catalogSpecific("gif-words-too-long")
}

extension Gif: ItemFacts {
    public var webURL: URL? { page }

    public var attributes: ItemAttributes { ItemAttributes(owner: username, topics: tags, createdAt: addedAt) }

    public var words: [String] { [caption, author, username].compactMap(\.self) + tags }

    public var links: [ItemLink] { large.map { [ItemLink(.gif, $0.url)] } ?? [] }

    public var fullSizePicture: FullSizePicture? {
        FullSizePicture(title: title, [original, large, small], fileExtension: "gif")
    }

    public var credit: String? {
        PictureCredit.line(author: author ?? username, license: licenseName, service: service)
    }

    public var creditLink: URL? { page?.asWebURL }

    public func value(of key: SortKey) -> SortValue? { key == .imported ? addedAt.map { .date($0) } : nil }

    public func content(id: ItemID, formats: Formats, now: Date) -> ItemContent {
        let name = CleanText.line(title, limit: ItemContent.maxNameLength)
        return ItemContent(
            id: id, facts: self, summary: caption,
            picture: PictureContent(
                url: still?.url, shape: .ratio((small ?? still ?? original)?.ratio ?? 1), name: name,
                animated: small?.url),
            more: GifContent(self, formats: formats))
    }

    public func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent {
        GifDetailsContent(self, formats: formats)
    }
}

extension ItemLink.Kind {
    /// The animated picture itself.
    public static let gif = ItemLink.Kind(rawValue: "gif")
}

extension Item {
    public var gif: Gif? { facts as? Gif }
}
