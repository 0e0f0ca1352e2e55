import Foundation
public import StargazerCore

/// A catalog of the photos and drawings on Wikimedia Commons.
public final class CommonsPhotoCatalog: Catalog {
    public let profile: CatalogProfile
    public let codec: any ItemCodec = PhotoCodec()
    private let files: CommonsFiles

    public init(_ client: CommonsClient) {
        profile = CatalogProfile(
            kind: .photos, host: CommonsServer.itemHost(of: client.server), service: CommonsServer.name, shape: .cells,
            sorts: [.bestMatch, .posted], favoriteSorts: [.posted, .taken], batchSizes: CommonsClient.batchSizes,
            resultLimit: CommonsClient.resultLimit, hasTrending: true, query: CommonsQualifier.photoRules)
        files = CommonsFiles(client: client, kind: .photos, profile: profile)
    }

    public func problems(in text: String) -> [QueryProblem] { files.problems(in: text) }

    public func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
        try await files.search(query, after: cursor) { Photo($0) }
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
