import Foundation

/// How an answer of Flickr's went; a refusal comes with status 200.
struct FlickrStatus: Decodable, Sendable {
    var stat: String
    var code: LooseNumber?
    var message: LooseText?
}

struct FlickrListAnswer: Decodable, Sendable {
    struct Page: Decodable, Sendable {
        var page: LooseNumber?
        var pages: LooseNumber?
        /// A text in older answers, a number in newer ones.
        var total: LooseNumber?
        var photo: [FlickrPhotoPayload]
    }

    var photos: Page
}

/// A photo of a list. Beside the identity all of it depends on what was asked for and on what its author allows; the
/// same member is a text here and a number there.
struct FlickrPhotoPayload: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case id, owner, title, description, ownername, pathalias, dateupload, datetaken, tags, views, license
        case takenUnknown = "datetakenunknown"
    }

    /// The sizes that are asked for, the smallest first.
    static let sizes = ["n", "z", "c", "l", "h", "k", "o"]

    var id: String
    var owner: String
    var title: LooseText?
    var description: LooseText?
    var ownername: LooseText?
    var pathalias: LooseText?
    var dateupload: LooseNumber?
    var datetaken: LooseText?
    var takenUnknown: LooseNumber?
    var tags: LooseText?
    var views: LooseNumber?
    var license: LooseNumber?
    /// By the letter of the size.
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
        guard let id = try values.decode(LooseText.self, forKey: .id).said else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: values, debugDescription: "no id")
        }
        self.id = id
        owner = try values.decode(String.self, forKey: .owner)
        title = try values.decodeIfPresent(LooseText.self, forKey: .title)
        description = try values.decodeIfPresent(LooseText.self, forKey: .description)
        ownername = try values.decodeIfPresent(LooseText.self, forKey: .ownername)
        pathalias = try values.decodeIfPresent(LooseText.self, forKey: .pathalias)
        dateupload = try values.decodeIfPresent(LooseNumber.self, forKey: .dateupload)
        datetaken = try values.decodeIfPresent(LooseText.self, forKey: .datetaken)
        takenUnknown = try values.decodeIfPresent(LooseNumber.self, forKey: .takenUnknown)
        tags = try values.decodeIfPresent(LooseText.self, forKey: .tags)
        views = try values.decodeIfPresent(LooseNumber.self, forKey: .views)
        license = try values.decodeIfPresent(LooseNumber.self, forKey: .license)
        pictures = [:]
        let named = try decoder.container(keyedBy: Name.self)
        for size in Self.sizes {
            let url = try named.decodeIfPresent(LooseText.self, forKey: Name(stringValue: "url_\(size)"))
            guard let url = url?.said else { continue }
            let length = { (name: String) in
                try named.decodeIfPresent(LooseNumber.self, forKey: Name(stringValue: "\(name)_\(size)"))?.value
            }
            pictures[size] = Picture(url: url, width: try length("width"), height: try length("height"))
        }
    }
}

/// One photo by its number.
struct FlickrInfoAnswer: Decodable, Sendable {
    struct Photo: Decodable, Sendable {
        var id: LooseText
        var owner: Owner
        var title: LooseText?
        var description: LooseText?
        var dates: Lenient<Dates>?
        var views: LooseNumber?
        var comments: Lenient<Count>?
        var license: LooseNumber?
        var tags: Lenient<Tags>?
    }

    struct Owner: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case nsid, username, realname, location
            case alias = "path_alias"
        }

        var nsid: String
        var username: LooseText?
        var realname: LooseText?
        var location: LooseText?
        var alias: LooseText?
    }

    struct Dates: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case posted, taken
            case takenUnknown = "takenunknown"
        }

        var posted: LooseNumber?
        var taken: LooseText?
        var takenUnknown: LooseNumber?
    }

    struct Count: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey { case number = "_content" }

        var number: LooseNumber
    }

    struct Tags: Decodable, Sendable {
        struct Tag: Decodable, Sendable {
            var raw: LooseText?
        }

        var tag: [Tag]
    }

    var photo: Photo
}

/// Tags that many use just now.
struct FlickrHotTagsAnswer: Decodable, Sendable {
    var hottags: FlickrTagList
}

/// Tags that go with another.
struct FlickrTagsAnswer: Decodable, Sendable {
    var tags: FlickrTagList
}

struct FlickrTagList: Decodable, Sendable {
    var tag: [Lenient<LooseText>]
}
