import Foundation

/// The envelope of every GIPHY response.
struct GiphyResponse<Payload: Decodable & Sendable>: Decodable, Sendable {
    var data: Payload
    var pagination: Lenient<GiphyPagination>?
}

struct GiphyPagination: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey { case total = "total_count" }

    var total: LenientInt?
}

/// The status part of a response. Older errors have `message` alone.
struct GiphyMeta: Decodable, Sendable {
    struct Meta: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case status, msg
            case responseID = "response_id"
        }

        var status: LenientInt?
        var msg: LenientString?
        var responseID: LenientString?
    }

    var meta: Lenient<Meta>?
    var message: LenientString?

    var errorMessage: String? { meta?.value?.msg?.nonBlank ?? message?.nonBlank }
}

struct GiphyGifPayload: Decodable, Sendable {
    struct User: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case username
            case name = "display_name"
            case page = "profile_url"
        }

        var username: LenientString?
        var name: LenientString?
        var page: LenientString?
    }

    /// All values are strings, including the numbers; any of them can be missing.
    struct Picture: Decodable, Sendable {
        var url: LenientString?
        var width: LenientInt?
        var height: LenientInt?
        var size: LenientInt?
        var frames: LenientInt?
    }

    private enum CodingKeys: String, CodingKey {
        case id, url, title, username, source, rating, images, user, tags
        case caption = "alt_text"
        case imported = "import_datetime"
    }

    var id: String
    var url: LenientString?
    var title: LenientString?
    var caption: LenientString?
    var username: LenientString?
    var source: LenientString?
    var rating: LenientString?
    var imported: LenientString?
    var images: Lenient<[String: Lenient<Picture>]>?
    var user: Lenient<User>?
    /// Missing for ordinary API keys.
    var tags: Lenient<[LenientString]>?

    func picture(_ name: String) -> Picture? { images?.value?[name]?.value }
}

/// A search suggestion.
struct GiphyTermPayload: Decodable, Sendable {
    var name: LenientString?
}
