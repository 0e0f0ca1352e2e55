import Foundation
public import StargazerCore
public import StargazerLibrary

/// A catalog of the photos and drawings on Wikimedia Commons.
public final class CommonsPhotoCatalog: Catalog {
    public let profile: CatalogProfile
    public let codec: any ItemCodec = PhotoCodec()
    public var terms: (any SearchTerms)? { CommonsSearchTerms(files.client) }
    private let files: CommonsFiles

    public init(_ client: CommonsClient) {
        profile = CatalogProfile(
            kind: .photos, host: CommonsServer.itemHost(of: client.server), service: CommonsServer.name, shape: .cells,
            sorts: [.bestMatch, .posted], favoriteSorts: [.posted, .taken], batchSizes: CommonsClient.batchSizes,
            resultLimit: CommonsClient.resultLimit, hasTrending: true, query: CommonsQualifier.photoRules)
        files = CommonsFiles(client: client, kind: .photos, profile: profile)
    }

    public func problems(in text: String) -> [QueryProblem] { files.problems(in: text) }

    /// An empty search returns featured pictures, after the picture of the day.
    public func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
        let isStart = cursor == nil && query.text.allSatisfy(\.isWhitespace) && query.batchSize > 1
        guard isStart else { return try await files.search(query, after: cursor) { Photo($0) } }
        var featured = query
        featured.batchSize = min(query.batchSize, CommonsClient.batchSizes.upperBound) - 1
        async let picture = files.pictureOfTheDay()
        var batch = try await files.search(featured, after: nil) { Photo($0) }
        if let picture = await picture { batch.items = [picture] + batch.items.filter { $0.id != picture.id } }
        return batch
    }

    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == profile.host else { throw .otherServer(host: item.id.host) }
        guard let known = item.photo else { throw .unexpected(code: "foreign-item") }
        let file = try await files.file(item.id, width: .large)
        var photo = Photo(file)
        (photo.small, photo.large) = (known.small, file.thumbnail)
        return ItemDetails(item: Item(id: item.id, facts: photo), facts: PhotoDetails())
    }
}

/// A catalog of the GIFs on Wikimedia Commons that move.
public final class CommonsGifCatalog: Catalog {
    public let profile: CatalogProfile
    public let codec: any ItemCodec = GifCodec()
    public var terms: (any SearchTerms)? { CommonsSearchTerms(files.client) }
    private let files: CommonsFiles

    public init(_ client: CommonsClient) {
        profile = CatalogProfile(
            kind: .gifs, host: CommonsServer.itemHost(of: client.server), service: CommonsServer.name, shape: .cells,
            sorts: [.bestMatch, .imported], favoriteSorts: [.imported], batchSizes: CommonsClient.batchSizes,
            resultLimit: CommonsClient.resultLimit, hasTrending: true, query: CommonsQualifier.gifRules)
        files = CommonsFiles(client: client, kind: .gifs, profile: profile)
    }

    public func problems(in text: String) -> [QueryProblem] { files.problems(in: text) }

    public func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
        try await files.search(query, after: cursor) { $0.isStillGIF ? nil : Gif($0) }
    }

    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == profile.host else { throw .otherServer(host: item.id.host) }
        guard let known = item.gif else { throw .unexpected(code: "foreign-item") }
        var gif = Gif(try await files.file(item.id, width: .medium))
        (gif.small, gif.still) = (known.small, known.still)
        return ItemDetails(item: Item(id: item.id, facts: gif), facts: GifDetails())
    }
}
