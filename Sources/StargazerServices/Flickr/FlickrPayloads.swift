import Foundation

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

/// A photo in a list. Apart from the identity, every field depends on `extras` and on the author's settings. Some
/// fields are strings in some responses and numbers in others.
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
