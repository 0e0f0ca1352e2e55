import Foundation
public import StargazerCore
public import StargazerLibrary

public final class GiphyCatalog: Catalog {
    public let profile: CatalogProfile
    public let codec: any ItemCodec = GifCodec()
    public var relations: (any Relations)? { GifRelations(catalog: self) }
    public var terms: (any SearchTerms)? { GiphySearchTerms(client: client) }
    public var key: ServiceAPIKey? { client.key }
    private let client: APIKeyClient

    /// The limit for GIPHY's beta keys. Production keys allow more, which is not needed.
    static let batchSizes = 1...50
    /// GIPHY's highest offset is 4,999.
    static let resultLimit = 5_000
    /// In characters.
    static let maxQueryLength = 50

    public init(_ server: APIServer, _ key: ServiceAPIKey, _ transport: any HTTPTransport, _ time: TimeSource) {
        client = APIKeyClient(server: server, key: key, transport: transport, time: time, expects: .json)
        profile = CatalogProfile(
            kind: .gifs, host: server.host, service: GiphyServer.name, shape: .cells, favoriteSorts: [.imported],
            batchSizes: Self.batchSizes, resultLimit: Self.resultLimit, hasTrending: true,
            ratings: [.everybody, .guidance, .teenagers, .adults])
    }

    public func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
        guard query.text.count <= Self.maxQueryLength else { throw .badQuery(.gifWordsTooLong) }
        let rating = query.rating.flatMap { profile.ratings.contains($0) ? $0 : nil } ?? .everybody
        return try await list(
            query.text.isEmpty ? "trending" : "search", query.text.isEmpty ? [] : [("q", query.text)],
            count: query.batchSize, rating: rating, after: cursor)
    }

    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == profile.host else { throw .otherServer(host: item.id.host) }
        guard item.gif != nil else { throw .unexpected(code: "foreign-item") }
        let response = try await client.get(["v1", "gifs", item.id.id], [], refusal: GiphyErrorResponse.of)
        let answer = try ResponseJSON.read(GiphyResponse<GiphyGifPayload>.self, from: response.body, what: "gif")
        guard let found = Item(answer.data, host: profile.host), found.id == item.id else {
            throw .unreadable(code: "gif-id")
        }
        return ItemDetails(item: found, facts: GifDetails())
    }

    /// Makes the cheapest request that needs a key.
    public func check(_ key: Secret) async throws(CatalogFailure) {
        _ = try await client.get(["v1", "trending", "searches"], [], as: key, refusal: GiphyErrorResponse.of)
    }

    /// - Parameter parameters: in addition to those that every list has.
    func list(
        _ name: String, _ parameters: [(name: String, value: String)], count: Int, rating: ContentRating,
        after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        let offset = try cursor.map { (cursor) throws(CatalogFailure) in try Self.offset(cursor) } ?? 0
        let sizes = Self.batchSizes
        let limit = min(max(count, sizes.lowerBound), sizes.upperBound, Self.resultLimit - offset)
        let response: HTTPResponse
        do throws(CatalogFailure) {
            response = try await client.get(
                ["v1", "gifs", name],
                parameters + [("limit", "\(limit)"), ("offset", "\(offset)"), ("rating", rating.rawValue)],
                refusal: GiphyErrorResponse.of)
        } catch .gone {
            // A list cannot be gone.
            throw .unexpected(code: "http-404")
        }
        let answer = try ResponseJSON.read(GiphyResponse<[GiphyGifPayload]>.self, from: response.body, what: "gifs")
        let total = answer.pagination?.value?.total?.count
        let next = offset + min(answer.data.count, limit)
        var end = BatchEnd.more(BatchCursor("\(next)"))
        if answer.data.isEmpty || next >= total ?? .max {
            end = .complete
        } else if next >= Self.resultLimit {
            end = .resultLimit(limit: Self.resultLimit)
        }
        // If the list changed between two batches, items can repeat; the window shows each once.
        return ResultBatch(
            items: answer.data.prefix(limit).compactMap { Item($0, host: profile.host) }, total: total, end: end)
    }

    private static func offset(_ cursor: BatchCursor) throws(CatalogFailure) -> Int {
        guard let offset = Int(cursor.opaque), (1..<resultLimit).contains(offset) else {
            throw .unreadable(code: "cursor")
        }
        return offset
    }
}

