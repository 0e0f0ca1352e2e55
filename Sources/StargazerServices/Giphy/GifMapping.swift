import Foundation
import StargazerCore

extension Item {
    /// Nil for what has no identity that could be kept.
    init?(_ payload: GiphyGifPayload, host: String) {
        guard !payload.id.isEmpty, payload.id.utf8.count <= Gif.longestID else { return nil }
        self.init(id: ItemID(catalog: .gifs, host: host, id: payload.id), facts: Gif(payload))
    }
}

extension Gif {
    fileprivate static let longestID = 100
    /// What a picture may weigh that is fetched: `HTTPLimits` lets 4 MB through.
    private static let heaviest = 4_000_000
    /// What is fetched to be looked at in the details, where the original is larger.
    private static let light = 2_000_000
    private static let mostTags = 100

    init(_ payload: GiphyGifPayload) {
        let user = payload.user?.value
        let username = payload.username?.said ?? user?.username?.said
        let caption = payload.caption?.said
        // Many have no title.
        self.init(title: payload.title?.said ?? caption ?? username ?? payload.id)
        self.caption = caption
        self.username = username
        author = user?.name?.said ?? username
        authorPage = WebLink.url(user?.page?.said)
        page = WebLink.url(payload.url?.said)
        source = WebLink.url(payload.source?.said)
        rating = payload.rating?.said
        tags = (payload.tags?.value ?? []).compactMap(\.said).prefix(Self.mostTags).map { $0 }
        addedAt = LooseDate.date(payload.imported?.said)
        frames = payload.picture("original")?.frames?.count
        let picture = { (names: String...) in names.lazy.compactMap { payload.picture($0).flatMap(Rendition.init) } }
        original = picture("original").first
        still = picture("fixed_width_still", "480w_still", "original_still").first
        small = picture("fixed_width", "fixed_width_downsampled").first
        largeStill = picture("original_still", "480w_still", "downsized_still").first
        let known = Array(picture("original", "downsized", "downsized_medium", "fixed_width"))
        large = known.first { $0.bytes ?? .max <= Self.light } ?? known.first { $0.bytes ?? 0 <= Self.heaviest }
    }
}

extension Rendition {
    fileprivate init?(_ payload: GiphyGifPayload.Picture) {
        guard let url = WebLink.url(payload.url?.said) else { return nil }
        self.init(url: url, width: payload.width?.value, height: payload.height?.value, bytes: payload.size?.value)
    }
}
