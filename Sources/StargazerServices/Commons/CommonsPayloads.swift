import Foundation

/// A response of `action=query`. Errors come with HTTP status 200; warnings are no failure.
struct CommonsResponse: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case query
        case more = "continue"
        case isComplete = "batchcomplete"
    }

    struct Query: Decodable, Sendable {
        /// Missing when nothing was found.
        var pages: CommonsPages?
        var searchinfo: Lenient<SearchInfo>?
    }

    struct SearchInfo: Decodable, Sendable {
        var totalhits: LenientInt?
    }

    var query: Query?
    /// The parameters to add to the same request for what comes next; nil at the end.
    var more: [String: String]?
    /// Whether all facts about these pages have come. Otherwise the next response has more facts about the same pages.
    var isComplete: Bool

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        query = try values.decodeIfPresent(Query.self, forKey: .query)
        let members = try values.decodeIfPresent(Lenient<[String: LenientString]>.self, forKey: .more)?.value
        more = members?.compactMapValues(\.value)
        // The value of this flag is `true` or an empty string.
        isComplete = values.contains(.isComplete)
    }
}

/// The readable pages of a response, unordered: an array, or in older responses an object by page ID.
struct CommonsPages: Decodable, Sendable {
    var all: [CommonsPage]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let list = try? container.decode([Lenient<CommonsPage>].self) {
            all = list.compactMap(\.value)
        } else {
            all = try container.decode([String: Lenient<CommonsPage>].self).values.compactMap(\.value)
        }
    }
}

struct CommonsPage: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case id = "pageid"
        case title, index, missing, imageinfo
    }

    /// Negative for pages that do not exist.
    var id: Int
    var title: String?
    /// The place among the results, from 1.
    var index: Int?
    var isMissing: Bool
    var image: CommonsImage?

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = try values.decode(LenientInt.self, forKey: .id).value else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: values, debugDescription: "no number")
        }
        self.id = id
        title = try values.decodeIfPresent(LenientString.self, forKey: .title)?.nonBlank
        index = try values.decodeIfPresent(LenientInt.self, forKey: .index)?.value
        isMissing = values.contains(.missing)
        let images = try values.decodeIfPresent(Lenient<[Lenient<CommonsImage>]>.self, forKey: .imageinfo)
        image = images?.value?.first?.value
    }

    /// Adds what another response says about the same page.
    mutating func merge(_ other: CommonsPage) {
        title = title ?? other.title
        index = index ?? other.index
        image = image ?? other.image
    }
}

/// The current version of a file.
struct CommonsImage: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
        var value: LenientString?
    }

    struct Metadata: Decodable, Sendable {
        var name: String
        var value: Lenient<LenientInt>?
    }

    private enum CodingKeys: String, CodingKey {
        case url, mime, timestamp, user, width, height, size, extmetadata, metadata
        case page = "descriptionurl"
        case thumbnail = "thumburl"
    }

    var url: LenientString?
    /// The file's web page.
    var page: LenientString?
    var thumbnail: LenientString?
    var mime: LenientString?
    var timestamp: LenientString?
    var user: LenientString?
    var width: LenientInt?
    var height: LenientInt?
    /// In bytes.
    var size: LenientInt?
    /// Facts from the file's page, most of them HTML. An array when there are none.
    var extmetadata: Lenient<[String: Lenient<Entry>]>?
    /// Facts from the file itself, such as the frames of a GIF.
    var metadata: Lenient<[Lenient<Metadata>]>?

    /// Returns a fact from the file's page; nil if it is blank.
    func fact(_ name: String) -> String? { extmetadata?.value?[name]?.value?.value?.nonBlank }

    /// The number of frames of a GIF; nil when it is unknown.
    var frames: Int? {
        metadata?.value?.lazy.compactMap(\.value).first { $0.name == "frameCount" }?.value?.value?.count
    }
}