/// Trending searches and search suggestions of GIPHY.
struct GiphySearchTerms: SearchTerms {
    let client: APIKeyClient

    func trending() async throws(CatalogFailure) -> [String] {
        let response = try await client.get(["v1", "trending", "searches"], [], refusal: GiphyErrorResponse.of)
        let answer = try ResponseJSON.read(GiphyResponse<[LenientString]>.self, from: response.body, what: "terms")
        return answer.data.compactMap(\.nonBlank)
    }

    func matching(_ typed: String) async throws(CatalogFailure) -> [String] {
        guard typed.count <= GiphyCatalog.maxQueryLength else { return [] }
        let response = try await client.get(
            ["v1", "gifs", "search", "tags"], [("q", typed), ("limit", "5")], refusal: GiphyErrorResponse.of)
        let answer = try ResponseJSON.read(GiphyResponse<[GiphyTermPayload]>.self, from: response.body, what: "terms")
        return answer.data.compactMap { $0.name?.nonBlank }
    }
}

/// GIFs of the same channel.
struct GifRelations: Relations {
    let catalog: GiphyCatalog

    func kinds(of item: Item) -> [RelationKind] {
        guard item.id.host == catalog.profile.host, item.gif?.username?.isChannel == true else { return [] }
        return [.sameChannel]
    }

    /// Searches for `@NAME`, which GIPHY takes for a channel.
    func items(
        _ kind: RelationKind, of item: Item, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        guard kinds(of: item).contains(kind), let name = item.gif?.username else { throw .unexpected(code: "relation") }
        return try await catalog.list(
            "search", [("q", "@" + name)], count: GiphyCatalog.batchSizes.upperBound, rating: .everybody, after: cursor)
    }
}

extension String {
    /// Whether the string can be a channel name in a search.
    fileprivate var isChannel: Bool {
        (1..<GiphyCatalog.maxQueryLength).contains(count) && !contains { $0.isWhitespace || $0 == "@" }
    }
}

enum GiphyErrorResponse {
    static func of(_ response: HTTPResponse) -> APIErrorResponse? {
        guard response.status != 200 else { return fromStatus200(response) }
        let payload = try? JSONDecoder().decode(GiphyMeta.self, from: response.body)
        return of(status: response.status, errorMessage: payload?.errorMessage)
    }

    /// `meta` can contain an error status. An empty `response_id` marks a synthetic response, sent while servers are
    /// down; its items must not be used (developers.giphy.com, "Synthetic Response").
    private static func fromStatus200(_ response: HTTPResponse) -> APIErrorResponse? {
        guard let payload = try? JSONDecoder().decode(GiphyMeta.self, from: response.body),
            let meta = payload.meta?.value
        else { return nil }
        if let status = meta.status?.value, status >= 400 {
            return of(status: status, errorMessage: payload.errorMessage)
        }
        return meta.responseID?.value == "" ? .failure(.unreadable(code: "gifs-response-id")) : nil
    }

    private static func of(status: Int, errorMessage: String?) -> APIErrorResponse {
        switch status {
        case 401: .failure(.unauthorized)
        // The wording of an older gateway.
        case 403 where errorMessage?.lowercased().contains("authentication") == true: .failure(.unauthorized)
        case 403: .failure(.notAllowed(needs: nil))
        case 404, 410: .failure(.gone)
        case 400, 414, 422: .failure(.invalidQuery(reason: errorMessage))
        case 429: .slowDown
        case 451: .failure(.blocked(reason: errorMessage, link: nil))
        case 500...599: .failure(.server(status: status))
        default: .failure(.unexpected(code: "http-\(status)"))
        }
    }
}
