public import Foundation
public import StargazerLibrary

/// A photo as search results and favorites show it.
public struct Photo: Sendable, Hashable {
    public var title: String
    /// The author's description, unmodified; nil when there is none.
    public var caption: String?
    /// The service's ID of the author, which survives a rename.
    public var ownerID: String
    public var owner: String?
    public var ownerPage: URL?
    public var page: URL?
    public var postedAt: Date?
    /// The camera's clock, which has no time zone; interpreted as UTC.
    public var takenAt: Date?
    public var tags: [String]
    public var views: Int?
    /// When it was taken, as the author states it, where that is not a date.
    public var takenText: String?
    /// Flickr's number of the license.
    public var license: Int?
    /// The short name of the license, `CC BY-SA 4.0`, from a service without numbers for licenses.
    public var licenseName: String?
    public var licensePage: URL?
    public var service: String?
    /// For cells.
    public var small: Rendition?
    /// For the details.
    public var large: Rendition?
    /// In the largest public size.
    public var original: Rendition?

    /// The service of photos that were stored without its name.
    static let firstService = "Flickr"

    public init(title: String, ownerID: String = "") {
        self.title = title
        self.ownerID = ownerID
        tags = []
    }
}

/// What only the details request returns.
public struct PhotoDetails: DetailFacts {
    /// The author's full name; nil when it is not public.
    public var realName: String?
    /// The author's location, as they state it.
    public var location: String?
    public var comments: Int?

    public init(realName: String? = nil, location: String? = nil, comments: Int? = nil) {
        self.realName = realName
        self.location = location
        self.comments = comments
    }
}

/// Everything except the title is optional. Addresses other than http and https are dropped; dates are `ISO8601Date`s.
extension Photo: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, owner, tags, views, license, service, small, large, original
        case caption = "description"
        case ownerID = "owner_id"
        case ownerPage = "owner_url"
        case page = "url"
        case postedAt = "posted_at"
        case takenAt = "taken_at"
        case takenText = "taken_text"
        case licenseName = "license_name"
        case licensePage = "license_url"
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try fields.decode(String.self, forKey: .title), ownerID: try fields.decodeIfPresent(.ownerID) ?? "")
        caption = try fields.decodeIfPresent(.caption)
        owner = try fields.decodeIfPresent(.owner)
        ownerPage = try fields.decodeWebURL(.ownerPage)
        page = try fields.decodeWebURL(.page)
        postedAt = try fields.decodeDate(.postedAt)
        takenAt = try fields.decodeDate(.takenAt)
        tags = try fields.decodeIfPresent(.tags) ?? []
        views = try fields.decodeIfPresent(.views)
        takenText = try fields.decodeIfPresent(.takenText)
        license = try fields.decodeIfPresent(.license)
        licenseName = try fields.decodeIfPresent(.licenseName)
        licensePage = try fields.decodeWebURL(.licensePage)
        service = try fields.decodeIfPresent(.service) ?? Self.firstService
        small = try fields.decodeRendition(.small)
        large = try fields.decodeRendition(.large)
        original = try fields.decodeRendition(.original)
    }
}

public struct PhotoCodec: ItemCodec {
    public let kind = CatalogKind.photos
    public let member = "photo"
    public let format = 1
    public let sortKeys: [SortKey] = [.posted, .taken]

    public init() {}

    public func encode(_ facts: any ItemFacts) throws -> Data {
        guard let photo = facts as? Photo else { throw UnknownItemFormat(0) }
        return try written(photo)
    }

    public func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        guard format == self.format else { throw UnknownItemFormat(format) }
        var photo = try Photo(from: decoder)
        if let webURL { photo.page = URL(web: webURL) }
        return photo
    }

    public func facts(titled title: String) -> any ItemFacts { Photo(title: title) }

    public let columns: [ItemColumn] = [
        column("description", \.caption),
        column("author", \.owner),
        column("author_url") { $0.ownerPage?.absoluteString },
        column("license") { photo in
            let license = photo.license.flatMap(PhotoLicense.init)
            return photo.licenseName ?? license?.code ?? license?.page?.absoluteString ?? photo.license.map(String.init)
        },
        column("picture_tags") { $0.tags.joined(separator: ", ") },
        column("views") { $0.views.map(String.init) },
        column("width") { $0.original?.width.map(String.init) },
        column("height") { $0.original?.height.map(String.init) },
        column("picture_url") { ($0.original ?? $0.large)?.url.absoluteString },
        column("posted_at") { $0.postedAt.map { ISO8601Date($0).text } },
        column("taken_at") { $0.takenAt.map { ISO8601Date($0).text } },
    ]

    private static func column(_ name: String, _ cell: @escaping @Sendable (Photo) -> String?) -> ItemColumn {
        ItemColumn(name) { ($0 as? Photo).flatMap(cell) }
    }
}
