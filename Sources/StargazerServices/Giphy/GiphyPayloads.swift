import Foundation

/// What is around every answer of GIPHY's.
struct GiphyAnswer<Payload: Decodable & Sendable>: Decodable, Sendable {
    var data: Payload
    var pagination: Lenient<GiphyPagination>?
}

struct GiphyPagination: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey { case total = "total_count" }

    var total: LooseNumber?
}

/// The part of an answer that says how it went. Older refusals have `message` alone.
struct GiphyMeta: Decodable, Sendable {
    struct Meta: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case status, msg
            case responseID = "response_id"
        }

        var status: LooseNumber?
        var msg: LooseText?
        var responseID: LooseText?
    }

    var meta: Lenient<Meta>?
    var message: LooseText?

    var sentence: String? { meta?.value?.msg?.said ?? message?.said }
}

struct GiphyGifPayload: Decodable, Sendable {
    struct User: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case username
            case name = "display_name"
            case page = "profile_url"
        }

        var username: LooseText?
        var name: LooseText?
        var page: LooseText?
    }

    /// Everything in it is text, also the numbers; any of it may be missing.
    struct Picture: Decodable, Sendable {
        var url: LooseText?
        var width: LooseNumber?
        var height: LooseNumber?
        var size: LooseNumber?
        var frames: LooseNumber?
    }

    private enum CodingKeys: String, CodingKey {
        case id, url, title, username, source, rating, images, user, tags
        case caption = "alt_text"
        case imported = "import_datetime"
    }

    var id: String
    var url: LooseText?
    var title: LooseText?
    var caption: LooseText?
    var username: LooseText?
    var source: LooseText?
    var rating: LooseText?
    var imported: LooseText?
    var images: Lenient<[String: Lenient<Picture>]>?
    var user: Lenient<User>?
    /// Ordinary keys get none.
    var tags: Lenient<[LooseText]>?

    func picture(_ name: String) -> Picture? { images?.value?[name]?.value }
}

/// A text that a search may become.
struct GiphyTermPayload: Decodable, Sendable {
    var name: LooseText?
}
