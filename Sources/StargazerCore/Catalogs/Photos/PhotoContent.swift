public import Foundation
public import StargazerLibrary

/// The photo-specific part of a cell.
public struct PhotoContent: CatalogContent {
    public let owner: String?
    /// When it was posted, relative: `2 h ago`.
    public let posted: String?
    public let postedFull: String?

    public var shownWords: [String] { [owner].compactMap(\.self) }

    init(_ photo: Photo, formats: Formats, now: Date) {
        owner = photo.owner.flatMap(Self.displayText)
        posted = photo.postedAt.map { formats.shortRelative($0, now: now) }
        postedFull = photo.postedAt.map(formats.absolute)
    }

    /// Returns nil when no visible text is left.
    fileprivate static func displayText(_ text: String) -> String? {
        let line = CleanText.line(text, limit: ItemContent.maxNameLength)
        return line.isEmpty ? nil : line
    }
}

public struct PhotoDetailsContent: CatalogContent {
    public let picture: PictureContent
    public let owner: String?
    /// The author's page; only http and https.
    public let ownerPage: URL?
    /// Nil until loaded, and when it is not public.
    public let realName: String?
    /// The real name if it says more than the author's name.
    public var otherName: String? {
        realName.flatMap { ItemFilter.folded($0) == owner.map(ItemFilter.folded) ? nil : $0 }
    }
    public let location: String?
    /// The day by the camera's clock, or what the author states.
    public let taken: String?
    /// Day and time of day.
    public let posted: String?
    /// `4,000 × 3,000`.
    public let size: String?
    public let views: NumberContent?
    public let comments: NumberContent?
    public let license: PhotoLicense?
    /// The short name of a license without a number, and its page; only http and https.
    public let licenseName: String?
    public let licensePage: URL?
    /// The first ``maxTags`` tags.
    public let tags: [String]
    public let service: String?
    /// Its web page; only http and https.
    public let page: URL?

    static let maxTags = 50
    static let maxTagLength = 100

    init(_ photo: Photo, _ details: PhotoDetails?, formats: Formats, now: Date) {
        let row = PhotoContent(photo, formats: formats, now: now)
        let shown = photo.large ?? photo.small
        picture = PictureContent(
            url: shown?.url, shape: .ratio((shown ?? photo.original)?.ratio ?? 1),
            name: CleanText.line(photo.title, limit: ItemContent.maxNameLength))
        (owner, posted) = (row.owner, row.postedFull)
        ownerPage = photo.ownerPage?.asWebURL
        realName = details?.realName.flatMap(PhotoContent.displayText)
        location = details?.location.flatMap(PhotoContent.displayText)
        taken = photo.takenAt.map(formats.dayInUTC) ?? photo.takenText.flatMap(PhotoContent.displayText)
        size = photo.original?.size(formats)
        views = photo.views.map { NumberContent($0, formats: formats) }
        comments = details?.comments.map { NumberContent($0, formats: formats) }
        license = photo.license.flatMap(PhotoLicense.init)
        licenseName = photo.licenseName.flatMap(PhotoContent.displayText)
        licensePage = photo.licensePage?.asWebURL
        service = photo.service.flatMap(PhotoContent.displayText)
        page = photo.page?.asWebURL
        tags =
            photo.tags.prefix(Self.maxTags).map { CleanText.line($0, limit: Self.maxTagLength) }.filter { !$0.isEmpty }
    }
}

extension CatalogKind {
    public static let photos = CatalogKind(rawValue: "photos")
}

extension SortKey {
    /// The service's own ranking by views, comments and favorites.
    public static let interesting = SortKey(rawValue: "interesting")
    public static let posted = SortKey(rawValue: "posted")
    public static let taken = SortKey(rawValue: "taken")
}

extension RelationKind {
    public static let sameAuthor = RelationKind(rawValue: "same-author")
}

extension Photo: ItemFacts {
    public var webURL: URL? { page }

    public var words: [String] { [caption, owner].compactMap(\.self) + tags }

    public var attributes: ItemAttributes { ItemAttributes(owner: owner, topics: tags, createdAt: postedAt) }

    public var fullSizePicture: FullSizePicture? {
        FullSizePicture(title: title, [original, large, small], fileExtension: "jpg")
    }

    public var links: [ItemLink] { (original ?? large).map { [ItemLink(.photo, $0.url)] } ?? [] }

    public var credit: String? {
        PictureCredit.line(author: owner, license: licenseText, service: service)
    }

    public var creditLink: URL? { page?.asWebURL }

    /// The license's code, or its name in English.
    private var licenseText: String? {
        licenseName ?? license.flatMap(PhotoLicense.init).map { $0.code ?? $0.englishName }
    }

    public func value(of key: SortKey) -> SortValue? {
        switch key {
        case .posted: postedAt.map { .date($0) }
        case .taken: takenAt.map { .date($0) }
        default: nil
        }
    }

    public func content(id: ItemID, formats: Formats, now: Date) -> ItemContent {
        ItemContent(
            id: id, facts: self, summary: caption,
            picture: PictureContent(
                url: small?.url, shape: .ratio((small ?? large)?.ratio ?? 1),
                name: CleanText.line(title, limit: ItemContent.maxNameLength)),
            more: PhotoContent(self, formats: formats, now: now))
    }

    public func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent {
        PhotoDetailsContent(self, details as? PhotoDetails, formats: formats, now: now)
    }
}

extension ItemLink.Kind {
    /// The picture itself.
    public static let photo = ItemLink.Kind(rawValue: "photo")
}

extension Item {
    public var photo: Photo? { facts as? Photo }
}
