import Foundation
import StargazerCore
import StargazerLibrary

/// The status of a Flickr response. Errors come with HTTP status 200.
struct FlickrStatus: Decodable, Sendable {
    var stat: String
    var code: LenientInt?
    var message: LenientString?
}

struct FlickrListResponse: Decodable, Sendable {
    struct Page: Decodable, Sendable {
        var page: LenientInt?
        var pages: LenientInt?
        /// A string in older responses, a number in newer ones.
        var total: LenientInt?
        var photo: [FlickrPhotoPayload]
    }

    var photos: Page
}

/// A photo in a list. All but the identity depends on `extras` and the author's settings. Some numbers are strings.
struct FlickrPhotoPayload: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case id, owner, title, description, ownername, pathalias, dateupload, datetaken, tags, views, license
        case takenUnknown = "datetakenunknown"
    }

    /// The requested sizes, smallest first.
    static let sizes = ["n", "z", "c", "l", "h", "k", "o"]

    var id: String
    var owner: String
    var title: LenientString?
    var description: LenientString?
    var ownername: LenientString?
    var pathalias: LenientString?
    var dateupload: LenientInt?
    var datetaken: LenientString?
    var takenUnknown: LenientInt?
    var tags: LenientString?
    var views: LenientInt?
    var license: LenientInt?
    /// By size letter.
    var pictures: [String: Picture]

    struct Picture: Sendable {
        var url: String
        var width: Int?
        var height: Int?
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = try values.decode(LenientString.self, forKey: .id).nonBlank else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: values, debugDescription: "no id")
        }
        self.id = id
        owner = try values.decode(String.self, forKey: .owner)
        title = try values.decodeIfPresent(LenientString.self, forKey: .title)
        description = try values.decodeIfPresent(LenientString.self, forKey: .description)
        ownername = try values.decodeIfPresent(LenientString.self, forKey: .ownername)
        pathalias = try values.decodeIfPresent(LenientString.self, forKey: .pathalias)
        dateupload = try values.decodeIfPresent(LenientInt.self, forKey: .dateupload)
        datetaken = try values.decodeIfPresent(LenientString.self, forKey: .datetaken)
        takenUnknown = try values.decodeIfPresent(LenientInt.self, forKey: .takenUnknown)
        tags = try values.decodeIfPresent(LenientString.self, forKey: .tags)
        views = try values.decodeIfPresent(LenientInt.self, forKey: .views)
        license = try values.decodeIfPresent(LenientInt.self, forKey: .license)
        pictures = [:]
        let named = try decoder.container(keyedBy: Name.self)
        for size in Self.sizes {
            let url = try named.decodeIfPresent(LenientString.self, forKey: Name(stringValue: "url_\(size)"))
            guard let url = url?.nonBlank else { continue }
            let length = { (name: String) in
                try named.decodeIfPresent(LenientInt.self, forKey: Name(stringValue: "\(name)_\(size)"))?.value
            }
            pictures[size] = Picture(url: url, width: try length("width"), height: try length("height"))
        }
    }
}

/// A single photo, by its ID.
struct FlickrInfoResponse: Decodable, Sendable {
    struct Photo: Decodable, Sendable {
        var id: LenientString
        var owner: Owner
        var title: LenientString?
        var description: LenientString?
        var dates: Lenient<Dates>?
        var views: LenientInt?
        var comments: Lenient<Count>?
        var license: LenientInt?
        var tags: Lenient<Tags>?
    }

    struct Owner: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case nsid, username, realname, location
            case alias = "path_alias"
        }

        var nsid: String
        var username: LenientString?
        var realname: LenientString?
        var location: LenientString?
        var alias: LenientString?
    }

    struct Dates: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case posted, taken
            case takenUnknown = "takenunknown"
        }

        var posted: LenientInt?
        var taken: LenientString?
        var takenUnknown: LenientInt?
    }

    struct Count: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey { case number = "_content" }

        var number: LenientInt
    }

    struct Tags: Decodable, Sendable {
        struct Tag: Decodable, Sendable {
            var raw: LenientString?
        }

        var tag: [Tag]
    }

    var photo: Photo
}

