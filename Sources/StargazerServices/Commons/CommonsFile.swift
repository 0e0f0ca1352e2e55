import Foundation
import StargazerCore

/// A file as its page describes it, with plain texts.
struct CommonsFile {
    let id: String
    var title: String
    var description: String?
    var author: String?
    var authorPage: URL?
    var license: String?
    var licensePage: URL?
    /// When it was made, if that is a date.
    var madeAt: Date?
    /// When it was made, if that is no date; free text.
    var madeText: String?
    var uploadedAt: Date?
    var page: URL?
    var frames: Int?
    var isGIF: Bool
    /// No wider than asked for.
    var thumbnail: Rendition?
    var original: Rendition?

    /// Nil for a page without a picture.
    /// - Parameter width: the width of the thumbnail that was asked for. The service reports it even when the thumbnail
    ///   is larger.
    init?(_ page: CommonsPage, width: CommonsClient.ThumbnailWidth) {
        guard page.id > 0, !page.isMissing, let image = page.image, let url = CommonsText.url(image.url?.nonBlank)
        else { return nil }
        id = String(page.id)
        title = Self.name(page.title ?? "") ?? id
        description = Self.text(image.fact("ImageDescription"))
        let authors = ["Attribution", "Artist", "Credit"].lazy.compactMap { name in
            Self.text(image.fact(name)).map { (name, $0) }
        }
        author = Self.short(authors.first?.1 ?? image.user?.nonBlank)
        authorPage = authors.first.flatMap { image.fact($0.0) }.flatMap(CommonsText.link)
        license = Self.short(Self.text(image.fact("LicenseShortName")))
        licensePage = CommonsText.url(image.fact("LicenseUrl"))
        let made = Self.short(Self.text(image.fact("DateTimeOriginal")))
        madeAt = LenientDate.date(made)
        madeText = madeAt == nil ? made : nil
        uploadedAt = Self.date(image.timestamp?.nonBlank)
        self.page = CommonsText.url(image.page?.nonBlank)
        frames = image.frames
        isGIF = image.mime?.nonBlank == "image/gif"
        let (fullWidth, fullHeight) = (image.width?.count, image.height?.count)
        original = Rendition(url: url, width: fullWidth, height: fullHeight, bytes: image.size?.count)
        thumbnail = CommonsText.url(image.thumbnail?.nonBlank).map { address in
            guard let ratio = original?.width.flatMap({ width in original?.height.map { ($0, width) } }) else {
                return Rendition(url: address)
            }
            let shown = min(width.rawValue, ratio.1)
            return Rendition(url: address, width: shown, height: max(1, shown * ratio.0 / ratio.1))
        }
    }

    /// Whether it is a GIF without movement.
    var isStillGIF: Bool { frames == 1 }

    /// Returns a line no longer than a name: authors and licenses are free text.
    private static func short(_ text: String?) -> String? {
        let line = text.map { CleanText.line($0, limit: ItemContent.maxNameLength) }
        return line?.isEmpty == false ? line : nil
    }

    /// Returns a page's title without namespace and file extension; nil when nothing is left.
    private static func name(_ title: String) -> String? {
        var name = title[...]
        if let colon = name.firstIndex(of: ":") { name = name[name.index(after: colon)...] }
        if let dot = name.lastIndex(of: "."), name.distance(from: dot, to: name.endIndex) <= 5 { name = name[..<dot] }
        let text = name.trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    private static func text(_ html: String?) -> String? {
        let text = html.map(CommonsText.plain) ?? ""
        return text.isEmpty ? nil : text
    }

    /// Reads `2018-01-22T13:09:38Z`.
    private static func date(_ text: String?) -> Date? {
        guard let text, text.utf8.count == 20, text.hasSuffix("Z") else { return nil }
        return LenientDate.date(String(text.dropLast().replacing("T", with: " ")))
    }
}

extension Photo {
    init(_ file: CommonsFile) {
        self.init(title: file.title)
        service = CommonsServer.name
        caption = file.description
        owner = file.author
        ownerPage = file.authorPage
        page = file.page
        postedAt = file.uploadedAt
        takenAt = file.madeAt
        takenText = file.madeText
        licenseName = file.license
        licensePage = file.licensePage
        small = file.thumbnail
        original = file.original
    }
}

extension Gif {
    /// The size in bytes up to which the details play the original.
    private static let preferredMaxBytes = 2_000_000

    init(_ file: CommonsFile) {
        self.init(title: file.title)
        service = CommonsServer.name
        caption = file.description
        author = file.author
        authorPage = file.authorPage
        page = file.page
        addedAt = file.uploadedAt
        madeAt = file.madeAt
        madeText = file.madeText
        licenseName = file.license
        licensePage = file.licensePage
        frames = file.frames
        // A picture of a GIF is its first frame.
        still = file.thumbnail
        small = file.thumbnail
        original = file.original
        let isSmall = file.original?.bytes.map { $0 <= Self.preferredMaxBytes } ?? false
        large = isSmall ? file.original : file.thumbnail ?? file.original
        largeStill = large
    }
}
