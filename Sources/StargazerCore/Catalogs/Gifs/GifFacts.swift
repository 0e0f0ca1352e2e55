public import Foundation

extension CatalogKind {
    public static let gifs = CatalogKind(rawValue: "gifs")
}

extension SortKey {
    /// When it was added to the service.
    public static let imported = SortKey(rawValue: "imported")
}

extension RelationKind {
    /// Other GIFs of the same channel.
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