/// Trending tags.
struct FlickrHotTagsResponse: Decodable, Sendable {
    var hottags: FlickrTagList
}

/// Tags related to a tag.
struct FlickrTagsResponse: Decodable, Sendable {
    var tags: FlickrTagList
}

struct FlickrTagList: Decodable, Sendable {
    var tag: [Lenient<LenientString>]
}

extension Item {
    /// Returns nil if the photo's or owner's ID is too long to store.
    init?(_ payload: FlickrPhotoPayload, host: String) {
        guard payload.id.utf8.count <= Photo.maxIDLength, payload.owner.utf8.count <= Photo.maxIDLength else {
            return nil
        }
        self.init(id: ItemID(catalog: .photos, host: host, id: payload.id), facts: Photo(payload))
    }
}

extension Photo {
    fileprivate static let maxIDLength = 100
    private static let maxTags = 100

    init(_ payload: FlickrPhotoPayload) {
        let owner = payload.ownername?.nonBlank
        // Many photos have no title.
        self.init(title: payload.title?.nonBlank ?? owner ?? payload.id, ownerID: payload.owner)
        service = FlickrServer.name
        caption = payload.description?.nonBlank
        self.owner = owner
        setPages(id: payload.id, name: payload.pathalias?.nonBlank ?? payload.owner)
        postedAt = LenientDate.date(payload.dateupload?.value)
        takenAt = payload.takenUnknown?.value == 1 ? nil : LenientDate.date(payload.datetaken?.nonBlank)
        tags = (payload.tags?.nonBlank ?? "").split(separator: " ").prefix(Self.maxTags).map(String.init)
        views = payload.views?.count
        license = payload.license?.count
        let pictures = FlickrPhotoPayload.sizes.compactMap { size in
            payload.pictures[size].flatMap { picture in
                WebLink.url(picture.url).map {
                    (size, Rendition(url: $0, width: picture.width, height: picture.height))
                }
            }
        }
        let picture = { (sizes: [String]) in sizes.lazy.compactMap { size in pictures.first { $0.0 == size }?.1 }.first
        }
        small = picture(FlickrPhotoPayload.sizes)
        large = picture(["l", "c", "z", "h", "k", "n", "o"])
        original = pictures.last?.1
    }

    /// Updates a known photo from its details. They are newer than the list, but include no pictures.
    init(_ payload: FlickrInfoResponse.Photo, id: String, listed: Photo) {
        self = listed
        let name = payload.owner.username?.nonBlank ?? listed.owner
        title = payload.title?.nonBlank ?? name ?? id
        caption = payload.description?.nonBlank
        ownerID = payload.owner.nsid
        owner = name
        setPages(id: id, name: payload.owner.alias?.nonBlank ?? payload.owner.nsid)
        postedAt = LenientDate.date(payload.dates?.value?.posted?.value) ?? listed.postedAt
        if let dates = payload.dates?.value {
            takenAt = dates.takenUnknown?.value == 1 ? nil : LenientDate.date(dates.taken?.nonBlank)
        }
        if let tags = payload.tags?.value?.tag {
            self.tags = tags.compactMap { $0.raw?.nonBlank }.prefix(Self.maxTags).map { $0 }
        }
        views = payload.views?.count ?? listed.views
        license = payload.license?.count ?? listed.license
    }

    /// - Parameter name: the author's path component.
    private mutating func setPages(id: String, name: String) {
        let photos = APIServer(scheme: "https", host: "www.flickr.com")
        page = WebLink.url(photos.url(["photos", name, id])?.absoluteString)
        ownerPage = WebLink.url(photos.url(["photos", name])?.absoluteString)
    }
}
