import Foundation
public import StargazerCore

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
