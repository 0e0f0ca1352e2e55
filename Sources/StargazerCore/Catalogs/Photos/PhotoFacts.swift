public import Foundation

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
    /// Other photos by the same person.
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
