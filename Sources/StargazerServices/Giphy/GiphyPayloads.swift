import Foundation
import StargazerCore
import StargazerLibrary

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

extension Item {
    /// Returns nil if the ID is empty or too long to store.
    init?(_ payload: GiphyGifPayload, host: String) {
        guard !payload.id.isEmpty, payload.id.utf8.count <= Gif.maxIDLength else { return nil }
        self.init(id: ItemID(catalog: .gifs, host: host, id: payload.id), facts: Gif(payload))
    }
}

extension Gif {
    fileprivate static let maxIDLength = 100
    /// Maximum size in bytes of a picture to load: `HTTPLimits` allows 4 MB.
    private static let maxBytes = 4_000_000
    /// Maximum size in bytes of the picture shown in the details, if the original is larger.
    private static let preferredMaxBytes = 2_000_000
    private static let maxTags = 100

    init(_ payload: GiphyGifPayload) {
        let user = payload.user?.value
        let username = payload.username?.nonBlank ?? user?.username?.nonBlank
        let caption = payload.caption?.nonBlank
        // Many GIFs have no title.
        self.init(title: payload.title?.nonBlank ?? caption ?? username ?? payload.id)
        service = GiphyServer.name
        self.caption = caption
        self.username = username
        author = user?.name?.nonBlank ?? username
        authorPage = WebLink.url(user?.page?.nonBlank)
        page = WebLink.url(payload.url?.nonBlank)
        source = WebLink.url(payload.source?.nonBlank)
        rating = payload.rating?.nonBlank
        tags = (payload.tags?.value ?? []).compactMap(\.nonBlank).prefix(Self.maxTags).map { $0 }
        addedAt = LenientDate.date(payload.imported?.nonBlank)
        frames = payload.picture("original")?.frames?.count
        let picture = { (names: String...) in names.lazy.compactMap { payload.picture($0).flatMap(Rendition.init) } }
        original = picture("original").first
        still = picture("fixed_width_still", "480w_still", "original_still").first
        small = picture("fixed_width", "fixed_width_downsampled").first
        largeStill = picture("original_still", "480w_still", "downsized_still").first
        let known = Array(picture("original", "downsized", "downsized_medium", "fixed_width"))
        large =
            known.first { $0.bytes ?? .max <= Self.preferredMaxBytes } ?? known.first { $0.bytes ?? 0 <= Self.maxBytes }
    }
}

extension Rendition {
    fileprivate init?(_ payload: GiphyGifPayload.Picture) {
        guard let url = WebLink.url(payload.url?.nonBlank) else { return nil }
        self.init(url: url, width: payload.width?.value, height: payload.height?.value, bytes: payload.size?.value)
    }
}
